import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeDemonstration } from '../../src/commands/write-demonstration.ts'
import type { Connection } from '../../src/database/database.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantReading, READ_ROLE } from '../../src/database/read-role.ts'
import { withWriter } from '../../src/database/writer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run. */
    server: Connection
  }
}

/** The day on which the demonstration world of the tests was made. */
export const MADE_ON = '2026-11-15'

/**
 * One PostgreSQL for the run: the embedded one, or the server of TEST_DATABASE_URL. Two templates on it, from which
 * each test file gets a database of its own: `vide` (migrated) and `demonstration` (with the demonstration world).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const folder = await mkdtemp(join(tmpdir(), 'antenne-test-'))
  const server =
    external === undefined
      ? await openEmbedded(folder, { progress: () => {}, exclusive: true })
      : { connection: { connectionString: external }, close: async () => {} }
  await withWriter(server.connection, async (client) => {
    for (const name of ['vide', 'demonstration'])
      await client.query(`drop database if exists antenne_test_${name}`)
    await client.query(`create database antenne_test_vide template template0 encoding 'UTF8'`)
    await withWriter(databaseOf(server.connection, 'antenne_test_vide'), async (target) => {
      await migrate(target)
      await grantReading(target)
    })
    await client.query('create database antenne_test_demonstration template antenne_test_vide')
    await withWriter(databaseOf(server.connection, 'antenne_test_demonstration'), (target) =>
      writeDemonstration(target, new Date(`${MADE_ON}T08:00:00Z`)),
    )
  })
  project.provide('server', server.connection)
  return async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same server, another database of it. */
export function databaseOf(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same database, under the role that only reads. */
export function readingOf(connection: Connection): Connection {
  if (connection.connectionString === undefined) return { ...connection, user: READ_ROLE }
  const url = new URL(connection.connectionString)
  url.username = READ_ROLE
  return { connectionString: url.href }
}
