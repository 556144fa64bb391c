import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from './setup/forged-tokens/forgery.ts'
import { headerForgeries } from './setup/forged-tokens/headers.ts'
import { prepareKeys, signers } from './setup/forged-tokens/keys.ts'
import { forgedTokens } from './setup/forged-tokens.ts'
import { operator } from './setup/people.ts'
import { Provider } from './setup/provider.ts'
import { openWorld, type World } from './setup/world.ts'

const provider = new Provider()
let world: World
/** What is answered to those who bring nothing: a forged token learns no more than that. */
let refusal: string
beforeAll(async () => {
  await provider.start()
  prepareKeys(provider)
  world = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
  await world.ready()
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [operator])
  provider.subject = account?.id ?? ''
  refusal = (await world.get(null, '/api/v1/moi')).text
  await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world.close()
  provider.stop()
})

const ask = (token: string) => world.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })

interface Refused {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}
const expectRefused = ({ status, text, headers }: Refused) => {
  expect({ status, text, scheme: headers['www-authenticate'] }).toEqual({
    status: 401,
    text: refusal,
    scheme: 'Bearer',
  })
}

describe('refused like no token at all', () => {
  test('the refusal is the one of the contract', () => {
    expect(JSON.parse(refusal)).toMatchObject({ code: 'authentification_requise', details: null })
  })

  test('the forgeries differ from each other', () => {
    expect(new Set(forgedTokens.map(({ name }) => name)).size).toBe(forgedTokens.length)
    expect(forgedTokens.length).toBeGreaterThan(400)
  })

  test.each(forgedTokens.map((forgery) => [forgery.name, forgery.attacks, forgery] as const))(
    '%s (%s)',
    async (_name, _attacks, { signer, make }) => {
      expect((await ask(provider.sign(signer))).status).toBe(200)
      expectRefused(await ask(make(provider)))
    },
  )
})

/** Asks over a connection of its own with these very headers. */
const askWith = (path: string, headers: readonly (readonly [string, string])[]) =>
  new Promise<Refused>((resolve, reject) => {
    const { port } = world.server.server.address() as AddressInfo
    const lines = ['host', `127.0.0.1:${port}`, 'connection', 'close', ...headers.flat()]
    const asking = request({ host: '127.0.0.1', port, path, headers: lines }, async (response) => {
      const text = (await response.toArray()).join('')
      resolve({ status: response.statusCode ?? 0, text, headers: response.headers })
    })
    asking.on('error', reject).end()
  })

describe('a good token in the wrong place', () => {
  test.each(headerForgeries.map((forgery) => [forgery.name, forgery.attacks, forgery] as const))(
    '%s (%s)',
    async (_name, _attacks, { headers, path = () => '' }) => {
      const good = provider.sign('e')
      expect((await askWith('/api/v1/moi', [['authorization', `Bearer ${good}`]])).status).toBe(200)
      expectRefused(await askWith(`/api/v1/moi${path(good)}`, headers(good, provider.sign('foreign'))))
    },
  )
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The text with another character there: one that differs in a bit that always counts, and the letter in the other
 * case.
 */
const altered = (text: string, at: number) => {
  const old = text.charAt(at)
  const flipped = alphabet.charAt(alphabet.indexOf(old) ^ 32)
  const turned = old === old.toLowerCase() ? old.toUpperCase() : old.toLowerCase()
  return [flipped, turned]
    .filter((now) => now !== old)
    .map((now) => text.slice(0, at) + now + text.slice(at + 1))
}

/** Every eleventh place, and the last. */
const places = ({ length }: string) =>
  [...Array(length).keys()].filter((at) => at % 11 === 0 || at === length - 1)

describe('a token that was found good', () => {
  test.each(signers)('lends nothing to what resembles it (%s)', async (signer) => {
    const good = provider.sign(signer)
    expect((await ask(good)).status).toBe(200)
    const parts = partsOf(good)
    for (const [index, part] of parts.entries()) {
      for (const variant of places(part).flatMap((at) => altered(part, at))) {
        expectRefused(await ask(parts.with(index, variant).join('.')))
      }
    }
    expect((await ask(good)).status).toBe(200)
  })

  test('lends neither its payload nor its signature to another', async () => {
    const good = provider.sign('e')
    const other = provider.sign('e', { jti: 'autre' })
    expect([(await ask(good)).status, (await ask(other)).status]).toEqual([200, 200])
    const [header, payload, signature] = partsOf(good)
    expectRefused(await ask(`${header}.${payload}.${partsOf(other)[2]}`))
    expectRefused(await ask(`${header}.${partsOf(other)[1]}.${signature}`))
  })
})

describe('after all that', () => {
  test.each(signers)('a good token is still taken (%s)', async (signer) => {
    expect((await ask(provider.sign(signer))).status).toBe(200)
  })

  test('nobody was asked but the provider, for its published keys, a few times', () => {
    expect(new Set(provider.asked)).toEqual(new Set(['/.well-known/openid-configuration', '/keys']))
    expect(provider.asked.length).toBeLessThan(forgedTokens.length / 10)
  })

  test('no object inherits a claim', () => {
    const bare: Record<string, unknown> = {}
    expect(['alg', 'kid', 'iss', 'aud', 'sub', 'exp'].map((name) => bare[name])).toEqual(
      Array(6).fill(undefined),
    )
  })
})
