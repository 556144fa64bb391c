import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insist } from '../harness/http/insist.ts'
import { PublishedKeys } from '../src/identity/published-keys.ts'
import { tokenVerifier } from '../src/identity/token.ts'
import { operator, withoutRights } from './setup/people.ts'
import { Provider } from './setup/provider.ts'
import { openWorld, type World } from './setup/world.ts'

const algorithms = [
  ['r', 'RS256'],
  ['p', 'PS256'],
  ['e', 'ES256'],
  ['e3', 'ES384'],
  ['d', 'EdDSA'],
] as const

const provider = new Provider()
let world: World
beforeAll(async () => {
  await provider.start()
  for (const [kid, alg] of algorithms) provider.addKey(kid, alg)
  provider.addKey('foreign', 'ES256', null)
  world = await openReady()
  provider.subject = await idOf(operator)
})
afterAll(async () => {
  await world.close()
  provider.stop()
})

const idOf = async (email: string) => {
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [email])
  return account?.id ?? ''
}
const ask = async (token: string, of = world, url = '/api/v1/moi') =>
  (await of.request('GET', url, { authorization: `Bearer ${token}` })).status
/** As callers do who come back when there is no room. */
const insistOn = async (token: string, of = world) =>
  (await insist(() => of.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` }))).status
const openOther = (environment: Record<string, string> = {}) =>
  openWorld({ environment: { OIDC_ISSUER: provider.issuer, ...environment } })
const openReady = async (environment: Record<string, string> = {}) => {
  const other = await openOther(environment)
  await other.ready()
  return other
}

describe('a token of the provider', () => {
  test.each(algorithms)('signed with %s (%s) is taken', async (kid) => {
    expect(await ask(provider.sign(kid))).toBe(200)
  })

  test('is taken with its subject in upper case, several audiences, and the scheme in any case', async () => {
    const sub = provider.subject.toUpperCase()
    expect(await ask(provider.sign('e', { sub, aud: ['x', 'antenne'] }))).toBe(200)
    const authorization = `bearer ${provider.sign('e')}`
    expect((await world.request('GET', '/api/v1/moi', { authorization })).status).toBe(200)
  })

  test('is taken without a key id when one of the keys fits', async () => {
    provider.addKey('e-bis', 'ES384')
    const other = await openReady()
    expect(await ask(provider.sign('e-bis', {}, { kid: undefined }), other)).toBe(200)
    expect(await ask(provider.sign('foreign', {}, { kid: undefined }), other)).toBe(401)
    await other.close()
  })

  test('gives no right by what it says of roles', async () => {
    const token = provider.sign('e', {
      sub: await idOf(withoutRights),
      roles: ['admin'],
      permissions: ['clients.consulter'],
      scope: 'clients.consulter',
    })
    expect(await ask(token, world, '/api/v1/clients')).toBe(403)
  })
})

describe('the published keys', () => {
  test('are asked for again for an unknown key id, but not for every forged one', async () => {
    const other = await openReady()
    expect(await ask(provider.sign('e'), other)).toBe(200)
    provider.addKey('rotated', 'ES256')
    expect(await ask(provider.sign('rotated'), other)).toBe(200)
    const before = provider.asked.length
    for (let i = 0; i < 50; i += 1) {
      expect(await ask(provider.sign('foreign', {}, { kid: `forged-${i}` }), other)).toBe(401)
    }
    expect(provider.asked.length - before).toBeLessThanOrEqual(4)
    await other.close()
  })

  test('go on being used when the provider is down; none yet is 503, not 401', async () => {
    provider.up = false
    expect(await insistOn(provider.sign('e'))).toBe(200)
    const early = await openOther()
    const authorization = `Bearer ${provider.sign('e')}`
    const answer = await early.request('GET', '/api/v1/moi', { authorization })
    expect([answer.status, answer.body.code]).toEqual([503, 'service_indisponible'])
    expect((await early.get(null, '/api/v1/sante')).status).toBe(503)
    provider.up = true
    expect(await insistOn(provider.sign('e'), early)).toBe(200)
    await early.close()
  })

  test('may be given by address; a discovery document of somebody else is not believed', async () => {
    const iss = 'https://autre.example'
    const direct = await openReady({ OIDC_ISSUER: iss, OIDC_JWKS_URL: `${provider.issuer}/keys` })
    expect(await ask(provider.sign('e', { iss }), direct)).toBe(200)
    await direct.close()
    const tenant = `${provider.issuer}/tenant`
    const astray = await openOther({ OIDC_ISSUER: tenant })
    expect(await ask(provider.sign('e', { iss: tenant }), astray)).toBe(503)
    await astray.close()
  })

  test('are asked for again when they are old, although all tokens are known already', async () => {
    provider.addKey('short', 'ES256')
    let at = Date.now()
    const { issuer } = provider
    const keys = new PublishedKeys({ issuer, jwksUrl: undefined, refreshAfter: 600_000, now: () => at })
    const verify = tokenVerifier(keys, { issuer, audience: 'antenne' })
    const token = provider.sign('short')
    await keys.renewed()
    expect(await verify(token)).toBe(provider.subject)
    provider.keys.splice(
      provider.keys.findIndex(({ kid }) => kid === 'short'),
      1,
    )
    at += 601_000
    expect(await verify(token)).toBe(provider.subject)
    await expect.poll(() => verify(token)).toBeUndefined()
    keys.close()
  })

  test('are not taken from an address less safe than that of the provider', async () => {
    // By http from elsewhere than this machine, as far as an address tells.
    const elsewhere = `${provider.issuer.replace('127.0.0.1', '0.0.0.0')}/keys`
    const unsafe = ['data:application/json,{"keys":[]}', 'ftp://127.0.0.1/keys', 'keys', elsewhere]
    for (const jwks_uri of unsafe) {
      provider.discovery = { jwks_uri }
      const other = await openOther()
      expect(await ask(provider.sign('e'), other)).toBe(503)
      await other.close()
    }
    provider.discovery = {}
  })
})
