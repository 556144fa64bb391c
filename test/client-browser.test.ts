import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type * as Antenne from '../client/src/index.ts'
import { openBrowser } from './setup/browser.ts'
import { browserTest as test } from './setup/browser-test.ts'
import { openListeningWorld } from './setup/client.ts'
import { partnerOf } from './setup/partner-of.ts'
import { operator, partner } from './setup/people.ts'

const built = join(import.meta.dirname, '../client/dist')

const html =
  "<!doctype html><script type=module>import * as antenne from '/index.js'; globalThis.antenne = antenne</script>"

/** Another origin: a page, and the built client beside it. */
const pages = createServer((request, response) => {
  const name = basename(request.url ?? '')
  if (!name.endsWith('.js')) return void response.setHeader('content-type', 'text/html').end(html)
  response.setHeader('content-type', 'text/javascript').end(readFileSync(join(built, name)))
})
const listening = async () => {
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
}
interface Window {
  readonly antenne: typeof Antenne
}

let origin: string
beforeAll(async () => {
  origin = await listening()
})
afterAll(() => pages.close())

test('in a browser, from another origin that is listed: answers, kept answers, errors and waits arrive', async () => {
  const environment = { CORS_ORIGINS: origin, RATE_LIMIT_USER: '4' }
  const world = await openListeningWorld({ environment })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'GET' && response.url().includes('/api/'))
        statuses.push(response.status())
    })
    await page.goto(origin)
    const seen = await page.evaluate(
      async ({ address, token }) => {
        const { createClient, AntenneError } = (globalThis as unknown as Window).antenne
        const { lireMoi, listerClients } = createClient({ baseUrl: address, token: () => token })
        const failure = async (call: Promise<unknown>) => {
          const error = await call.catch((reason: unknown) => reason)
          if (!(error instanceof AntenneError)) return null
          const { code, champs, requestId, retryAfter } = error
          return { code, champs: Object.keys(champs), hasId: requestId !== null, waits: retryAfter !== null }
        }
        const first = await listerClients({ taille: 1 })
        const same = (await listerClients({ taille: 1 })) === first
        const invalid = await failure(listerClients({ taille: 0 }))
        const { utilisateur } = await lireMoi()
        const tooMany = await failure(lireMoi())
        return { same, invalid, name: utilisateur.nom, tooMany }
      },
      { address: world.address, token: await world.token(operator) },
    )
    expect(seen).toEqual({
      same: true,
      invalid: { code: 'parametres_invalides', champs: ['taille'], hasId: true, waits: false },
      name: 'Koné',
      tooMany: { code: 'trop_de_requetes', champs: [], hasId: true, waits: true },
    })
    expect(statuses).toEqual([200, 304, 422, 200, 429])
  } finally {
    await browser.close()
    await world.close()
  }
})

test('a copy in the browser is there again after a reload, and holds one person’s data', async () => {
  const world = await openListeningWorld({ environment: { CORS_ORIGINS: origin } })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    await page.goto(origin)
    const synced = async (who: string) =>
      page.evaluate(
        async ({ address, token }) => {
          const { createClient, indexedDbStore, sync } = (globalThis as unknown as Window).antenne
          const store = await indexedDbStore('copie')
          const known = (await store.all('client')).length
          const done = await sync(createClient({ baseUrl: address, token: () => token }), store, {
            taille: 200,
          })
          const clients = await store.all('client')
          const [one] = clients
          const found = one === undefined ? undefined : await store.get('client', one.id)
          return {
            ...done,
            known,
            clients: clients.length,
            same: found?.raison_sociale === one?.raison_sociale,
          }
        },
        { address: world.address, token: await world.token(who) },
      )
    const total = async (who: string): Promise<number> =>
      (await world.get(who, '/api/v1/clients')).body.pagination.total
    const mine = await total(partner)
    const first = await synced(partner)
    expect(first).toMatchObject({ anew: false, known: 0, clients: mine, same: true })
    await page.reload()
    expect(await synced(partner)).toEqual({ changes: 0, anew: false, known: mine, clients: mine, same: true })
    const [{ id } = {}] = await world.sql<{ id: string }>(
      `update client set partenaire_actuel_id = null, cree_par = null
      where id = (select id from client where partenaire_actuel_id = $1 order by id limit 1) returning id`,
      [await partnerOf(world, partner)],
    )
    expect(id).toBeDefined()
    expect(await synced(partner)).toMatchObject({ anew: false, clients: await total(partner) })
    expect(await synced(operator)).toMatchObject({ anew: true, clients: await total(operator) })
  } finally {
    await browser.close()
    await world.close()
  }
})

test('from an origin that is not listed, it is a failure of the network', async () => {
  const world = await openListeningWorld()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    await page.goto(origin)
    const code = await page.evaluate(async (baseUrl) => {
      const { createClient, AntenneError } = (globalThis as unknown as Window).antenne
      const error = await createClient({ baseUrl, retries: 0 })
        .lireSante()
        .catch((reason: unknown) => reason)
      return error instanceof AntenneError ? error.code : null
    }, world.address)
    expect(code).toBe('reseau')
  } finally {
    await browser.close()
    await world.close()
  }
})
