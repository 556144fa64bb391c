import type { Vitals } from '../harness/load/serve.ts'
import { median } from '../harness/load/statistics.ts'
import { ask } from './answers.ts'
import { clockOf } from './cpu.ts'
import { load, perform, warmUp } from './load.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Sample, Target } from './target.ts'
import type { Kind, Tasks } from './tasks.ts'
import type { TestBed } from './test-bed.ts'

/** What an action costs beside reading one client, as medians of the rounds. */
export interface ActionOutcome {
  readonly name: Kind
  /** Alone, one request after the other: milliseconds of one, and as a multiple of the read beside it. */
  readonly alone: number | null
  readonly aloneRatio: number | null
  /**
   * On as many connections as the service has for actions: actions per second, and how many reads there would have been
   * for each.
   */
  readonly rate: number | null
  readonly rateRatio: number | null
  /**
   * Processor time of the service and the database for one, and as a multiple of a read's; null where it is not known.
   */
  readonly cpu: number | null
  readonly cpuRatio: number | null
  /** How many were done, each seen in the database. */
  readonly done: number
  readonly refused: string | null
}

/** So many at once: more would wait for a connection to the database (`DATABASE_ACTIONS_POOL`). */
const AT_ONCE = 4

/** A share of what a second of reads would be: actions take longer. */
const PER_SECOND = 60

/** An action in the course of being measured. */
interface Run {
  readonly name: Kind
  readonly alone: number[]
  readonly aloneRatios: number[]
  readonly rates: number[]
  readonly rateRatios: number[]
  readonly cpu: number[]
  readonly cpuRatios: number[]
  asked: number
}

/** Measures each action, alone and four at once, between two loads that read one client. */
export async function costOfActions(
  kinds: readonly Kind[],
  { testBed, tasks }: { testBed: TestBed; tasks: Tasks },
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<ActionOutcome[]> {
  const { service, tokens, world } = testBed
  const path = `/api/v1/clients/${world.client}`
  const origin = service.origin
  const answer = await ask(origin, path, tokens.operator)
  const target: Target = { origin, questions: [{ path, answer }], token: tokens.operator }
  const count = AT_ONCE * Math.max(2, Math.ceil((PER_SECOND * seconds) / AT_ONCE))
  const clock = await clockOn(testBed)
  const timed = async (work: () => Promise<Sample>): Promise<Timed> => {
    const used = clock?.()
    const sample = await work()
    return { ...sample, cpu: (used?.() ?? Number.NaN) / sample.count }
  }
  const beside = async (run: Run, connections: number): Promise<{ action: Timed; read: Timed[] }> => {
    const made = await tasks.take(run.name, count)
    const before = await timed(() => load(target, { duration: seconds }, connections))
    const action = await timed(() => perform(target, made, connections))
    run.asked += made.length
    const read = [before, await timed(() => load(target, { duration: seconds }, connections))]
    run.cpu.push(action.cpu)
    run.cpuRatios.push(action.cpu / mean(read.map(({ cpu }) => cpu)))
    return { action, read }
  }
  const outcomes: ActionOutcome[] = []
  for (const name of kinds) {
    const run: Run = {
      name,
      alone: [],
      aloneRatios: [],
      rates: [],
      rateRatios: [],
      cpu: [],
      cpuRatios: [],
      asked: 0,
    }
    const refused = await refusalOf(async () => {
      // Every connection prepares its statements.
      const first = await tasks.take(name, 5 * AT_ONCE)
      await load(target, warmUp(AT_ONCE))
      await perform(target, first, AT_ONCE)
      run.asked += first.length
      for (let round = 0; round < rounds; round++) {
        const single = await beside(run, 1)
        run.alone.push(single.action.p50)
        run.aloneRatios.push(single.action.p50 / mean(single.read.map(({ p50 }) => p50)))
        const many = await beside(run, AT_ONCE)
        run.rates.push(many.action.rate)
        run.rateRatios.push(mean(many.read.map(({ rate }) => rate)) / many.action.rate)
      }
      const done = await tasks.done(name)
      if (done !== run.asked) throw new Refusal(`${run.asked} asked, ${done} done`)
    })
    outcomes.push(outcomeOf(run, refused))
  }
  return outcomes
}

interface Timed extends Sample {
  readonly cpu: number
}

/** The processor time of the service and of the database. */
async function clockOn({ service, client }: TestBed) {
  const { pid } = await service.ask<Vitals>('look')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return clockOf(pid, rows[0]?.pid ?? 0)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function outcomeOf(run: Run, refused: string | null): ActionOutcome {
  const of = (values: readonly number[]) => (refused === null ? finite(median(values)) : null)
  return {
    ...{ name: run.name, alone: of(run.alone), aloneRatio: of(run.aloneRatios) },
    ...{ rate: of(run.rates), rateRatio: of(run.rateRatios), cpu: of(run.cpu), cpuRatio: of(run.cpuRatios) },
    done: run.asked,
    refused,
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
