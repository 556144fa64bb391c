import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comptesDemonstration } from '../demo/accounts.ts'
import { OpenidProvider, signingKey } from '../harness/identity/openid.ts'
import { CompteDemonstration, ConfigurationPage } from '../src/contract/page.ts'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const provider = new OpenidProvider()
let demonstration: World
let configured: World
let unnamed: World
beforeAll(async () => {
  await provider.start(signingKey('e', 'ES256'))
  const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'page', OIDC_SCOPE: 'openid lire' }
  demonstration = await openWorld({ accounts: true })
  configured = await openWorld({ accounts: true, environment: settings })
  unnamed = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
})
afterAll(async () => {
  await Promise.all([demonstration, configured, unnamed].map((world) => world.close()))
  await provider.stop()
})

const askToken = async (world: World, body: string, type = 'application/json') => {
  const answer = await world.server.inject({
    method: 'POST',
    url: '/demonstration/jeton',
    headers: { 'content-type': type },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** Takes all threads on which Node.js compresses and reads, with pipes that nobody writes; what it returns frees them. */
async function occupyThreads(folder: string): Promise<() => Promise<void>> {
  const pipes = Array.from({ length: Number(process.env.UV_THREADPOOL_SIZE ?? 4) }, (_, index) =>
    join(folder, `${index}`),
  )
  execFileSync('mkfifo', pipes)
  const reading = pipes.map((pipe) => open(pipe, 'r'))
  return async () => {
    const writers = pipes.map((pipe) => openSync(pipe, 'r+'))
    for (const file of await Promise.all(reading)) await file.close()
    for (const writer of writers) closeSync(writer)
  }
}

describe('what the page is told', () => {
  test('has the declared shape, the reference lists, and no organisation', async () => {
    const { status, body, text } = await demonstration.get(null, '/configuration.json')
    expect(status).toBe(200)
    expect(Value.Errors(ConfigurationPage, body)).toEqual([])
    expect(body).toMatchObject({ demonstration: true, connexion: null })
    const [counted] = await demonstration.sql<Record<string, number>>(
      `select (select count(*)::int from type_document) as types, (select count(*)::int from zone_geographique) as zones,
        (select count(*)::int from secteur_activite) as secteurs`,
    )
    expect(counted).toEqual({
      types: body.types_document.length,
      zones: body.zones.length,
      secteurs: body.secteurs.length,
    })
    const names = await demonstration.sql<{ nom: string }>('select nom from organisation')
    for (const { nom } of names.slice(0, 50)) expect(text).not.toContain(`"${nom}"`)
  })

  test('is the provider, where there is one and the page has a name there', async () => {
    const { body } = await configured.get(null, '/configuration.json')
    expect(body.demonstration).toBe(false)
    expect(body.connexion).toEqual({
      emetteur: provider.issuer,
      client_id: 'page',
      portee: 'openid lire',
      ressource: null,
    })
    const without = await unnamed.get(null, '/configuration.json')
    expect([without.body.demonstration, without.body.connexion]).toEqual([false, null])
  })

  test('is asked of the database once, however often it is asked for', async () => {
    const first = await demonstration.get(null, '/configuration.json')
    await demonstration.sql("update secteur_activite set libelle = 'Renommé' where code = 'AGRI'")
    const second = await demonstration.get(null, '/configuration.json')
    expect(second.text).toBe(first.text)
    const known = { 'if-none-match': first.headers.etag ?? '' }
    expect((await demonstration.get(null, '/configuration.json', known)).status).toBe(304)
  })
})

describe('the demonstration', () => {
  test('presents its accounts, and gives them a token that works', async () => {
    const { status, body } = await demonstration.get(null, '/demonstration/comptes')
    expect(status).toBe(200)
    expect(body.donnees).toHaveLength(comptesDemonstration.length)
    for (const account of body.donnees) expect(Value.Errors(CompteDemonstration, account)).toEqual([])
    for (const { email } of body.donnees) {
      const { status: given, body: token, headers } = await askToken(demonstration, JSON.stringify({ email }))
      expect([given, token.expires_in, headers['cache-control']]).toEqual([200, 900, 'no-store'])
      const authorization = `Bearer ${token.access_token}`
      const me = await demonstration.request('GET', '/api/v1/moi', { authorization })
      expect([me.status, me.body.utilisateur.email]).toEqual([200, email])
    }
  })

  test('gives no token to any other account, nor to what is no question', async () => {
    const accounts = await demonstration.get(null, '/demonstration/comptes')
    const shown = accounts.body.donnees.map(({ email }: { email: string }) => email)
    const [other] = await demonstration.sql<{ email: string }>(
      'select email from utilisateur where email is not null and email <> all ($1) limit 1',
      [shown],
    )
    const asked = [{ email: other?.email }, { email: null }, {}, [], { email: [operator] }, null]
    for (const body of asked) {
      expect(await askToken(demonstration, JSON.stringify(body))).toMatchObject({
        status: 404,
        body: { code: 'ressource_introuvable' },
      })
    }
    expect((await askToken(demonstration, '{')).status).toBe(400)
    expect((await askToken(demonstration, 'email=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await askToken(demonstration, JSON.stringify({ email: 'x'.repeat(2000) }))).status).toBe(413)
    expect((await demonstration.get(null, '/demonstration/jeton')).status).toBe(404)
  })

  test('is not there where a provider is configured', async () => {
    for (const world of [configured, unnamed]) {
      expect((await world.get(null, '/demonstration/comptes')).status).toBe(404)
      expect((await askToken(world, JSON.stringify({ email: operator }))).status).toBe(404)
    }
  })
})

describe('the page', () => {
  const paths = [
    '/',
    '/clients',
    '/clients/x',
    '/partenaires',
    '/partenaires/x',
    '/reservations',
    '/documents',
    '/documents/x',
    '/catalogue',
  ]

  test('is at the address of every screen, under a policy without exceptions', async () => {
    for (const path of [...paths, '/retour?code=x&state=y', '/deconnexion']) {
      const { status, headers } = await configured.get(null, path)
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).not.toMatch(/unsafe|\*|http:(?!\/\/127)/)
      expect(policy).toContain(`connect-src 'self' ${provider.issuer};`)
      // Contents that the page fetched are shown, and nothing in them runs.
      expect(policy).toContain("script-src 'self';")
      expect(policy.match(/[\w-]+-src[^;]* blob:/g)).toEqual([
        "img-src 'self' data: blob:",
        'frame-src blob:',
        'object-src blob:',
      ])
    }
    const own = (await demonstration.get(null, '/')).headers['content-security-policy']
    expect(own).toContain("connect-src 'self';")
  })

  test('is not where there is no screen', async () => {
    for (const path of [
      '/inconnu',
      '/clients/x/sites',
      '/assets/inconnu.js',
      '/src/main.tsx',
      '/../package.json',
    ]) {
      expect([path, (await demonstration.get(null, path)).status]).toEqual([path, 404])
    }
  })

  const folder = join(import.meta.dirname, '../dist/web')

  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name))

  test('its files come compressed while no thread is free: those who open it first hold nobody up', async () => {
    const free = await occupyThreads(configured.dataDir)
    const came: string[] = []
    const answers = assets.map(async (name) => {
      const headers = { 'accept-encoding': 'gzip, br' }
      const { rawPayload } = await configured.server.inject({ url: `/assets/${name}`, headers })
      expect(brotliDecompressSync(rawPayload).equals(readFileSync(join(folder, 'assets', name)))).toBe(true)
      came.push(name)
    })
    // Turns of the event loop are enough for what waits for nothing else.
    for (let turn = 0; turn < 1000; turn += 1) await setImmediate()
    const before = came.length
    await free()
    await Promise.all(answers)
    expect(before).toBe(assets.length)
  })

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['zstd', undefined, (plain: Buffer) => plain],
    ['', undefined, (plain: Buffer) => plain],
  ] as const)('its files for who accepts «%s»', async (accepted, coding, decode) => {
    const tags = new Set<unknown>()
    for (const url of ['/', '/first.js', '/icone-192.png', ...assets.map((name) => `/assets/${name}`)]) {
      const answer = await configured.server.inject({ url, headers: { 'accept-encoding': accepted } })
      const { headers, rawPayload } = answer
      expect([url, headers['content-encoding']]).toEqual([url, url.endsWith('.png') ? undefined : coding])
      const plain = readFileSync(join(folder, url === '/' ? 'index.html' : url))
      expect(url.endsWith('.png') ? rawPayload : decode(rawPayload)).toEqual(plain)
      expect(headers.vary).toContain('Accept-Encoding')
      const { headers: head } = await configured.server.inject({
        method: 'HEAD',
        url,
        headers: { 'accept-encoding': accepted },
      })
      for (const name of ['content-encoding', 'content-length', 'etag'])
        expect([url, name, head[name]]).toEqual([url, name, headers[name]])
      expect(headers.etag).toContain(`-${headers['content-encoding'] ?? 'identity'}"`)
      tags.add(headers.etag)
    }
    expect(tags.size).toBe(assets.length + 3)
  })

  test('is loaded with less than 150 kB of script, compressed, and nothing from elsewhere', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8')
    const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path as string)
    expect(scripts.length).toBeGreaterThan(0)
    const weigh = (path: string) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length
    const weight = scripts.reduce((sum, path) => sum + weigh(path), 0)
    const heaviest = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
    const screens = heaviest.map((name) => weigh(`assets/${name}`)).sort((a, b) => b - a)
    // Whatever screen one opens first, with all that may belong to it.
    expect(weight + (screens[1] ?? 0) + (screens[2] ?? 0)).toBeLessThan(150_000)
    expect(weight).toBeGreaterThan(10_000)
    expect(html).not.toMatch(/https?:\/\//)
  })
})
