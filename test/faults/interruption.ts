import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from '../../harness/database/postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { withWriter } from '../../src/database/writer.ts'
import type { Program } from '../setup/program.ts'

/** An empty database of a server, to migrate. */
export interface Ground {
  readonly name: string
  /** How many migrations are applied; 0 as long as not even their table is there. */
  applied(): Promise<number>
  migrate(): Promise<string[]>
  schema(): Promise<string>
  drop(): Promise<void>
}

let grounds = 0

export async function openGround({ connection }: Postgres): Promise<Ground> {
  grounds += 1
  const name = `terrain_${grounds}`
  await withWriter(connection, (client) => client.query(`create database ${name}`))
  const owned = { ...connection, database: name }
  const observer = new pg.Client({ ...owned, application_name: 'épreuve' })
  observer.on('error', () => {})
  await observer.connect()
  return {
    name,
    async applied() {
      const { rows } = await observer.query(
        `select from pg_tables where schemaname = 'antenne' and tablename = 'migration'`,
      )
      if (rows.length === 0) return 0
      return (await observer.query('select from antenne.migration')).rows.length
    },
    migrate: () => withWriter(owned, migrate),
    schema: async () => (await observer.query<{ texte: string }>(SCHEMA)).rows[0]?.texte ?? '',
    async drop() {
      await observer.end()
      await withWriter(connection, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** Starts the command that migrates, and kills its process as soon as so many migrations are applied. */
export async function killMigrating(
  program: Program,
  { connection: { host, port } }: Postgres,
  { ground, after }: { ground: Ground; after: number },
): Promise<void> {
  const address = `postgresql://antenne@localhost:${port}/${ground.name}?host=${encodeURIComponent(host)}`
  const child = program.start(['migrer'], { DATABASE_URL: address })
  const ended = once(child, 'exit')
  await reached(ground, after)
  child.kill('SIGKILL')
  await ended
}

/** Migrates in this process, and ends its connection as soon as so many migrations are applied. */
export async function cutMigrating(
  { sql }: Postgres,
  { ground, after }: { ground: Ground; after: number },
): Promise<void> {
  const migrating = ground.migrate().catch(() => [])
  await reached(ground, after)
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and application_name = 'antenne (writer)' and state <> 'idle'`,
    [ground.name],
  )
  await migrating
}

async function reached(ground: Ground, count: number): Promise<void> {
  while ((await ground.applied()) < count) await sleep(2)
}

/** Everything that migrations make, as text. */
const SCHEMA = `with espaces as (select oid, nspname from pg_namespace where nspname in ('antenne', 'antenne_prive')),
  objets as (
    select 'colonne', c.relkind::text || ' ' || nspname || '.' || relname || '.' || attname || ' ' || attnum || ' ' ||
      format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' || attgenerated::text || ' ' ||
      coalesce(pg_get_expr(adbin, adrelid), '') || ' ' || coalesce(reloptions::text, '')
    from pg_attribute join pg_class c on c.oid = attrelid join espaces on espaces.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all select 'contrainte', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c join espaces on espaces.oid = connamespace
    union all select 'index', indexdef from pg_indexes join espaces on nspname = schemaname
    union all select 'vue', viewname || ' ' || definition from pg_views join espaces on nspname = schemaname
    union all select 'fonction', pg_get_functiondef(p.oid) from pg_proc p join espaces on espaces.oid = pronamespace
    where prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select 'declencheur', pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
      join espaces on espaces.oid = relnamespace where not tgisinternal
    union all select 'valeur', enumtypid::regtype || ' ' || enumsortorder || ' ' || enumlabel from pg_enum
    union all select 'migration', nom || ' ' || empreinte from antenne.migration)
  select string_agg(objets::text, E'\\n' order by objets::text) as texte from objets`
