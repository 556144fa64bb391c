import type { Outcome } from '../../harness/faults/run-fault.ts'

/** What one kind of fault of one length did, over all rounds. */
export interface Figures {
  readonly kind: string
  readonly milliseconds: number
  readonly outcomes: Outcome[]
}

/** What is asked of the service while things happen. */
const LONGEST_ANSWER = 4000
const LONGEST_RECOVERY = 5000

export const header = [
  ...['fault', 'lasts', '200', '403', '429', '503', 'wrong', 'slowest', 'recovery', 'most', 'conn.'],
]

/** A line of the table. */
export function row({ kind, milliseconds, outcomes }: Figures): string[] {
  const sum = (status: number) => outcomes.reduce((total, { statuses }) => total + (statuses[status] ?? 0), 0)
  const most = (of: (outcome: Outcome) => number) => Math.max(...outcomes.map(of))
  const recoveries = outcomes.map(({ recovery }) => recovery).sort((a, b) => a - b)
  return [
    kind,
    milliseconds === 0 ? '' : `${milliseconds / 1000} s`,
    ...[200, 403, 429, 503].map((status) => String(sum(status))),
    String(outcomes.reduce((total, { wrong }) => total + wrong.length, 0)),
    `${most(({ slowest }) => slowest)} ms`,
    `${recoveries[(recoveries.length - 1) >> 1]} ms`,
    `${recoveries.at(-1)} ms`,
    String(most(({ connections }) => connections)),
  ]
}

/** What an outcome falls short of, in words. */
export function shortcomings({ wrong, slowest, recovery }: Outcome): string[] {
  return [
    ...wrong,
    ...(slowest < LONGEST_ANSWER ? [] : [`an answer took ${slowest} ms`]),
    ...(recovery < LONGEST_RECOVERY ? [] : [`recovery took ${recovery} ms`]),
  ]
}
