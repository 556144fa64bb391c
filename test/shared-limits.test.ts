import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/http/ask.ts'
import { openTestStore, storeProgram, type TestStore } from './setup/load-redis.ts'
import { clientUser, competitor, operator, partner, thirdParty } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const LIMIT = 6
/** So many milliseconds at least takes a request that waits for a store that is silent. */
const STORE_ANSWER = 250

let store: TestStore
let instances: World[] = []

async function open(options: { url?: string; environment?: Record<string, string> } = {}): Promise<World> {
  const environment = {
    REDIS_URL: options.url ?? store.url,
    RATE_LIMIT_WINDOW_S: '600',
    RATE_LIMIT_USER: String(LIMIT),
    ...options.environment,
  }
  const world = await openWorld({ environment })
  instances.push(world)
  return world
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Asked each time from another address, where a proxy is believed. */
let looks = 0
const healthOf = async (world: World) => {
  looks += 1
  return (await world.get(null, '/api/v1/sante', from(`198.51.100.${looks % 256}`))).body.statut
}
const untilHealthy = (world: World) => expect.poll(() => healthOf(world)).toBe('ok')

const moi = (world: World, who: string) => world.get(who, '/api/v1/moi')

/** The statuses of so many requests to the instances in turn. */
async function inTurn(worlds: readonly World[], count: number, ask: (world: World) => Promise<Answer>) {
  const statuses: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const world = worlds[turn % worlds.length]
    if (world !== undefined) statuses.push((await ask(world)).status)
  }
  return statuses
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

function expectTooMany(answer: Answer): void {
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({ code: 'trop_de_requetes', message: expect.stringMatching(/\.$/) })
  const { reessayer_dans_secondes: seconds } = answer.body.details
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(600)
  expect(answer.headers['retry-after']).toBe(String(seconds))
}

describe.skipIf(storeProgram === undefined)(
  'with a Redis-compatible store (redis-server or valkey-server)',
  () => {
    beforeEach(async () => {
      store = await openTestStore()
    })
    afterEach(async () => {
      store.thaw()
      await Promise.all(instances.map((world) => world.close()))
      instances = []
      await store.remove()
    })

    test('two instances share the budget of a user, each user for themselves', async () => {
      const both = [await open(), await open()]
      for (const world of both) await untilHealthy(world)
      expect(await inTurn(both, LIMIT, (world) => moi(world, operator))).toEqual(times(LIMIT, 200))
      for (const world of both) expectTooMany(await moi(world, operator))
      for (const world of both) expect((await moi(world, partner)).status).toBe(200)
    })

    test('and that of an address, whatever it asks without a good token', async () => {
      const environment = { RATE_LIMIT_ADDRESS: String(LIMIT), TRUST_PROXY: '127.0.0.0/8' }
      const both = [await open({ environment }), await open({ environment })]
      for (const world of both) await untilHealthy(world)
      const guess = (world: World) => world.get(null, '/api/v1/moi', from('203.0.113.7'))
      expect(await inTurn(both, LIMIT, guess)).toEqual(times(LIMIT, 401))
      for (const world of both) {
        expectTooMany(await guess(world))
        expectTooMany(await world.get(null, '/api/v1/sante', from('203.0.113.7')))
        expect((await world.get(null, '/api/v1/sante', from('203.0.113.8'))).status).toBe(200)
        expect((await world.get(operator, '/api/v1/moi', from('203.0.113.7'))).status).toBe(200)
      }
    })

    test('when the store is killed each counts alone, at once and without a fault; when it is back they share again', async () => {
      const both = [await open(), await open()]
      for (const world of both) await untilHealthy(world)
      expect(await inTurn(both, 2, (world) => moi(world, operator))).toEqual([200, 200])
      await store.kill()
      expect(await inTurn(both, 2 * LIMIT, (world) => moi(world, operator))).toEqual(times(2 * LIMIT, 200))
      for (const world of both) {
        expectTooMany(await moi(world, operator))
        expect(await healthOf(world)).toBe('degrade')
      }
      await store.start()
      for (const world of both) await untilHealthy(world)
      expect(await inTurn(both, LIMIT, (world) => moi(world, partner))).toEqual(times(LIMIT, 200))
      for (const world of both) expectTooMany(await moi(world, partner))
    })

    test('when the store freezes, nobody waits for it but the first; when it is back they share again', async () => {
      const both = [await open(), await open()]
      for (const world of both) await untilHealthy(world)
      store.freeze()
      const first = await timed(both, 2, competitor)
      expect(first.statuses).toEqual([200, 200])
      expect(first.quickest).toBeGreaterThan(STORE_ANSWER - 10)
      const others = await timed(both, 2 * (LIMIT - 1), competitor)
      expect(others.statuses).toEqual(times(2 * (LIMIT - 1), 200))
      expect(others.quickest).toBeLessThan(STORE_ANSWER)
      for (const world of both) {
        expectTooMany(await moi(world, competitor))
        expect(await healthOf(world)).toBe('degrade')
      }
      store.thaw()
      for (const world of both) await untilHealthy(world)
      expect(await inTurn(both, LIMIT, (world) => moi(world, clientUser))).toEqual(times(LIMIT, 200))
      for (const world of both) expectTooMany(await moi(world, clientUser))
    })

    test('many who come while the store freezes are all answered in time', async () => {
      const world = await open({ environment: { RATE_LIMIT_USER: '1000' } })
      await untilHealthy(world)
      await moi(world, operator)
      store.freeze()
      const asked = await Promise.all(Array.from({ length: 30 }, () => moi(world, operator)))
      expect(asked.map(({ status }) => status)).toEqual(times(30, 200))
    })

    test('a store that refuses us is one that is down', async () => {
      const closed = await openTestStore('--requirepass', 'secret')
      const world = await open({ url: closed.url })
      expect(await inTurn([world], LIMIT, () => moi(world, thirdParty))).toEqual(times(LIMIT, 200))
      expectTooMany(await moi(world, thirdParty))
      expect(await healthOf(world)).toBe('degrade')
      await closed.remove()
    })
  },
)

/** Asks so many times for the session, the instances in turn, and says how long the quickest took in milliseconds. */
async function timed(worlds: readonly World[], count: number, who: string) {
  for (const world of worlds) await world.token(who)
  const durations: number[] = []
  const statuses = await inTurn(worlds, count, async (world) => {
    const began = performance.now()
    const answer = await moi(world, who)
    durations.push(performance.now() - began)
    return answer
  })
  return { statuses, quickest: Math.min(...durations) }
}
