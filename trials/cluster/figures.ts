import { grouped } from '../../harness/history/grouped.ts'
import type { Event, Fault, Read } from '../../harness/history/history.ts'
import { largest, quantile } from '../../harness/load/statistics.ts'
import { table } from '../../src/commands/terminal.ts'

/** What people noticed of one fault, in milliseconds. */
interface Figures {
  readonly name: string
  readonly reads: number
  /** Not answered: no connection, or 503. */
  readonly failed: number
  readonly failedAgain: number
  /** The longest time without an answer of 200: by any instance, and by each. */
  readonly gap: number
  readonly gaps: readonly number[]
  readonly changeGap: number
  readonly moveGap: number
  readonly actGap: number
  readonly slowest: number
  readonly whole: number
}

const isFailed = ({ status }: Read): boolean => status === 0 || status === 503

/** The longest time between two of these moments, and the ends. */
function longestGap(moments: readonly number[], begin: number, end: number): number {
  const all = [
    begin,
    ...moments.filter((moment) => moment > begin && moment < end).sort((a, b) => a - b),
    end,
  ]
  return largest(all.slice(1).map((moment, index) => moment - (all[index] ?? 0)))
}

function figuresOf(fault: Fault, end: number, events: readonly Event[]): Figures {
  const { begin, name } = fault
  const within = events.filter(
    (event) => event.kind !== 'fault' && event.received > begin && event.sent < end,
  )
  const reads = within.filter((event) => event.kind === 'read')
  const answered = reads.filter(({ status }) => status === 200)
  const receivedBy = (number: number) =>
    answered.filter(({ instance }) => instance === number).map(({ received }) => received)
  const acknowledged = (kind: 'change' | 'move') =>
    within.flatMap((event) =>
      event.kind === kind && event.acknowledged && !('cle' in event) ? event.received : [],
    )
  const gap = (moments: readonly number[]) => longestGap(moments, begin, end)
  return {
    name,
    reads: reads.length,
    failed: reads.filter((read) => !read.again && isFailed(read)).length,
    failedAgain: reads.filter((read) => read.again && isFailed(read)).length,
    gap: gap(answered.map(({ received }) => received)),
    gaps: [1, 2].map((number) => gap(receivedBy(number))),
    changeGap: gap(acknowledged('change')),
    moveGap: gap(acknowledged('move')),
    actGap: gap(
      within.flatMap((event) =>
        event.kind === 'act' && event.status >= 200 && event.status < 300 ? event.received : [],
      ),
    ),
    slowest: largest(reads.map(({ sent, received }) => received - sent)),
    whole: fault.whole - begin,
  }
}

const header = [
  ...['fault', 'times', 'reads', 'failed', 'failed twice', 'no 200, s', 'instance 1', 'instance 2'],
  ...['no change', 'no command', 'no action', 'slowest', 'whole after'],
]

/** One line for each kind of fault: sums of counts; of times the median and the longest, in seconds. */
export function figures(events: readonly Event[]): string {
  const faults = events.filter((event): event is Fault => event.kind === 'fault')
  const last = largest(events.map((event) => (event.kind === 'fault' ? event.whole : event.received)))
  const all = faults.map((fault, index) => figuresOf(fault, faults[index + 1]?.begin ?? last, events))
  const rows = [...grouped(all, ({ name }) => name)].map(([name, found]) => {
    const sum = (of: (one: Figures) => number) => String(found.reduce((total, one) => total + of(one), 0))
    const times = (of: (one: Figures) => number) => {
      const values = found.map(of)
      return `${seconds(quantile(values, 0.5))} / ${seconds(largest(values))}`
    }
    return [
      name,
      String(found.length),
      sum(({ reads }) => reads),
      sum(({ failed }) => failed),
      sum(({ failedAgain }) => failedAgain),
      times(({ gap }) => gap),
      times(({ gaps }) => gaps[0] ?? 0),
      times(({ gaps }) => gaps[1] ?? 0),
      times(({ changeGap }) => changeGap),
      times(({ moveGap }) => moveGap),
      times(({ actGap }) => actGap),
      times(({ slowest }) => slowest),
      times(({ whole }) => whole),
    ]
  })
  return table(header, rows)
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)
