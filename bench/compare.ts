import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from '../harness/load/cases.ts'
import { median, spread } from '../harness/load/statistics.ts'
import { ask, checkSame, checkTotals } from './answers.ts'
import { load, warmUp } from './load.ts'
import type { Options } from './options.ts'
import { type Latency, paced } from './paced.ts'
import { type Prepared, preparedFor } from './prepared.ts'
import { refusalOf } from './refusal.ts'
import type { Question, Sample, Target } from './target.ts'
import type { TestBed } from './test-bed.ts'

/** What was measured of one case: medians over the rounds, and how far these lay apart. */
export interface Outcome {
  readonly name: string
  /** Requests per second; null where not measured. */
  readonly service: number | null
  readonly raw: number | null
  readonly plain: number | null
  readonly bare: number | null
  /** Milliseconds that the service took. */
  readonly p50: number | null
  readonly p99: number | null
  /** The same at half and at nine tenths of the rate that it reached. */
  readonly half: Latency | null
  readonly most: Latency | null
  readonly spread: number | null
  /** Why there are no figures. */
  readonly refused: string | null
}

type Variant = 'raw' | 'service' | 'plain' | 'bare'

/** A case in the course of being measured. */
interface Run {
  readonly name: string
  readonly connections: number
  readonly targets: Partial<Record<Variant, Target>>
  readonly samples: Record<Variant, Sample[]>
  readonly paced: Record<'half' | 'most', Latency[]>
  /** What bare asks. */
  prepared?: Prepared
  refused: string | null
}

/**
 * Measures the cases: every round takes each case once, and of each case its variants one after the other, so that
 * whatever else the machine does meets all of them.
 */
export async function compare(
  cases: readonly Case[],
  testBed: TestBed,
  { seconds, rounds, connections, say }: Options & { readonly say: (text: string) => void },
): Promise<Outcome[]> {
  const runs: Run[] = []
  for (const one of cases) runs.push(await prepare(one, testBed, connections))
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`)
    for (const run of runs) run.refused ??= await refusalOf(() => measure(run, testBed, seconds))
  }
  return runs.map(outcomeOf)
}

/** Asks everything once, sees that it is right, and warms up. */
async function prepare(one: Case, testBed: TestBed, connections: number): Promise<Run> {
  const run: Run = {
    name: one.name,
    connections: one.broad ? 2 : connections,
    targets: {},
    samples: { raw: [], service: [], plain: [], bare: [] },
    paced: { half: [], most: [] },
    refused: null,
  }
  run.refused = await refusalOf(async () => {
    Object.assign(run.targets, await targetsOf(one, testBed, run))
    for (const target of Object.values(run.targets))
      await load(target, warmUp(run.connections), run.connections)
  })
  return run
}

async function targetsOf(one: Case, testBed: TestBed, run: Run): Promise<Run['targets']> {
  const { world, client, tokens, service, raw, plain, bare } = testBed
  const reader = world.readers[one.by ?? 'operator']
  const token = tokens[one.by ?? 'operator']
  const questions: Required<Question>[] = []
  for (const path of one.paths(world)) {
    questions.push({ path, answer: await ask(service.origin, path, token, one.status) })
  }
  await checkTotals(
    client,
    questions.map((question) => ({ ...question, reader })),
  )
  const [first] = questions as [Required<Question>]
  const { path, answer } = first
  const asked = one.timed ? questions.map(({ path }) => ({ path })) : questions
  const targets: Run['targets'] = {
    // Raw gives the first answer to every question.
    raw: { origin: raw.origin, questions: questions.map((question) => ({ ...question, answer })) },
    service: { origin: service.origin, questions: asked, token, ...(one.status && { status: one.status }) },
  }
  await raw.ask(answer)
  if (one.bare) {
    run.prepared = await preparedFor(client, reader.user, first)
    await bare.ask(run.prepared)
    targets.bare = { origin: bare.origin, questions: [{ path, answer }] }
  }
  if (one.plain === undefined) return targets
  const other = await ask(plain.origin, path)
  checkSame(path, answer, other)
  return { ...targets, plain: { origin: plain.origin, questions: [{ path, answer: other }] } }
}

async function measure(
  { connections, targets, samples, paced: latencies, prepared }: Run,
  { raw, bare, client }: TestBed,
  seconds: number,
): Promise<void> {
  await raw.ask(targets.raw?.questions[0]?.answer)
  if (prepared !== undefined) await bare.ask(prepared)
  for (const [variant, target] of Object.entries(targets) as [Variant, Target][]) {
    samples[variant].push(await load(target, { duration: seconds }, connections))
    await idle(client)
  }
  const rate = samples.service.at(-1)?.rate ?? 0
  if (prepared === undefined || targets.service === undefined) return
  latencies.half.push(await paced(targets.service, rate / 2, seconds))
  latencies.most.push(await paced(targets.service, 0.9 * rate, seconds))
}

/** Waits for statements that nobody waits for any more: a plain count of a million rows outlives its load. */
async function idle(client: TestBed['client']): Promise<void> {
  const active = `select from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`
  while ((await client.query(active)).rowCount !== 0) await sleep(20)
}

function outcomeOf({ name, samples, paced: latencies, refused }: Run): Outcome {
  const medianOf = (variant: Variant, figure: keyof Sample): number | null =>
    refused === null && samples[variant].length > 0
      ? median(samples[variant].map((sample) => sample[figure]))
      : null
  const latencyOf = (of: readonly Latency[]): Latency | null =>
    refused === null && of.length > 0
      ? { p50: median(of.map(({ p50 }) => p50)), p99: median(of.map(({ p99 }) => p99)) }
      : null
  return {
    name,
    service: medianOf('service', 'rate'),
    raw: medianOf('raw', 'rate'),
    plain: medianOf('plain', 'rate'),
    bare: medianOf('bare', 'rate'),
    half: latencyOf(latencies.half),
    most: latencyOf(latencies.most),
    p50: medianOf('service', 'p50'),
    p99: medianOf('service', 'p99'),
    spread: refused === null ? spread(samples.service.map(({ rate }) => rate)) : null,
    refused,
  }
}
