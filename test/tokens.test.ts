import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

/** An identity provider on this machine: discovery, published keys, and signatures with any of its keys. */
class Provider {
  readonly keys: JWK[] = []
  readonly #private = new Map<string, CryptoKey>()
  #server: Server | undefined
  up = true
  fetches = 0

  async start() {
    this.#server = createServer((request, response) => {
      this.fetches += 1
      if (!this.up) return response.writeHead(500).end()
      response.setHeader('content-type', 'application/json')
      const discovery = { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` }
      response.end(JSON.stringify(request.url === '/keys' ? { keys: this.keys } : discovery))
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
  }

  get issuer() {
    const address = this.#server?.address() as AddressInfo
    return `http://127.0.0.1:${address.port}`
  }

  async addKey(kid: string, alg: string, publish = true) {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    this.#private.set(kid, privateKey)
    if (publish) this.keys.push({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })
  }

  async sign(
    kid: string,
    alg: string,
    claims: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
  ) {
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: this.issuer, aud: 'antenne', iat: now, exp: now + 300, ...claims }
    const key = this.#private.get(kid)
    if (key === undefined) throw new Error(kid)
    return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(key)
  }

  stop() {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }
}

const provider = new Provider()
let world: World
let sub: string
beforeAll(async () => {
  await provider.start()
  for (const [kid, alg] of [
    ['r', 'RS256'],
    ['p', 'PS256'],
    ['e', 'ES256'],
    ['e3', 'ES384'],
    ['d', 'EdDSA'],
  ] as const) {
    await provider.addKey(kid, alg)
  }
  await provider.addKey('foreign', 'ES256', false)
  world = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [operator])
  sub = account?.id ?? ''
})
afterAll(async () => {
  await world.close()
  provider.stop()
})

const ask = async (token: string) =>
  (await world.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })).status

describe('a token of the provider', () => {
  test.each([
    ['r', 'RS256'],
    ['p', 'PS256'],
    ['e', 'ES256'],
    ['e3', 'ES384'],
    ['d', 'EdDSA'],
  ])('signed with %s (%s) is taken', async (kid, alg) => {
    expect(await ask(await provider.sign(kid, alg, { sub }))).toBe(200)
  })

  test('is taken with its subject in upper case, several audiences, and the scheme in any case', async () => {
    expect(
      await ask(await provider.sign('e', 'ES256', { sub: sub.toUpperCase(), aud: ['x', 'antenne'] })),
    ).toBe(200)
    const token = await provider.sign('e', 'ES256', { sub })
    expect((await world.request('GET', '/api/v1/moi', { authorization: `bearer ${token}` })).status).toBe(200)
  })

  test('is taken without a key id when one of the keys fits', async () => {
    await provider.addKey('e-bis', 'ES384')
    const other = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
    const token = await provider.sign('e-bis', 'ES384', { sub }, { kid: undefined })
    expect((await other.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })).status).toBe(200)
    const forged = await provider.sign('foreign', 'ES256', { sub }, { kid: undefined })
    expect((await other.request('GET', '/api/v1/moi', { authorization: `Bearer ${forged}` })).status).toBe(
      401,
    )
    await other.close()
  })

  test('gives no right by what it says of roles', async () => {
    const [account] = await world.sql<{ id: string }>(
      `select id from utilisateur where email = 'ange.kouame@antenne.example'`,
    )
    const token = await provider.sign('e', 'ES256', {
      sub: account?.id ?? '',
      roles: ['admin'],
      permissions: ['clients.consulter'],
      scope: 'clients.consulter',
    })
    expect((await world.request('GET', '/api/v1/clients', { authorization: `Bearer ${token}` })).status).toBe(
      403,
    )
  })
})

describe('401 for a token', () => {
  const seconds = Math.floor(Date.now() / 1000)
  const base64 = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const claims = () => ({ iss: provider.issuer, aud: 'antenne', sub, exp: seconds + 300 })

  test.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => provider.sign('e', 'ES256', { sub, iss: 'https://autre.example' })],
    ['for another audience', () => provider.sign('e', 'ES256', { sub, aud: 'autre' })],
    ['without audience', () => provider.sign('e', 'ES256', { sub, aud: undefined })],
    ['that has expired', () => provider.sign('e', 'ES256', { sub, exp: seconds - 60 })],
    ['that never expires', () => provider.sign('e', 'ES256', { sub, exp: undefined })],
    ['not valid yet', () => provider.sign('e', 'ES256', { sub, nbf: seconds + 60 })],
    ['issued in the future', () => provider.sign('e', 'ES256', { sub, iat: seconds + 60 })],
    ['without subject', () => provider.sign('e', 'ES256')],
    ['whose subject is no UUID', () => provider.sign('e', 'ES256', { sub: 'admin' })],
    ['whose subject is a list', () => provider.sign('e', 'ES256', { sub: [sub] })],
    [
      'whose subject is nobody here',
      () => provider.sign('e', 'ES256', { sub: '00000000-0000-4000-8000-000000000000' }),
    ],
    ['signed with an unpublished key under its own id', () => provider.sign('foreign', 'ES256', { sub })],
    [
      'signed with an unpublished key under a published id',
      () => provider.sign('foreign', 'ES256', { sub }, { kid: 'e' }),
    ],
    ['with algorithm none', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
    ['with algorithm none and a signature', () => `${base64({ alg: 'none' })}.${base64(claims())}.AAAA`],
    [
      'signed with HMAC and the published key',
      () => {
        const text = `${base64({ alg: 'HS256', kid: 'r' })}.${base64(claims())}`
        return `${text}.${createHmac('sha256', JSON.stringify(provider.keys[0])).update(text).digest('base64url')}`
      },
    ],
    [
      'that brings its own key',
      async () => provider.sign('foreign', 'ES256', { sub }, { jwk: provider.keys[2], kid: 'x' }),
    ],
    [
      'that names where its key is',
      () => provider.sign('foreign', 'ES256', { sub }, { jku: 'http://127.0.0.1:1/', kid: 'x' }),
    ],
    [
      'with a critical extension',
      () => provider.sign('e', 'ES256', { sub }, { crit: ['x'], x: 1 }).catch(() => 'a.b.c'),
    ],
    [
      'changed after signing',
      async () => {
        const [header, , signature] = (await provider.sign('e', 'ES256', { sub })).split('.')
        return `${header}.${base64({ ...claims(), sub: '00000000-0000-4000-8000-000000000001' })}.${signature}`
      },
    ],
    ['cut short', async () => (await provider.sign('e', 'ES256', { sub })).slice(0, -2)],
    ['over 8 kB', () => provider.sign('e', 'ES256', { sub, x: 'a'.repeat(7000) })],
    ['of five parts', () => 'a.b.c.d.e'],
    ['that is empty', () => ''],
  ])('%s', async (_what, make) => {
    expect(await ask(await make())).toBe(401)
  })

  test.each([['Basic dTpw'], ['Bearer'], ['Bearer a b'], ['Token x']])(
    'in the header «%s»',
    async (authorization) => {
      const answer = await world.request('GET', '/api/v1/moi', { authorization })
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    },
  )
})

describe('the published keys', () => {
  test('are asked for again for an unknown key id, but not for every forged one', async () => {
    const other = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
    const status = async (token: string) =>
      (await other.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })).status
    expect(await status(await provider.sign('e', 'ES256', { sub }))).toBe(200)
    await provider.addKey('rotated', 'ES256')
    expect(await status(await provider.sign('rotated', 'ES256', { sub }))).toBe(200)
    const before = provider.fetches
    for (let i = 0; i < 50; i += 1) {
      expect(await status(await provider.sign('foreign', 'ES256', { sub }, { kid: `forged-${i}` }))).toBe(401)
    }
    expect(provider.fetches - before).toBeLessThanOrEqual(4)
    await other.close()
  })

  test('go on being used when the provider is down; none yet is 503, not 401', async () => {
    provider.up = false
    expect(await ask(await provider.sign('e', 'ES256', { sub }))).toBe(200)
    const early = await openWorld({ environment: { OIDC_ISSUER: provider.issuer } })
    const token = await provider.sign('e', 'ES256', { sub })
    const answer = await early.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })
    expect([answer.status, answer.body.code]).toEqual([503, 'service_indisponible'])
    expect((await early.get(null, '/api/v1/sante')).body.statut).toBe('degrade')
    provider.up = true
    expect((await early.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })).status).toBe(200)
    await early.close()
  })

  test('may be given by address; a discovery document of somebody else is not believed', async () => {
    const direct = await openWorld({
      environment: { OIDC_ISSUER: 'https://autre.example', OIDC_JWKS_URL: `${provider.issuer}/keys` },
    })
    const token = await provider.sign('e', 'ES256', { sub, iss: 'https://autre.example' })
    expect((await direct.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })).status).toBe(
      200,
    )
    await direct.close()
    const astray = await openWorld({ environment: { OIDC_ISSUER: `${provider.issuer}/tenant` } })
    const foreign = await provider.sign('e', 'ES256', { sub, iss: `${provider.issuer}/tenant` })
    expect((await astray.request('GET', '/api/v1/moi', { authorization: `Bearer ${foreign}` })).status).toBe(
      503,
    )
    await astray.close()
  })
})
