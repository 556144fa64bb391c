import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Load, startLoad } from '../../harness/faults/load.ts'
import type { Question } from '../../harness/faults/questions.ts'
import { counted, failed } from '../../harness/faults/run-fault.ts'
import type { TestBed } from '../../harness/service/test-bed.ts'
import { withWriter } from '../../src/database/writer.ts'

/** What one load noticed of a lock. */
interface Seen {
  readonly statuses: Readonly<Record<number, number>>
  readonly failures: readonly string[]
  readonly slowest: number
  /** Answers a second before the lock and under it. */
  readonly rates: { readonly before: number; readonly during: number }
  readonly wrong: readonly string[]
}

interface Locked {
  readonly testBed: TestBed
  readonly table: string
  /** Those that read the table, and how many people ask them at once. */
  readonly heldUp: { readonly questions: readonly Question[]; readonly connections: number }
  readonly others: { readonly questions: readonly Question[]; readonly connections: number }
  readonly milliseconds: number
}

/** Somebody else locks a table for a while, and until those who are held up have been answered. */
export async function whileLocked({ testBed, table, heldUp, others, milliseconds }: Locked) {
  const loads = [heldUp, others].map(({ questions, connections }) =>
    startLoad(testBed.port, questions, { connections }),
  ) as [Load, Load]
  try {
    await sleep(milliseconds)
    const connection = { ...testBed.postgres.connection, database: 'antenne' }
    return await withWriter(connection, async (client) => {
      await client.query('begin')
      await client.query(`lock table ${table} in access exclusive mode`)
      const from = performance.now()
      await sleep(milliseconds)
      const to = performance.now()
      await Promise.all(loads.map((load) => load.stop()))
      await client.query('rollback')
      const [ofHeldUp, ofOthers] = loads.map(({ answers }) => seenIn(answers, { from, to, milliseconds }))
      return { heldUp: ofHeldUp as Seen, others: ofOthers as Seen }
    })
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
  }
}

interface Span {
  readonly from: number
  readonly to: number
  readonly milliseconds: number
}

/** What was asked after the lock was taken; the rates are those of `milliseconds` before and after. */
function seenIn(answers: readonly Answer[], { from, to, milliseconds }: Span): Seen {
  const during = answers.filter(({ begun }) => begun >= from)
  const before = answers.filter(({ ended }) => ended < from)
  const rate = (some: readonly Answer[]) => Math.round((1000 * some.length) / milliseconds)
  return {
    statuses: counted(during),
    failures: failed(during),
    slowest: Math.round(Math.max(0, ...during.map(({ begun, ended }) => ended - begun))),
    rates: { before: rate(before), during: rate(during.filter(({ ended }) => ended <= to)) },
    wrong: answers.flatMap(({ fault }) => fault ?? []),
  }
}
