import { afterEach, expect, test } from 'vitest'
import type { Answer } from '../harness/http/ask.ts'
import { openLimits } from '../src/http/admission/rate-limits.ts'
import { act } from './setup/acting.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World, type WorldOptions } from './setup/world.ts'

const worlds: World[] = []
const open = async (environment: WorldOptions['environment'] = {}) => {
  const world = await openWorld({ environment })
  worlds.push(world)
  return world
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()))
})

const tooMany = (answer: Pick<Answer, 'status' | 'body'> & { headers: object }, window = 60) => {
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({
    code: 'trop_de_requetes',
    message: expect.stringMatching(/^Trop de requêtes .+\.$/),
  })
  const seconds = answer.body.details.reessayer_dans_secondes
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(window)
  expect(answer.headers).toMatchObject({ 'retry-after': String(seconds) })
}

/** It was not one too many; on a busy machine health may say that it is not well. */
const counted = ({ status }: Answer) => expect([200, 503]).toContain(status)

test('a user may ask so many times, each user for themselves', async () => {
  const world = await open({ RATE_LIMIT_USER: '3' })
  for (let i = 0; i < 3; i += 1) expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
  tooMany(await world.get(operator, '/api/v1/moi'))
  tooMany(await world.get(operator, '/api/v1/clients?page=x'))
  expect((await world.get(partner, '/api/v1/moi')).status).toBe(200)
})

test('a user may act so many times, each user for themselves, and may still read', async () => {
  const world = await open({ RATE_LIMIT_ACTIONS: '2', RATE_LIMIT_WINDOW_S: '3600' })
  const create = (who: string, raison_sociale: string) =>
    act(world, who, '/clients', { body: { raison_sociale, confirmer_doublon: true } })
  for (const name of ['Zorvix Un', 'Zorvix Deux']) expect((await create(operator, name)).status).toBe(201)
  tooMany(await create(operator, 'Zorvix Trois'), 3600)
  // Counted before anything else is looked at, and for all actions together.
  tooMany(await act(world, operator, '/reservations', { body: '{', key: null }), 3600)
  expect((await world.get(operator, '/api/v1/clients?recherche=zorvix')).body.pagination.total).toBe(2)
  expect((await create(partner, 'Zorvix Quatre')).status).toBe(201)
})

test('an address without a good token may ask so many times, whichever tokens it guesses', async () => {
  const world = await open({ RATE_LIMIT_ADDRESS: '3' })
  expect((await world.get(null, '/api/v1/moi')).status).toBe(401)
  expect((await world.get(null, '/api/v1/clients', { authorization: 'Bearer a.b.c' })).status).toBe(401)
  counted(await world.get(null, '/api/v1/sante'))
  tooMany(await world.get(null, '/api/v1/moi'))
  tooMany(await world.get(null, '/api/v1/sante'))
  expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
})

test('the limit ends with its window', async () => {
  const world = await open({ RATE_LIMIT_USER: '1', RATE_LIMIT_WINDOW_S: '1' })
  const ask = () => world.get(operator, '/api/v1/moi')
  const refused: Answer[] = []
  /** Asks twice at once; a busy machine may count the two in different windows. */
  const twice = async () => {
    const answers = await Promise.all([ask(), ask()])
    refused.push(...answers.filter(({ status }) => status === 429))
    return answers.map(({ status }) => status).sort()
  }
  await expect.poll(twice).toEqual([200, 429])
  for (const answer of refused) tooMany(answer, 1)
  await expect.poll(async () => (await ask()).status).toBe(200)
})

test('the address is that of the client only behind a proxy that is trusted', async () => {
  const direct = await open({ RATE_LIMIT_ADDRESS: '1' })
  await direct.request('GET', '/api/v1/sante', { 'x-forwarded-for': '203.0.113.1' })
  tooMany(await direct.request('GET', '/api/v1/sante', { 'x-forwarded-for': '203.0.113.2' }))
  const proxied = await open({ RATE_LIMIT_ADDRESS: '1', TRUST_PROXY: '127.0.0.0/8' })
  counted(await proxied.request('GET', '/api/v1/sante', { 'x-forwarded-for': '203.0.113.1' }))
  counted(await proxied.request('GET', '/api/v1/sante', { 'x-forwarded-for': '203.0.113.2' }))
  // What a client writes itself stands left of what the proxy saw, and is not believed.
  tooMany(await proxied.request('GET', '/api/v1/sante', { 'x-forwarded-for': '198.51.100.9, 203.0.113.1' }))
})

test('a shared store that is down leaves each instance counting alone, and health says so', async () => {
  const world = await open({ RATE_LIMIT_USER: '2', REDIS_URL: 'redis://127.0.0.1:1' })
  // A machine that has much else to do may be told so first.
  await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('degrade')
  expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
  expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
  tooMany(await world.get(operator, '/api/v1/moi'))
})

test('an IPv6 network counts as one address', async () => {
  const world = await open({ RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: '127.0.0.0/8' })
  const from = (address: string) => world.request('GET', '/api/v1/sante', { 'x-forwarded-for': address })
  counted(await from('2001:db8:0:1::1'))
  counted(await from('2001:db8:0:1:ffff::2'))
  tooMany(await from('2001:db8:0:1:1:2:3:4'))
  counted(await from('2001:db8:0:2::1'))
})

test('somebody who has gone, and has no address any more, is not counted', async () => {
  const limits = await openLimits({
    rateLimitUser: 1,
    rateLimitActions: 1000,
    rateLimitQuestions: 1000,
    rateLimitUploads: 1000,
    rateLimitAddress: 1,
    rateLimitWindow: 60,
    redisUrl: undefined,
  })
  for (let time = 0; time < 3; time += 1) await limits.address(undefined)
  await limits.close()
})
