import { ratio } from '../../harness/load/statistics.ts'
import type { Spent } from './cpu.ts'
import type { Generator, Loaded } from './generator.ts'
import type { Tally } from './tally.ts'

/** Some time under one load, and what it came to. */
export interface Phase {
  readonly name: string
  readonly rate: number
  readonly tally: Tally
  /** Answers with 200, per second. */
  readonly goodput: number
  /** Processors that were busy with each. */
  readonly busy: Spent | null
  readonly rss: number
}

interface PhaseTask {
  readonly name: string
  readonly rate: number
  readonly seconds: number
  readonly load: Generator['load']
  readonly spent: () => Spent | null
  readonly vitals: Loaded['vitals']
}

export async function phaseOf({ name, rate, seconds, load, spent, vitals }: PhaseTask): Promise<Phase> {
  const before = spent()
  const tally = await load({ rate, seconds })
  const after = spent()
  const { rss } = await vitals('look')
  const goodput = (tally.outcomes['200'] ?? 0) / seconds
  return { name, rate, tally, goodput, busy: difference(before, after, seconds), rss }
}

function difference(before: Spent | null, after: Spent | null, seconds: number): Spent | null {
  if (before === null || after === null) return null
  return {
    service: (after.service - before.service) / seconds,
    generator: (after.generator - before.generator) / seconds,
    database: (after.database - before.database) / seconds,
  }
}

const MEGABYTE = 1024 * 1024
const number = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '–'

/** The phases, each overload as a share of the best before and after it. */
export function tableOf(phases: readonly Phase[]): string {
  const lines = phases.map((phase, index) => {
    const { name, rate, tally, goodput, busy, rss } = phase
    const [good, refused] = [tally.times['200'], tally.times['503']]
    const beside = [phases[index - 1], phases[index + 1]].flatMap((other) =>
      other?.name === 'best' ? [other.goodput] : [],
    )
    const best = beside.reduce((sum, value) => sum + value, 0) / beside.length
    return [
      `${name}: ${number(rate, 0)}/s offered, ${number(goodput, 1)}/s answered`,
      ...(name === 'best' ? [] : [`  ${number(ratio(goodput, best), 3)} of the best beside it`]),
      `  200 after ${number(good?.p50, 1)} ms (p50), ${number(good?.p99, 1)} ms (p99)`,
      `  503 after ${number(refused?.p50, 1)} ms (p50), ${number(refused?.p99, 1)} ms (p99), ${number(refused?.most, 1)} ms at most`,
      `  outcomes ${JSON.stringify(tally.outcomes)}, unsent ${tally.unsent}, generator late by ${number(tally.lateness.p99, 1)} ms (p99)`,
      `  processors: service ${number(busy?.service, 2)}, database ${number(busy?.database, 2)}, generator ${number(busy?.generator, 2)}; memory ${number(rss / MEGABYTE, 0)} MB`,
      ...tally.wrong.map((wrong) => `  wrong: ${wrong}`),
    ].join('\n')
  })
  return [...lines, costsOf(phases)].join('\n')
}

/**
 * What an answer and a refusal cost the service, if it spends its time on nothing else: by least squares over the
 * phases.
 */
function costsOf(phases: readonly Phase[]): string {
  let [gg, gr, rr, gs, rs] = [0, 0, 0, 0, 0]
  for (const { goodput: g, tally, rate, busy } of phases) {
    const r = ((tally.outcomes['503'] ?? 0) * rate) / Math.max(1, tally.offered)
    const s = busy?.service ?? Number.NaN
    gg += g * g
    gr += g * r
    rr += r * r
    gs += g * s
    rs += r * s
  }
  const determinant = gg * rr - gr * gr
  const [answer, refusal] = [(gs * rr - rs * gr) / determinant, (rs * gg - gs * gr) / determinant]
  return `processor time of the service: ${number(1e6 * answer, 0)} µs an answer, ${number(1e6 * refusal, 0)} µs a refusal`
}
