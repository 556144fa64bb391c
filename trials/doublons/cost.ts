import type pg from 'pg'
import { quantile } from '../../harness/load/statistics.ts'
import { checkReservations } from '../../src/actions/controle-doublon.ts'
import { candidates } from '../../src/actions/doublon/candidates.ts'
import { readConfig } from '../../src/config.ts'
import { openConfigured } from '../../src/database/configured.ts'
import type { Source } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { withWriter } from '../../src/database/writer.ts'
import { type DatedCaller, execute } from '../../src/operations/execute.ts'
import { lireClient } from '../../src/operations/lire-client.ts'

const ROUNDS = 400
const WARM_UP = 50

interface Subject {
  readonly id: string
  readonly client_id: string
}

/**
 * One check beside reading one client by its operation's own statement, taken in turn on one connection, and the
 * search's plan.
 */
export async function costOfOne(): Promise<string> {
  const database = await openConfigured(readConfig(), { progress: () => {}, exclusive: false })
  try {
    return await withWriter(database.connection, async (client) => {
      await migrate(client)
      await client.query(`select set_config('plan_cache_mode', 'force_generic_plan', false)`)
      const { rows } = await client.query<Subject>(
        'select id, client_id from reservation order by md5(id::text) limit $1',
        [ROUNDS],
      )
      const times = await timesOf(client, rows)
      return [await sizeOf(client), tableOf(times), await planOf(client, rows[0])].join('\n\n')
    })
  } finally {
    await database.close()
  }
}

type Times = Readonly<Record<'read' | 'check' | 'noted', readonly number[]>>

async function timesOf(client: pg.Client, subjects: readonly Subject[]): Promise<Times> {
  const viewer = await anOperator(client)
  const source = sourceOf(client)
  const times = { read: [] as number[], check: [] as number[], noted: [] as number[] }
  for (const { id, client_id } of subjects) {
    times.read.push(
      await timeOf(() => execute(source, lireClient, viewer, { id: client_id, query: {} }, {} as never)),
    )
    await client.query('begin')
    times.check.push(await timeOf(() => checkReservations(client, [id], new Date())))
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from reservation_correspondance where reservation_id = $1',
      [id],
    )
    times.noted.push(rows[0]?.n ?? 0)
    await client.query('rollback')
  }
  return {
    read: times.read.slice(WARM_UP),
    check: times.check.slice(WARM_UP),
    noted: times.noted.slice(WARM_UP),
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The service's statements on this connection, prepared as the service prepares them. */
function sourceOf(client: pg.Client): Source {
  const names = new Map<string, string>()
  return {
    async read(statement) {
      const name = names.get(statement.text) ?? `lecture_${names.size}`
      names.set(statement.text, name)
      return (await client.query({ name, text: statement.text, values: statement.values as unknown[] })).rows
    },
  }
}

async function anOperator(client: pg.Client): Promise<DatedCaller> {
  const { rows } = await client.query<{ utilisateur_id: string; organisation_id: string }>(
    `select u.id as utilisateur_id, o.id as organisation_id
     from utilisateur as u join organisation as o on o.id = u.organisation_id
     where o.type = 'operateur' and o.statut = 'active' and u.actif limit 1`,
  )
  const [operator] = rows
  if (operator === undefined) throw new Error('There is no operator here to read as.')
  const today = new Date().toISOString().slice(0, 10)
  return {
    ...operator,
    type: 'operateur',
    partenaire_id: null,
    permissions: [],
    actif: true,
    double_authentification: true,
    aujourdhui: today,
  }
}

function tableOf({ read, check, noted }: Times): string {
  const line = (name: string, of: (values: readonly number[]) => number) =>
    `| ${name} | ${of(read).toFixed(2)} | ${of(check).toFixed(2)} | ${(of(check) / of(read)).toFixed(1)} | ${of(noted).toFixed(1)} |`
  return [
    '| | reading a client, ms | a check, ms | × | close records |',
    '|---|---:|---:|---:|---:|',
    line('mean', (values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    line('median', (values) => quantile(values, 0.5)),
    line('p95', (values) => quantile(values, 0.95)),
  ].join('\n')
}

async function sizeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from client')
  return `${rows[0]?.n} clients`
}

async function planOf(client: pg.Client, subject: Subject | undefined): Promise<string> {
  if (subject === undefined) return ''
  await client.query(`prepare recherche (uuid[]) as ${candidates}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, buffers off) execute recherche ('{${subject.client_id}}')`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
