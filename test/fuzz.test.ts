import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comptesDemonstration } from '../demo/accounts.ts'
import { conversationFaults, converse } from '../harness/fuzz/converse.ts'
import { ORIGIN } from '../harness/fuzz/methods.ts'
import { faultsOf, twinFaults } from '../harness/fuzz/oracle.ts'
import type { Random } from '../harness/fuzz/random.ts'
import { rawCase } from '../harness/fuzz/raw.ts'
import { reproduction } from '../harness/fuzz/reproduction.ts'
import { type Fuzzed, twinOf } from '../harness/fuzz/request.ts'
import { fuzzedRequest } from '../harness/fuzz/requests.ts'
import { retryBusy } from '../harness/fuzz/retry-busy.ts'
import { surveyTarget, type Target } from '../harness/fuzz/target.ts'
import { Keeper } from '../harness/fuzz/wire.ts'
import { always } from './setup/fuzz-choices.ts'
import { nothing } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const AT_ONCE = 4

let world: World
let target: Target
let keepers: Keeper[]
/** The connections that the service has. */
const sockets = new Set<Socket>()

beforeAll(async () => {
  world = await openWorld({ environment: { CORS_ORIGINS: ORIGIN, TRUST_PROXY: '127.0.0.1' } })
  world.server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.server.server.address() as AddressInfo
  const tokens = await Promise.all(
    [...comptesDemonstration.map(({ email }) => email), nothing].map((who) => world.token(who)),
  )
  target = await surveyTarget(port, tokens)
  keepers = Array.from({ length: AT_ONCE }, () => new Keeper(port))
})
afterAll(async () => {
  // One that was not let go would hold the end up for ever.
  for (const socket of sockets) socket.destroy()
  await world.close()
})

/** Fails with what was wrong and what was sent. */
function requireNone(faults: readonly string[], pieces: readonly Buffer[]): void {
  expect(faults, faults.length === 0 ? '' : `${faults.join('\n')}\n${reproduction(pieces, target)}`).toEqual(
    [],
  )
}

/** Asks several at once, each on a connection of its own; all are over before one fails. */
const each =
  (check: (random: Random, keeper: Keeper) => Promise<void>) => async (randoms: readonly Random[]) => {
    const outcomes = await Promise.allSettled(randoms.map((random, n) => check(random, keepers[n] as Keeper)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

const ask = (keeper: Keeper, request: Fuzzed) =>
  retryBusy(
    () => keeper.ask(request.bytes, request),
    (answer) => answer?.status === 503,
  )

test('whatever is asked, the answer has its status, its shape and nothing of the inside', () =>
  always(
    160,
    AT_ONCE,
    each(async (random, keeper) => {
      const request = fuzzedRequest(random, target)
      const answer = await ask(keeper, request)
      const closed = request.mayClose ? [] : ['closed without an answer']
      requireNone(answer === null ? closed : faultsOf(request, answer, { deep: true }), [request.bytes])
    }),
  ))

test('HEAD is answered as GET, without the body', () =>
  always(
    40,
    AT_ONCE,
    each(async (random, keeper) => {
      const request = fuzzedRequest(random, target)
      const twin = twinOf(request)
      if (twin === null) return
      const [get, head] = [await ask(keeper, request), await ask(keeper, twin)]
      if (get === null || head === null) return requireNone(['closed without an answer'], [request.bytes])
      requireNone(twinFaults(request, get, head), [request.bytes])
    }),
  ))

test('whatever bytes come, they are answered in shape or the connection is closed, and the service goes on', () =>
  always(
    30,
    AT_ONCE,
    each(async (random, keeper) => {
      const one = rawCase(random, target)
      const conversation = await retryBusy(
        () => converse(target.port, one),
        ({ answers }) => answers.some(({ status }) => status === 503),
      )
      requireNone(conversationFaults(one, conversation), one.pieces)
      const after = await retryBusy(
        () => keeper.ask(Buffer.from('GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n\r\n')),
        (answer) => answer?.status === 503,
      )
      expect(after?.status).toBe(200)
    }),
  ))

/** Waits for the service to let go of all connections but this many. */
async function lettingGo(kept: number): Promise<number> {
  while (sockets.size > kept) await sleep(50)
  return sockets.size
}

test('no connection is left once those who made them have gone', async () => {
  for (const keeper of keepers) keeper.close()
  expect(await lettingGo(0)).toBe(0)
})

test('a CONNECT that goes on speaking is let go when it has been answered', async () => {
  const before = sockets.size
  const pieces = ['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', ...Array.from({ length: 20 }, () => 'more')]
  await converse(target.port, {
    kind: 'connect',
    marker: 'x',
    pieces: pieces.map((text) => Buffer.from(text)),
  })
  expect(await lettingGo(before)).toBe(before)
})
