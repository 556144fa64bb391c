import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addressOf, databaseOf } from '../../harness/database/connection.ts'
import type { Postgres } from '../../harness/database/postgres.ts'
import { schemaOf } from '../../harness/database/schema-text.ts'
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
    schema: async () => (await schemaOf(owned, { places: true })).join('\n'),
    async drop() {
      await observer.end()
      await withWriter(connection, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

/** Starts the command that migrates, and kills its process as soon as so many migrations are applied. */
export async function killMigrating(
  program: Program,
  { connection }: Postgres,
  { ground, after }: { ground: Ground; after: number },
): Promise<void> {
  const address = addressOf(databaseOf(connection, ground.name))
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
