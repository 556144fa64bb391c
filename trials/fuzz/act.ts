import { actionFaults, isDone } from '../../harness/fuzz/action-oracle.ts'
import type { ActionTarget } from '../../harness/fuzz/action-target.ts'
import { fuzzedAction } from '../../harness/fuzz/actions.ts'
import { randomOf } from '../../harness/fuzz/random.ts'
import { reproduction } from '../../harness/fuzz/reproduction.ts'
import { retryBusy } from '../../harness/fuzz/retry-busy.ts'
import type { Keeper } from '../../harness/fuzz/wire.ts'
import type { Report } from './report.ts'

interface Asked {
  readonly target: ActionTarget
  readonly keeper: Keeper
  readonly report: Report
  readonly number: number
}

/** Sends the request to act of that number; a seed and a number are always the same request. */
export async function sendAction(seed: string, { target, keeper, report, number }: Asked): Promise<void> {
  const request = fuzzedAction(randomOf(`${seed}/${number}`), target)
  report.sent += 1
  const faults: string[] = []
  try {
    const answer = await retryBusy(
      () => keeper.ask(request.bytes, request),
      (given) => given?.status === 503,
      () => report.count('asked again', '503'),
    )
    report.count(request.kind, answer === null ? 'closed' : String(answer.status))
    if (answer !== null) faults.push(...actionFaults(request, answer))
    else if (!request.mayClose) faults.push('closed without an answer')
    if (answer === null || isDone(answer)) report.done += 1
  } catch (error) {
    faults.push((error as Error).message)
  }
  if (faults.length > 0)
    report.fail({ number, kind: request.kind, faults, reproduction: reproduction([request.bytes], target) })
}
