import { parseArgs } from 'node:util'
import type pg from 'pg'
import { onGround, say } from '../harness/load/ground.ts'
import type { Vitals } from '../harness/load/serve.ts'
import { quantile } from '../harness/load/statistics.ts'
import { type Loaded, loaded } from './load/generator.ts'
import { everything, faults } from './load/mixes.ts'
import type { Tally } from './load/tally.ts'
import { trendOf } from './load/trend.ts'

/**
 * The service for a long time under a moderate load of all operations, with what goes wrong every day: does it hold
 * more memory, more connections or more files as time goes by? Memory is taken every ten seconds, after a collection.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '100' },
    clients: { type: 'string', default: '10000' },
  },
})
const [minutes, rate, clients] = [Number(values.minutes), Number(values.rate), Number(values.clients)]

const SLICE = 10
const CONNECTIONS = 50
/** Of the questions, one in so many is a fault. */
const FAULT_EVERY = 10
const MEGABYTE = 1024 * 1024

interface Moment {
  readonly hours: number
  readonly vitals: Vitals
  readonly connections: number
  readonly tally: Tally
}

async function soak({ world, tokens, client, generator, vitals }: Loaded): Promise<Moment[]> {
  const sound = everything(world, tokens)
  const unsound = faults(world, tokens)
  const repeats = Math.max(1, Math.round(sound.length / (FAULT_EVERY - 1) / unsound.length))
  const questions = [...sound, ...Array.from({ length: repeats }, () => unsound).flat()]
  const { load } = await generator({ questions, connections: CONNECTIONS })
  const began = performance.now()
  const found: Moment[] = []
  while (performance.now() - began < minutes * 60_000) {
    const tally = await load({ rate, seconds: SLICE })
    const hours = (performance.now() - began) / 3_600_000
    found.push({ hours, tally, vitals: await vitals('collect'), connections: await connectionsOf(client) })
    const last = found.at(-1)
    if (last !== undefined && found.length % 6 === 0) say(lineOf(last))
  }
  return found
}

async function connectionsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'antenne'`,
  )
  return rows[0]?.n ?? 0
}

const lineOf = ({ hours, vitals, connections, tally }: Moment): string =>
  [
    `${(60 * hours).toFixed(1)} min`,
    `rss ${(vitals.rss / MEGABYTE).toFixed(1)} MB`,
    `heap ${(vitals.heap / MEGABYTE).toFixed(2)} MB`,
    `${connections} connections`,
    `${vitals.files ?? '?'} files`,
    JSON.stringify(tally.outcomes),
    ...tally.wrong,
  ].join('  ')

function reportOf(found: readonly Moment[]): string {
  const late = found.slice(Math.floor(found.length / 2))
  const slope = (name: string, of: (moment: Moment) => number) => {
    const { slope, standardError } = trendOf(late.map((moment) => [moment.hours, of(moment)]))
    return `${name}, second half: ${slope.toFixed(2)} ± ${standardError.toFixed(2)} MB/hour`
  }
  const range = (name: string, of: (moment: Moment) => number | null) => {
    const all = found.flatMap((moment) => of(moment) ?? [])
    return `${name}: ${Math.min(...all)} to ${Math.max(...all)}, last ${all.at(-1)}`
  }
  const outcomes: Record<string, number> = {}
  for (const { tally } of found)
    for (const [outcome, n] of Object.entries(tally.outcomes))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + n
  const worst = found.map(({ tally }) => tally.times['200']?.p99 ?? 0)
  return [
    `${minutes} min at ${rate}/s on ${clients} clients, ${found.length} samples`,
    `outcomes: ${JSON.stringify(outcomes)}, wrong: ${found.flatMap(({ tally }) => tally.wrong).length}`,
    slope('rss', ({ vitals }) => vitals.rss / MEGABYTE),
    slope('heap', ({ vitals }) => vitals.heap / MEGABYTE),
    range('rss MB', ({ vitals }) => Math.round(vitals.rss / MEGABYTE)),
    range('heap MB', ({ vitals }) => Math.round(vitals.heap / MEGABYTE)),
    range('connections', ({ connections }) => connections),
    range('files', ({ vitals }) => vitals.files),
    `p99 of 200, median over slices: ${quantile(worst, 0.5).toFixed(1)} ms`,
  ].join('\n')
}

const moments = await onGround(clients, async (ground) => soak(await loaded(ground)))
process.stdout.write(`${reportOf(moments)}\n`)
if (moments.some(({ tally }) => tally.wrong.length > 0)) process.exitCode = 1
