import type { Case } from '../harness/load/cases.ts'
import type { Child } from '../harness/load/children.ts'
import { median, ratio } from '../harness/load/statistics.ts'
import { ask } from './answers.ts'
import { countOf, type List, total } from './count.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Target } from './target.ts'
import type { TestBed } from './test-bed.ts'
import { checkSightings, loadWatched } from './watch.ts'
import type { WriteRequest, WriteTask, Written } from './write.ts'

/** What a case keeps of its rate while somebody writes. */
export interface WriteOutcome {
  readonly name: string
  /**
   * Requests per second without and with the writer, medians over the rounds, and the second as a share of the first.
   */
  readonly quiet: number | null
  readonly written: number | null
  readonly kept: number | null
  /** How many transactions were committed meanwhile. */
  readonly writes: number
  /** How many totals were seen, each what it had to be at its moment. */
  readonly checked: number
  readonly refused: string | null
}

/** A case in the course of being measured. */
interface Run {
  readonly name: string
  readonly list: List
  readonly target: Target
  readonly rates: { readonly quiet: number[]; readonly written: number[] }
  writes: number
  checked: number
  refused: string | null
}

/** Long enough for one write of each kind. */
const LEAST_SECONDS = 0.5

/** Measures the cases without and with a process beside them that writes ten times a second. */
export async function underWrites(
  cases: readonly Case[],
  testBed: TestBed,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<WriteOutcome[]> {
  const runs = cases.map((one) => runOf(one, testBed))
  const writer = await testBed.beside(
    new URL('./write.js', import.meta.url),
    JSON.stringify(taskOf(runs, testBed)),
  )
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [place, run] of runs.entries()) {
        const task = { testBed, writer, place, seconds: Math.max(seconds, LEAST_SECONDS) }
        run.refused ??= await refusalOf(() => measure(run, task))
      }
    }
    await tell(writer, 'tidy')
  } finally {
    await writer.stop()
  }
  return runs.map(outcomeOf)
}

function runOf({ name, by = 'operator', paths }: Case, { world, service, tokens }: TestBed): Run {
  const [path = '/'] = paths(world)
  return {
    name,
    list: { path, reader: world.readers[by] },
    target: { origin: service.origin, questions: [{ path }], token: tokens[by] },
    rates: { quiet: [], written: [] },
    writes: 0,
    checked: 0,
    refused: null,
  }
}

/** Changes are made among the clients of the largest partner: they show in its list, and in the operator's. */
const taskOf = (runs: readonly Run[], { address, world: { readers, partner } }: TestBed): WriteTask => ({
  address,
  subjects: {
    partner,
    otherPartner: readers.median.partner as string,
    operator: readers.operator.user,
  },
  lists: runs.map(({ list }) => list),
})

/** One round of one case. The writer gives the changes of all lists: `place` is where this one's are. */
async function measure(
  run: Run,
  { testBed, writer, place, seconds }: { testBed: TestBed; writer: Child; place: number; seconds: number },
): Promise<void> {
  const { path } = run.list
  const { origin, token } = run.target
  const start = await counted(run.list, testBed)
  const still = [{ path, answer: await ask(origin, path, token) }]
  const quiet = await loadWatched({ ...run.target, questions: still }, seconds)
  checkSightings(quiet.sightings, start, [])
  try {
    const { loaded, written } = await whileWriting(writer, () => loadWatched(run.target, seconds))
    const steps = written.map(({ changes, ...moments }) => ({ ...moments, change: changes[place] ?? 0 }))
    checkSightings(loaded.sightings, start, steps)
    // A plain count at the end sees that the steps themselves are right.
    const end = { asked: Infinity, answered: Infinity, total: await counted(run.list, testBed) }
    checkSightings([end], start, steps)
    run.rates.quiet.push(quiet.sample.rate)
    run.rates.written.push(loaded.sample.rate)
    run.writes += written.length
    run.checked += quiet.sightings.length + loaded.sightings.length
  } finally {
    await tell(writer, 'undo')
  }
  const after = await counted(run.list, testBed)
  if (after !== start) throw new Refusal(`${start} before the writes, ${after} after they were undone`)
}

async function counted(list: List, { client }: TestBed): Promise<number> {
  const count = countOf(list)
  if (count === undefined) throw new Refusal(`${list.path} has no total`)
  return total(client, count)
}

async function whileWriting<T>(writer: Child, work: () => Promise<T>) {
  await tell(writer, 'start')
  let loaded: T
  let written: Written[]
  try {
    loaded = await work()
  } finally {
    written = await tell<Written[]>(writer, 'stop')
  }
  return { loaded, written }
}

const tell = <T>(writer: Child, request: WriteRequest): Promise<T> => writer.ask<T>(request)

function outcomeOf({ name, rates, writes, checked, refused }: Run): WriteOutcome {
  const [quiet, written] = [rates.quiet, rates.written].map((values) =>
    refused === null ? median(values) : null,
  ) as [number | null, number | null]
  return { name, quiet, written, kept: ratio(written, quiet), writes, checked, refused }
}
