import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { inject } from 'vitest'
import { releases } from '../../generate/releases.ts'
import { databaseOf } from '../../harness/database/connection.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { apply, openRegister, readMigrations } from '../../src/database/migrate.ts'
import { withWriter } from '../../src/database/writer.ts'
import { packageRoot } from '../../src/package.ts'
import type { Answers } from './answers.ts'

/** A database as a released version left it: its rows, derived ones too, and the answers that this version gave. */
export interface Snapshot {
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** Absent for what was never released. */
  readonly answers?: Answers
}

const fileOf = (version: string) => new URL(`../upgrade/${version}.json.gz`, import.meta.url)

export const snapshotOf = (version: string): Snapshot =>
  JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString())

/** Writes down a version that is being released: its migrations, its rows and its answers. */
export async function release(version: string, connection: DatabaseAddress, answers: Answers): Promise<void> {
  const snapshot: Snapshot = { tables: await withWriter(connection, rowsOf), answers }
  writeFileSync(fileOf(version), gzipSync(JSON.stringify(snapshot), { level: 9 }))
  const migrations = Object.fromEntries(
    (await readMigrations()).map(({ file, empreinte }) => [file, empreinte]),
  )
  writeFileSync(
    new URL('src/database/migrations/released.json', packageRoot),
    `${JSON.stringify({ ...releases, [version]: migrations }, null, 2)}\n`,
  )
}

/** A database with the migrations and the rows of that version; gone when `drop` is called. */
export async function openReleased(version: string, purpose: string) {
  const name = `antenne_test_${purpose}_${version.replaceAll(/\W/g, '_')}`
  const connection = databaseOf(inject('server'), name)
  await withWriter(inject('server'), (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  )
  await withWriter(connection, async (client) => {
    await openRegister(client)
    for (const migration of await readMigrations())
      if (migration.file in (releases[version] ?? {})) await apply(client, migration)
    await writeRows(client, snapshotOf(version))
  })
  const drop = () =>
    withWriter(inject('server'), (client) => client.query(`drop database ${name} with (force)`))
  return { connection, drop }
}

interface Column {
  readonly table: string
  readonly colonne: string
  readonly identite: boolean
}

/** The columns that are written; not of tables that count transactions, which are those of one server. */
async function columnsIn(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select attrelid::regclass::text as table, quote_ident(attname) as colonne, attidentity <> '' as identite
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace::regnamespace::text ~ '^antenne' and relkind = 'r' and attnum > 0 and not attisdropped
      and attgenerated = '' and attrelid <> 'antenne.migration'::regclass
      and not exists (select from pg_attribute as x where x.attrelid = pg_class.oid and x.atttypid = 'xid8'::regtype)
    order by 1, attnum`)
  return rows
}

export async function rowsOf(client: pg.Client): Promise<Snapshot['tables']> {
  const columns = await columnsIn(client)
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of new Set(columns.map((column) => column.table))) {
    const names = columns.filter((column) => column.table === table).map(({ colonne }) => colonne)
    const { rows } = await client.query(
      `select coalesce(jsonb_agg(to_jsonb(ligne)), '[]') as lignes from (select ${names.join(', ')} from ${table}) as ligne`,
    )
    tables[table] = rows[0]?.lignes
  }
  return tables
}

/** Writes the rows as they are: triggers derive nothing anew. */
async function writeRows(client: pg.Client, { tables }: Snapshot): Promise<void> {
  await client.query('set session_replication_role = replica')
  const columns = await columnsIn(client)
  for (const [table, rows] of Object.entries(tables)) {
    const own = columns.filter((column) => column.table === table)
    const names = own.map(({ colonne }) => colonne).join(', ')
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
    for (const { colonne } of own.filter(({ identite }) => identite))
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${colonne}'), coalesce(max(${colonne}), 0) + 1, false) from ${table}`,
      )
  }
  await client.query('reset session_replication_role')
  await client.query('analyze')
}
