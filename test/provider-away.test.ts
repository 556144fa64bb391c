import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { Cancellation } from '../src/database/cancellation.ts'
import { AdmissionControl } from '../src/http/admission/admission.ts'
import { KeyQueue } from '../src/http/admission/key-queue.ts'
import type { Waiting } from '../src/http/admission/readmit.ts'
import { ownKeys } from '../src/identity/keys.ts'
import { PublishedKeys } from '../src/identity/published-keys.ts'
import { operator } from './setup/people.ts'
import { Provider } from './setup/provider.ts'
import { openWorld, type World } from './setup/world.ts'

const provider = new Provider()
const worlds: World[] = []
beforeAll(async () => {
  await provider.start()
  provider.addKey('a', 'ES256')
  provider.addKey('stranger', 'ES256', null)
})
afterAll(() => provider.stop())
afterEach(async () => {
  vi.useRealTimers()
  provider.up = true
  provider.hangs = false
  if (provider.keys.length === 0) provider.publish('a')
  await Promise.all(worlds.splice(0).map((world) => world.close()))
})

const open = async (environment: Record<string, string> = {}) => {
  const world = await openWorld({ environment: { OIDC_ISSUER: provider.issuer, ...environment } })
  worlds.push(world)
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [operator])
  provider.subject = account?.id ?? ''
  return world
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const health = (world: World) => world.get(null, '/api/v1/sante')
const forged = (index: number) => provider.sign('stranger', {}, { kid: `forged-${index}` })

/** Gives at each call a promise for one more of these to be settled. */
function nextOf(promises: readonly Promise<unknown>[]): () => Promise<void> {
  const calls: (() => void)[] = []
  const settled = () => calls.shift()?.()
  for (const promise of promises) promise.then(settled, settled)
  return () => new Promise((resolve) => calls.push(resolve))
}

describe('a service without its provider', () => {
  test('is not ready, tells every token 503, and is ready by itself when the provider is back', async () => {
    provider.up = false
    const world = await open()
    const token = provider.sign('a')
    for (let time = 0; time < 3; time += 1) {
      expect((await world.request('GET', '/api/v1/moi', bearer(token))).status).toBe(503)
      expect((await world.request('GET', '/api/v1/moi', bearer(forged(time)))).status).toBe(503)
    }
    expect((await health(world)).body.code).toBe('service_indisponible')
    provider.up = true
    await world.ready()
    expect((await world.request('GET', '/api/v1/moi', bearer(token))).status).toBe(200)
    expect((await health(world)).body.statut).toBe('ok')
  })

  test('is ready once a provider that hung answers', async () => {
    provider.hangs = true
    const world = await open()
    expect((await health(world)).status).toBe(503)
    provider.hangs = false
    await world.ready()
    expect((await world.request('GET', '/api/v1/moi', bearer(provider.sign('a')))).status).toBe(200)
  })
})

describe('a provider that publishes no key', () => {
  test('has revoked all of them, also for tokens that were verified before; the service recovers by itself', async () => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const world = await open({ OIDC_KEYS_REFRESH_S: '30' })
    await world.ready()
    const token = provider.sign('a')
    const status = async () => (await world.request('GET', '/api/v1/moi', bearer(token))).status
    expect(await status()).toBe(200)
    provider.keys.splice(0)
    vi.setSystemTime(start + 31_000)
    await expect.poll(status).toBe(401)
    expect((await health(world)).body.statut).toBe('degrade')
    provider.publish('a')
    await expect.poll(status).toBe(200)
    expect((await health(world)).body.statut).toBe('ok')
  })
})

describe('the keys are asked for by the clock', () => {
  const REFRESH = 600_000
  let keys: PublishedKeys
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => keys.close())
  const start = () => {
    keys = new PublishedKeys({ issuer: provider.issuer, jwksUrl: undefined, refreshAfter: REFRESH })
    return keys
  }
  const untilNextAttempt = () => (keys.state.nextAttemptAt?.getTime() ?? 0) - Date.now()

  test('before a withdrawn key is too old, though nobody asks', async () => {
    const { generation } = start()
    await keys.renewed()
    expect(keys.state).toMatchObject({ ready: true, fresh: true, count: 1, ageSeconds: 0, failure: null })
    expect([keys.generation, untilNextAttempt()]).toEqual([generation + 1, 0.8 * REFRESH])
    provider.keys.splice(0)
    vi.advanceTimersByTime(0.8 * REFRESH)
    await keys.renewed()
    expect(keys.state).toMatchObject({ ready: true, fresh: false, count: 0, failure: null })
    expect(keys.generation).toBe(generation + 2)
  })

  test('about every second while the provider fails; the last ones stay, and grow stale', async () => {
    start()
    await keys.renewed()
    provider.up = false
    vi.advanceTimersByTime(0.8 * REFRESH)
    for (let time = 0; time < 6; time += 1) {
      await keys.renewed()
      expect(keys.state).toMatchObject({ ready: true, fresh: true, count: 1 })
      expect(keys.state.failure?.message).toBe(
        `${provider.issuer}/.well-known/openid-configuration: HTTP 500`,
      )
      expect(untilNextAttempt()).toBeLessThanOrEqual(1000)
      vi.advanceTimersByTime(untilNextAttempt())
    }
    vi.setSystemTime(Date.now() + REFRESH)
    await keys.renewed()
    expect(keys.state.fresh).toBe(false)
    provider.up = true
    vi.advanceTimersByTime(1000)
    await keys.renewed()
    expect(keys.state).toMatchObject({ fresh: true, failure: null })
  })

  test('while an attempt hangs: the next one does not wait for it', async () => {
    provider.hangs = true
    const asked = provider.nextRequest()
    start()
    await asked
    provider.hangs = false
    const renewed = keys.renewed()
    vi.advanceTimersByTime(1000)
    await renewed
    expect(keys.state).toMatchObject({ ready: true, failure: null })
  })
})

describe('strangers before a provider that hangs', () => {
  /** A service at an address, whose admission is passed; the provider hangs from now on. */
  const listen = async (environment: Record<string, string> = {}) => {
    const world = await open(environment)
    await world.ready()
    const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (token: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}/api/v1/moi`, { headers: { ...bearer(token), ...headers } })
      await response.arrayBuffer()
      return response.status
    }
    const user = provider.sign('a')
    expect(await ask(user)).toBe(200)
    return { world, ask, user }
  }

  test.each([16, 200])('%i at once disturb nobody, and are told 401', async (count) => {
    const { world, ask, user } = await listen()
    provider.hangs = true
    const asked = provider.nextRequest()
    const strangers = Array.from({ length: count }, (_, index) => ask(forged(index)))
    await asked
    // No more than 32 of an address wait.
    await Promise.all(Array.from({ length: Math.max(0, count - 32) }, nextOf(strangers)))
    const users: number[] = []
    for (let time = 0; time < 20; time += 1) users.push(await ask(user))
    expect(users).toEqual(Array(20).fill(200))
    await expect.poll(async () => (await health(world)).status).toBe(200)
    expect(new Set(await Promise.all(strangers))).toEqual(new Set([401]))
  })

  test('of one address leave room to wait for those of others', async () => {
    const admission = new AdmissionControl(8)
    onTestFinished(() => admission.close())
    let renew = () => {}
    const fetched = new Promise<void>((resolve) => {
      renew = resolve
    })
    const queue = new KeyQueue({ ...ownKeys({ keys: [] }), renewed: () => fetched }, admission)
    const wait = (ip: string) =>
      queue.retry({ request: { ip, raw: {} }, cancellation: new Cancellation() } as Waiting, async () => null)
    const strangers = Array.from({ length: 300 }, () => wait('203.0.113.7'))
    expect(queue.waiting).toBe(32)
    const others = Array.from({ length: 10 }, (_, n) => wait(`203.0.113.${n + 8}`))
    expect(queue.waiting).toBe(42)
    renew()
    const told = await Promise.all([...strangers, ...others])
    // Those who did not wait are told so; the others were recognised anew, as nobody.
    expect(told.map((subject) => subject === undefined)).toEqual(
      told.map((_, index) => index >= 32 && index < 300),
    )
    expect(queue.waiting).toBe(0)
  })

  test('are counted before they wait', async () => {
    const { ask } = await listen({ RATE_LIMIT_ADDRESS: '5', TRUST_PROXY: '127.0.0.0/8' })
    provider.hangs = true
    const told: number[] = []
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const strangers = Array.from({ length: 8 }, async (_, index) => {
      told.push(await ask(forged(index), from))
    })
    await Promise.all(strangers)
    expect(told).toEqual([429, 429, 429, 401, 401, 401, 401, 401])
  })

  test('do not keep the first token after a rotation from being taken', async () => {
    const { ask } = await listen({ TRUST_PROXY: '127.0.0.0/8' })
    provider.hangs = true
    const asked = provider.nextRequest()
    const strangers = Array.from({ length: 40 }, (_, index) =>
      ask(forged(index), { 'x-forwarded-for': '203.0.113.7' }),
    )
    await asked
    provider.addKey('rotated', 'ES256')
    provider.hangs = false
    const token = provider.sign('rotated')
    await expect.poll(() => ask(token, { 'x-forwarded-for': '203.0.113.8' })).toBe(200)
    expect(new Set(await Promise.all(strangers))).toEqual(new Set([401]))
  })
})
