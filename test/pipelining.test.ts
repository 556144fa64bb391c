import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawWorld, type RawWorld } from './setup/exchange.ts'
import { operator } from './setup/people.ts'

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const known = get('/openapi.json')
const unknown = get('/inconnu')
const broken = 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'

describe('a broken request behind good ones on one connection (RFC 9112 §9.3.2)', () => {
  let world: RawWorld
  beforeAll(async () => {
    world = await openRawWorld()
  })
  afterAll(() => world.close())
  const statuses = async (bytes: string) => (await world.exchange(bytes)).map(({ status }) => status)

  test.each([
    ['one', known + broken, [200, 400]],
    ['several', known + unknown + known + unknown + broken, [200, 404, 200, 404, 400]],
    ['one, and more rubbish', known + broken + 'x'.repeat(200_000), [200, 400]],
    ['one, and good ones after it', known + broken + known, [200, 400]],
    ['one, and too long a header', known + get('/', `X: ${'a'.repeat(20_000)}\r\n`), [200, 431]],
    ['one, and CONNECT', `${known}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`, [200, 405]],
    ['one that is the last by its own wish', get('/inconnu', 'Connection: close\r\n') + broken, [404]],
    ['none', broken, [400]],
  ])('lets them be answered first: %s', async (_what, bytes, expected) => {
    const answers = await world.exchange(bytes)
    expect(answers.map(({ status }) => status)).toEqual(expected)
    expect(answers.at(-1)?.head).toContain('connection: close')
  })

  test('waits for an answer that takes its time', async () => {
    const asked = () => ({ answers: statuses(world.ask('/api/v1/clients') + unknown + broken) })
    const { answers } = await world.whileHeld(asked, async () => {})
    const [slow, ...rest] = await answers
    expect([200, 503]).toContain(slow)
    expect([rest.length, rest.at(-1)]).toEqual([2, 400])
  })

  test('comes after a refusal for want of room, too', async () => {
    const small = await openRawWorld({ environment: { DATABASE_POOL: '1' } })
    const asked = () => small.dial(small.ask('/api/v1/clients'))
    await small.whileHeld(asked, async () => {
      const answers = await small.exchange(small.ask('/api/v1/clients') + broken)
      expect(answers.map(({ status }) => status)).toEqual([503, 400])
    })
    await small.close()
  })

  test('does not keep the connection of somebody who never reads', async () => {
    const deaf = world.dial(known.repeat(200) + broken).pause()
    await once(deaf, 'connect')
    const open = () =>
      new Promise((resolve) => world.server.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(open, { interval: 50 }).toBe(0)
  }, 90_000)
})

describe('an answer under way when the service is asked to stop', () => {
  const path = '/api/v1/clients?taille=1'

  test.each([
    ['GET', '', 200],
    ['HEAD', '', 200],
    ['GET', 'If-None-Match', 304],
  ])('says that the connection closes: %s %s', async (method, condition, status) => {
    const world = await openRawWorld()
    const { etag } = (await world.get(operator, path)).headers
    const request = world.ask(path, condition && `${condition}: ${etag}\r\n`, method)
    const asked = () => ({ answers: world.exchange(request) })
    const { answers } = await world.whileHeld(asked, () => world.announceStop())
    expect(await answers).toEqual([{ status, head: expect.stringContaining('connection: close\r\n') }])
    await world.close()
  })

  test('does not take the next one on its connection away', async () => {
    const world = await openRawWorld()
    let closed: Promise<void> | undefined
    const asked = () => ({ answers: world.exchange(world.ask(path) + unknown) })
    const { answers } = await world.whileHeld(asked, async () => {
      closed = world.close()
    })
    const [slow, next] = await answers
    expect([slow?.status, next?.status]).toEqual([200, 404])
    await closed
  })
})
