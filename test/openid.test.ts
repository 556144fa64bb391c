import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OpenidProvider, signingKey } from '../harness/identity/openid.ts'
import { OpenidClient } from '../harness/identity/openid-client.ts'
import { jws } from './setup/jws.ts'
import { nothing, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const keys = [
  signingKey('e', 'ES256'),
  signingKey('r', 'RS256'),
  signingKey('p', 'PS256'),
  signingKey('d', 'EdDSA'),
]
const provider = new OpenidProvider()
let client: OpenidClient
let world: World
let user: string
beforeAll(async () => {
  await provider.start(...keys)
  client = new OpenidClient(provider.issuer)
  world = await openService()
  user = await idOf(operator)
  provider.machines = [user, nothing, 'releve-nocturne']
  await provider.restart(...keys)
})
afterAll(async () => {
  await world.close()
  await provider.stop()
})

const openService = async () => {
  const service = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
  await service.ready()
  return service
}
const idOf = async (email: string) => {
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [email])
  return account?.id ?? ''
}
const ask = (token: string, of = world) =>
  of.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })
const status = async (token: string, of = world) => (await ask(token, of)).status
const tokenOf = async (id = user) => (await client.machineToken(id)).access_token

const health = async (of: World) => (await of.get(null, '/api/v1/sante')).body.statut

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
/** A token of nobody, under a key id that nobody has. */
const forged = () =>
  jws(
    JSON.stringify({ alg: 'ES256', kid: randomUUID(), typ: 'at+jwt' }),
    JSON.stringify({ iss: provider.issuer, aud: 'antenne', sub: user, exp: 4_000_000_000 }),
    'ES256',
    foreign,
  )

describe('a person who logs in', () => {
  test('is known by the access token of the code flow with PKCE', async () => {
    const person = await idOf(partner)
    const { code, verifier, pages } = await client.authorise(person)
    expect(pages).toEqual(['login', 'consent'])
    const granted = await client.exchange(code, verifier)
    const answer = await ask(granted.access_token)
    expect([answer.status, answer.body.utilisateur.id]).toEqual([200, person])
  })

  test('gets no token for a code that somebody else asked for', async () => {
    const { code } = await client.authorise(user)
    const granted = await client.exchange(code, 'x'.repeat(43))
    expect([granted.status, granted.error, granted.access_token]).toEqual([400, 'invalid_grant', undefined])
  })

  test('is not let in with what else the login gives', async () => {
    const { code, verifier } = await client.authorise(user)
    const { access_token, id_token, refresh_token } = await client.exchange(code, verifier)
    expect(await status(access_token)).toBe(200)
    for (const other of [id_token, refresh_token, code]) {
      expect(other).not.toBe('')
      expect(await status(other)).toBe(401)
    }
  })
})

describe('a machine with its own credentials', () => {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'] as const)('is the user of its id (%s)', async (alg) => {
    const { access_token } = await client.machineToken(user, alg)
    const answer = await ask(access_token)
    expect([answer.status, answer.body.utilisateur.id]).toEqual([200, user])
  })

  test.each([nothing, 'releve-nocturne'])('is nobody as %s', async (id) => {
    const { status: granted, access_token } = await client.machineToken(id)
    expect(granted).toBe(200)
    expect(await status(access_token)).toBe(401)
  })
})

describe('the keys of the provider', () => {
  afterEach(async () => {
    vi.useRealTimers()
    await provider.restart(...keys)
  })

  const next = signingKey('suivante', 'ES256')
  /** A service whose clock stands still until it is set; all in this process go by it. */
  const openServiceAt = (instant: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: instant })
    return openService()
  }

  test('change while the service runs: new ones are taken at once, old ones as long as they are published', async () => {
    const service = await openService()
    const [used, kept] = [await tokenOf(), await tokenOf()]
    expect(await status(used, service)).toBe(200)

    await provider.restart(next, ...keys)
    const renewed = await tokenOf()
    expect(await status(renewed, service)).toBe(200)
    expect([await status(used, service), await status(kept, service)]).toEqual([200, 200])

    await provider.restart(next)
    expect(await status(forged(), service)).toBe(401)
    expect([await status(used, service), await status(kept, service)]).toEqual([401, 401])
    expect(await status(renewed, service)).toBe(200)
    await service.close()
  })

  test('are asked for again after ten minutes, behind an answer', async () => {
    const start = Date.now()
    const service = await openServiceAt(start)
    const tokens = [await tokenOf(), await tokenOf(), await tokenOf()] as const
    expect(await status(tokens[0], service)).toBe(200)
    await provider.restart(next)
    vi.setSystemTime(start + 599_000)
    expect(await status(tokens[1], service)).toBe(200)
    vi.setSystemTime(start + 601_000)
    expect(await status(tokens[2], service)).toBe(200)
    await expect.poll(() => status(tokens[2], service)).toBe(401)
    expect([await status(tokens[0], service), await status(tokens[1], service)]).toEqual([401, 401])
    await service.close()
  })

  test('are not fetched for every forged key id', async () => {
    const start = Date.now()
    const service = await openServiceAt(start)
    const good = await tokenOf()
    const before = provider.keysFetched
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => status(forged(), service)))
      expect(new Set(answers)).toEqual(new Set([401]))
    }
    expect(provider.keysFetched - before).toBeLessThanOrEqual(3)
    vi.setSystemTime(start + 31_000)
    for (let i = 0; i < 10; i += 1) expect(await status(forged(), service)).toBe(401)
    expect(provider.keysFetched - before).toBeLessThanOrEqual(4)
    expect(await status(good, service)).toBe(200)
    await service.close()
  })

  test('may come later than the service, and outlive the provider', async () => {
    const start = Date.now()
    const tokens = [await tokenOf(), await tokenOf(), await tokenOf()] as const
    await provider.stop()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const service = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
    for (let i = 0; i < 5; i += 1) {
      const answer = await ask(tokens[0], service)
      expect([answer.status, answer.body.code]).toEqual([503, 'service_indisponible'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await service.get(null, '/api/v1/sante')).status).toBe(503)

    await provider.start(...keys)
    vi.setSystemTime(start + 31_000)
    expect(await status(tokens[0], service)).toBe(200)
    await expect.poll(() => health(service)).toBe('ok')

    await provider.stop()
    vi.setSystemTime(start + 1_300_000)
    expect(await status(tokens[1], service)).toBe(200)
    expect(await status(forged(), service)).toBe(401)
    expect([await status(tokens[2], service), await status(tokens[0], service)]).toEqual([200, 200])
    expect(await health(service)).toBe('degrade')
    await service.close()
  })
})
