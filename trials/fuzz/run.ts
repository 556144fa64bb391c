import { conversationFaults, converse } from '../../harness/fuzz/converse.ts'
import { faultsOf, twinFaults } from '../../harness/fuzz/oracle.ts'
import { randomOf } from '../../harness/fuzz/random.ts'
import { rawCase } from '../../harness/fuzz/raw.ts'
import { reproduction } from '../../harness/fuzz/reproduction.ts'
import { type Fuzzed, twinOf } from '../../harness/fuzz/request.ts'
import { fuzzedRequest } from '../../harness/fuzz/requests.ts'
import { retryBusy } from '../../harness/fuzz/retry-busy.ts'
import type { Target } from '../../harness/fuzz/target.ts'
import type { Answer, Keeper } from '../../harness/fuzz/wire.ts'
import type { Report } from './report.ts'

/**
 * How often a request is raw bytes, how often the body of a 200 is looked into, how often GET is compared with HEAD.
 */
const RAW = 0.04
const DEEP = 0.05
const TWINS = 0.03

const healthCheck = Buffer.from('GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n\r\n')

interface Asked {
  readonly target: Target
  readonly keeper: Keeper
  readonly report: Report
  readonly number: number
}

/** Sends the request of that number; a seed and a number are always the same request. */
export async function sendNumber(seed: string, asked: Asked): Promise<void> {
  const random = randomOf(`${seed}/${asked.number}`)
  asked.report.sent += 1
  if (random.chance(RAW)) return sendRaw(random, asked)
  const request = fuzzedRequest(random, asked.target)
  const { faults, status, answer } = await outcomeOf(request, asked, random.chance(DEEP))
  asked.report.count(request.kind, status)
  if (answer !== null && random.chance(TWINS)) faults.push(...(await compared(request, answer, asked)))
  tell(asked, request.kind, faults, [request.bytes])
}

async function outcomeOf(request: Fuzzed, { keeper, report }: Asked, deep: boolean) {
  try {
    const answer = await retryBusy(
      () => keeper.ask(request.bytes, request),
      (given) => given?.status === 503,
      () => report.count('asked again', '503'),
    )
    if (answer !== null)
      return { answer, status: String(answer.status), faults: faultsOf(request, answer, { deep }) }
    return { answer, status: 'closed', faults: request.mayClose ? [] : ['closed without an answer'] }
  } catch (error) {
    return { answer: null, status: 'none', faults: [(error as Error).message] }
  }
}

/** Asks the same with HEAD. */
async function compared(request: Fuzzed, get: Answer, asked: Asked): Promise<string[]> {
  const twin = twinOf(request)
  if (twin === null) return []
  const { answer, faults, status } = await outcomeOf(twin, asked, false)
  asked.report.sent += 1
  asked.report.count('twin', status)
  return [...faults, ...(answer === null ? [] : twinFaults(request, get, answer))]
}

async function sendRaw(random: ReturnType<typeof randomOf>, asked: Asked): Promise<void> {
  const { target, keeper, report } = asked
  const one = rawCase(random, target)
  const faults: string[] = []
  try {
    const conversation = await retryBusy(
      () => converse(target.port, one),
      ({ answers }) => answers.some(({ status }) => status === 503),
      () => report.count('asked again', '503'),
    )
    faults.push(...conversationFaults(one, conversation))
    const statuses = conversation.answers.map(({ status }) => String(status))
    for (const status of statuses.length === 0 ? ['closed'] : statuses) report.count(one.kind, status)
  } catch (error) {
    faults.push((error as Error).message)
  }
  const after = await retryBusy(
    () => keeper.ask(healthCheck).catch(() => null),
    (answer) => answer?.status !== 200,
  )
  if (after?.status !== 200) faults.push(`the service answers ${after?.status} afterwards`)
  tell(asked, one.kind, faults, one.pieces)
}

function tell(
  { report, number, target }: Asked,
  kind: string,
  faults: string[],
  pieces: readonly Buffer[],
): void {
  if (faults.length === 0) return
  report.fail({ number, kind, faults, reproduction: reproduction(pieces, target) })
}
