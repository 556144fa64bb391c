import { setTimeout as sleep } from 'node:timers/promises'
import type { TestBed } from '../service/test-bed.ts'
import { type Answer, startLoad } from './load.ts'
import type { Question } from './questions.ts'
import type { RevokedCallers } from './revoked-callers.ts'

/** Something that happens to a server, and its end. */
export interface Fault {
  begin(): Promise<void>
  /** Returns once the cause is over: from then on the time to recover counts. */
  end(): Promise<void>
  /** It has no length. */
  readonly momentary?: boolean
}

/** What callers noticed of a fault. */
export interface Outcome {
  /** Answers by status, from the begin of the fault until all had been well again for a moment. */
  readonly statuses: Readonly<Record<number, number>>
  /** Milliseconds of the slowest answer. */
  readonly slowest: number
  /** Milliseconds from the end of the cause until every operation answers 200, and nothing else any more. */
  readonly recovery: number
  /** Answers that nobody should get. */
  readonly wrong: readonly string[]
  /** Connections of the service that the server has afterwards. */
  readonly connections: number
}

interface FaultRun {
  readonly testBed: TestBed
  readonly questions: readonly Question[]
  readonly revoked: RevokedCallers
  /** How long the fault lasts. */
  readonly milliseconds: number
}

/** So long without another failure, and it has recovered. */
const CALM = 400

/** Lets a fault happen while callers ask and some of them lose their rights. */
export async function runFault(
  fault: Fault,
  { testBed, questions, revoked, milliseconds }: FaultRun,
): Promise<Outcome> {
  const load = startLoad(testBed.port, [...questions, ...revoked.questions])
  try {
    await sleep(300)
    await revoked.withdraw()
    // A primary that is lost before its replicas know takes what it knew with it.
    await sleep(100)
    const from = performance.now()
    await fault.begin()
    await sleep(milliseconds)
    // However long it lasts, nobody waits for its end.
    if (milliseconds > 0) await load.answered()
    await fault.end()
    const over = performance.now()
    const told = () => load.answers.some(({ status, ended }) => status === 403 && ended >= from)
    while (!(isCalm(load.answers, questions, over) && told())) await sleep(20)
    const recovered = recovery(load.answers, questions, over)
    await load.stop()
    const seen = load.answers.filter(({ ended }) => ended >= from)
    return {
      statuses: counted(seen),
      slowest: Math.round(Math.max(...seen.map(({ begun, ended }) => ended - begun))),
      recovery: Math.round(recovered),
      wrong: load.answers.flatMap(({ fault: wrong }) => wrong ?? []),
      connections: await connectionsLeft(testBed),
    }
  } finally {
    await load.stop()
    await revoked.restore()
  }
}

/** Whether nothing has failed for a while, and every operation was answered. */
function isCalm(answers: readonly Answer[], questions: readonly Question[], over: number): boolean {
  const recovered = recovery(answers, questions, over)
  return recovered < Number.POSITIVE_INFINITY && performance.now() > over + recovered + CALM
}

/** The time after `over` at which the last operation was answered again, or the last failure was told. */
function recovery(answers: readonly Answer[], questions: readonly Question[], over: number): number {
  const waiting = new Set(questions.map(({ kind }) => kind))
  let last = 0
  for (const { question, status, ended } of answers) {
    if (ended < over || question.withdrawn !== undefined) continue
    // The health says 503 when the machine itself is short of time as well.
    if (status === 503 && question.kind === 'sante') continue
    if (status !== 200) last = ended - over
    else if (waiting.delete(question.kind)) last = Math.max(last, ended - over)
  }
  return waiting.size > 0 ? Number.POSITIVE_INFINITY : last
}

export function counted(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The answers that were neither 200 nor a refusal by right, each in a few words. */
export const failed = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ question, status, begun, ended }) =>
    status === 200 || status === 403
      ? []
      : `${question.kind}: ${status} after ${Math.round(ended - begun)} ms`,
  )

/** How many connections of the service the server has, once it has noticed those that were dropped. */
async function connectionsLeft({ postgres, pool }: TestBed): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const [row] = await postgres.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'antenne'`,
    )
    const n = row?.n ?? 0
    if (n <= pool + 1 || attempt === 20) return n
    await sleep(100)
  }
}
