import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseOf } from '../../harness/database/connection.ts'
import { copyCluster } from '../../harness/database/replica.ts'
import { writeDemonstration } from '../../src/commands/write-demonstration.ts'
import { grantActing } from '../../src/database/action-role.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { type EmbeddedServer, openEmbedded } from '../../src/database/embedded/embedded.ts'
import { openFolders } from '../../src/database/embedded/folders.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantReading } from '../../src/database/read-role.ts'
import { withWriter } from '../../src/database/writer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the run. */
    server: DatabaseAddress
    /** The folder of a stopped cluster whose database `antenne` holds the demonstration world. */
    cluster: string
  }
}

/** The day on which the demonstration world of the tests was made. */
export const MADE_ON = '2026-11-15'

/**
 * One PostgreSQL for the run: the embedded one, or the server of TEST_DATABASE_URL. Two templates on it, from which
 * each test file gets a database of its own: `vide` (migrated) and `demonstration` (with the demonstration world).
 * Beside it a cluster that does not run, to be copied by tests that want a server of their own (`prepared.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const folder = await mkdtemp(join(tmpdir(), 'antenne-test-'))
  await chmod(folder, 0o755)
  const cluster = await makeCluster(join(folder, 'modele'))
  project.provide('cluster', cluster)
  const server =
    external === undefined
      ? await openCopy(cluster, join(folder, 'serveur'))
      : { connection: { connectionString: external }, close: async () => {} }
  await withWriter(databaseOf(server.connection, 'postgres'), async (client) => {
    for (const name of ['vide', 'demonstration'])
      await client.query(`drop database if exists antenne_test_${name}`)
    await client.query(`create database antenne_test_vide template template0 encoding 'UTF8'`)
    await withWriter(databaseOf(server.connection, 'antenne_test_vide'), migrated)
    // The copied cluster has it already.
    const origin = external === undefined ? 'antenne' : 'antenne_test_vide'
    await client.query(`create database antenne_test_demonstration template ${origin}`)
    if (external !== undefined)
      await withWriter(databaseOf(server.connection, 'antenne_test_demonstration'), demonstrated)
  })
  project.provide('server', server.connection)
  return async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function migrated(client: pg.Client): Promise<void> {
  await migrate(client)
  await grantReading(client)
  await grantActing(client)
}

const demonstrated = (client: pg.Client) => writeDemonstration(client, new Date(`${MADE_ON}T08:00:00Z`))

const quietly = { progress: () => {}, exclusive: true }

/** The cluster of a server that holds the demonstration world, stopped. */
async function makeCluster(dataDir: string): Promise<string> {
  const { connection, close } = await openEmbedded(dataDir, quietly)
  await withWriter(connection, async (client) => {
    await migrated(client)
    await demonstrated(client)
  })
  await close()
  return (await openFolders(dataDir)).cluster
}

/** It need not survive the machine: nothing waits for the disk. */
const forgetful = '\nfsync = off\nfull_page_writes = off\n'

async function openCopy(cluster: string, dataDir: string): Promise<EmbeddedServer> {
  const folders = await copyCluster(cluster, dataDir)
  await appendFile(join(folders.cluster, 'postgresql.conf'), forgetful)
  return openEmbedded(dataDir, quietly)
}
