import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comptesDemonstration } from '../demo/accounts.ts'
import { fingerprints } from '../harness/database/fingerprints.ts'
import { actionFaults, isDone } from '../harness/fuzz/action-oracle.ts'
import { type ActionTarget, surveyActions } from '../harness/fuzz/action-target.ts'
import { fuzzedAction } from '../harness/fuzz/actions.ts'
import { randomOf } from '../harness/fuzz/random.ts'
import { reproduction } from '../harness/fuzz/reproduction.ts'
import { retryBusy } from '../harness/fuzz/retry-busy.ts'
import { surveyTarget } from '../harness/fuzz/target.ts'
import { Keeper } from '../harness/fuzz/wire.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { nothing } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const AT_ONCE = 6
const ROUNDS = 50 * Number(process.env.FUZZ_TIMES ?? 1)
/** Another run: FUZZ_SEED=123 npx vitest run test/fuzz-actions.test.ts. */
const seed = process.env.FUZZ_SEED ?? 'actions'

let world: World
let target: ActionTarget
let keepers: Keeper[]
beforeAll(async () => {
  world = await openWorld({ environment: unlimitedActions })
  world.now = new Date()
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.server.server.address() as AddressInfo
  const accounts = [...comptesDemonstration.map(({ email }) => email), nothing]
  const tokens = await Promise.all(accounts.map((who) => world.token(who)))
  target = await surveyActions(await surveyTarget(port, tokens))
  keepers = Array.from({ length: AT_ONCE }, () => new Keeper(port))
})
afterAll(async () => {
  for (const keeper of keepers) keeper.close()
  await world.close()
})

test('whatever an action is sent, it does it, or refuses in shape and leaves everything as it was', async () => {
  const statuses = new Map<number, number>()
  let before = await fingerprints(world)
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = keepers.map((_, n) => fuzzedAction(randomOf(`${seed}/${round}/${n}`), target))
    const answers = await Promise.all(
      requests.map((request, n) =>
        retryBusy(
          () => (keepers[n] as Keeper).ask(request.bytes, request),
          (answer) => answer?.status === 503,
        ),
      ),
    )
    const faults = requests.flatMap((request, n) => {
      const answer = answers[n] ?? null
      if (answer !== null) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const wrong =
        answer === null
          ? request.mayClose
            ? []
            : ['closed without an answer']
          : actionFaults(request, answer)
      return wrong.length === 0 ? [] : [`${wrong.join('\n')}\n${reproduction([request.bytes], target)}`]
    })
    expect(faults.join('\n\n'), `seed ${seed}, round ${round}`).toBe('')
    const after = await fingerprints(world)
    if (answers.every((answer) => answer === null || !isDone(answer)))
      expect(after, `seed ${seed}, round ${round}`).toEqual(before)
    before = after
  }
  // It went all the way, and was refused for every kind of reason; 409 and 412 depend on who was first.
  for (const status of [200, 201, 400, 401, 403, 404, 413, 415, 422, 428])
    expect(statuses.get(status), `${status} of ${[...statuses].join(' ')}`).toBeGreaterThan(0)
})
