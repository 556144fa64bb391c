import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../harness/service/free-ports.ts'
import { withWriter } from '../src/database/writer.ts'
import type { Condition } from '../src/http/observation/health.ts'
import { watchHealth } from '../src/http/observation/health-watch.ts'
import { readFigures } from './setup/load-prometheus.ts'
import { openWorld, type World } from './setup/world.ts'

interface Change {
  readonly condition: string
  readonly from: string
  readonly to: string
  readonly cause: string | null
  readonly level: number
}

/** A log of which only changes of health are kept. */
const keep = (changes: Change[]) =>
  new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split('\n')) {
        const read = JSON.parse(line)
        if (read.message === 'health changed') changes.push(read)
      }
      done()
    },
  })

const changes: Change[] = []

let world: World
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  const REDIS_URL = 'redis://:motdepasse@127.0.0.1:1'
  world = await openWorld({
    logStream: keep(changes),
    environment: { METRICS_PORT: String(metricsPort), REDIS_URL },
  })
})
afterAll(() => world.close())

const of = (name: string) => changes.filter(({ condition }) => condition === name)
/** Waits until the last line of a condition says this. */
const last = (name: string, said: object) => expect.poll(() => of(name).at(-1)).toMatchObject(said)

/** The states that the figures give, by condition; `service` is the whole. */
async function figures(): Promise<Record<string, string>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const states: Record<string, string> = {}
  for (const { name, labels, value } of readFigures(text).all) {
    if (value !== 1 || labels.state === undefined) continue
    if (name === 'antenne_health') states.service = labels.state
    if (name === 'antenne_health_condition') states[labels.condition ?? ''] = labels.state
  }
  return states
}

test('a dependency that is away is one line with its cause, and a gauge', async () => {
  await expect.poll(() => of('limites')).toHaveLength(1)
  expect(of('limites')).toMatchObject([
    { from: 'ok', to: 'degrade', cause: expect.stringContaining('REDIS_URL'), level: 40 },
  ])
  expect(JSON.stringify(changes)).not.toContain('motdepasse')
  await expect.poll(figures).toMatchObject({ limites: 'degrade', cles: 'ok' })
})

test('a database that goes and comes back is one line each time, however often health is asked', async () => {
  const [row] = await world.sql<{ name: string }>('select current_database() as name')
  const before = of('base').length
  await withWriter(inject('server'), async (client) => {
    await client.query(`alter database ${row?.name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      row?.name,
    ])
    const told = async () => ({
      status: (await world.get(null, '/api/v1/sante')).status,
      line: of('base').at(-1),
      figures: await figures(),
    })
    await expect.poll(told).toMatchObject({
      status: 503,
      line: { to: 'indisponible' },
      figures: { base: 'indisponible', service: 'indisponible' },
    })
    await client.query(`alter database ${row?.name} with allow_connections true`)
  })
  await last('base', { to: 'ok', level: 30 })
  const lines = of('base').slice(before)
  // From one state to the next, each with a reason; slowness on the way is a state of its own.
  for (const [index, { from, to, cause }] of lines.entries()) {
    if (index > 0) expect(from).toBe(lines[index - 1]?.to)
    expect([from, to, cause]).toEqual([expect.any(String), expect.any(String), expect.stringMatching(/./)])
  }
  expect(lines.filter(({ to }) => to === 'ok').length).toBeGreaterThanOrEqual(1)
  expect(lines.length).toBeLessThan(8)
  // Health was looked at for each of these lines, and what had not changed was not told again.
  expect(of('limites')).toHaveLength(1)
})

test('a lag that grows is no news, nor are other words for the same cause', async () => {
  const told: Change[] = []
  let looks = 0
  const conditions = async (): Promise<Condition[]> => {
    looks += 1
    const cause = `a:5432 a ${5 + looks} s de retard ; b:5432 ne répond pas (essai ${looks})`
    return [{ name: 'serveurs', state: 'degrade', cause }]
  }
  const { log } = Fastify({ logger: { stream: keep(told), messageKey: 'message' } })
  const watch = watchHealth({ conditions }, log)
  onTestFinished(() => watch.stop())
  await expect.poll(() => looks).toBeGreaterThan(3)
  expect(told).toMatchObject([{ condition: 'serveurs', from: 'ok', to: 'degrade', level: 40 }])
})

test.each([
  // The look may already be half way: which of the operations that read plans it meets first is chance.
  ['offre', /permission denied for table offre|\.offre : permission denied/],
  // No first page needs it.
  ['antenne_prive.client_repere', /antenne_prive\.client_repere : permission denied/],
])('a forgotten grant on %s is told', async (table, cause) => {
  await world.sql(`revoke select on ${table} from antenne_lecture`)
  await last('lecture', { to: 'degrade' })
  expect(of('lecture').at(-1)?.cause).toMatch(cause)
  await world.sql(`grant select on ${table} to antenne_lecture`)
  await last('lecture', { to: 'ok' })
})
