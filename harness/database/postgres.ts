import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { findPackage, openBinaries } from '../../src/database/embedded/binaries.ts'
import { openCluster } from '../../src/database/embedded/cluster.ts'
import { type Folders, openFolders, PORT, socketFolder } from '../../src/database/embedded/folders.ts'
import { runningServer, startServer } from '../../src/database/embedded/process.ts'
import { gone, signal, signalFamily } from './processes.ts'

/** A server of the test's own, to do to it what happens to servers. */
export interface Postgres {
  readonly folders: Folders
  /** As the owner of everything. */
  readonly connection: DatabaseAddress & { readonly host: string }
  /** Where it listens. */
  readonly socket: string
  /** Returns once it takes connections. */
  start(): Promise<void>
  /** Returns once it takes connections, whoever started it. */
  accepting(): Promise<void>
  /** By a signal of PostgreSQL: SIGINT stops fast, SIGQUIT at once without order. Returns once it has gone. */
  stop(by: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** The server and all that it started, in an instant. */
  kill(): Promise<void>
  /** Stops the time for the server and all that it started; `thaw` lets it go on. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  remove(): Promise<void>
}

/** A new cluster that does not run yet. */
export async function newPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folders = await openFolders(await mkdtemp(join(tmpdir(), 'antenne-pannes-')))
  await openCluster(folders, await openBinaries(findPackage(), folders))
  return postgresWith(folders, settings)
}

/** The server of a cluster that is there and does not run, with these settings. */
export async function postgresWith(folders: Folders, settings: readonly string[]): Promise<Postgres> {
  // Processes are killed here, never the machine: what the system was given is not lost.
  const own = ['fsync = off', ...settings]
  await appendFile(join(folders.cluster, 'postgresql.conf'), `\n${own.join('\n')}\n`)
  return postgresIn(folders)
}

/** The server of a cluster that is there. */
export async function postgresIn(folders: Folders): Promise<Postgres> {
  const binaries = await openBinaries(findPackage(), folders)
  const host = await socketFolder(folders)
  const connection = { host, port: PORT, user: 'antenne', database: 'postgres' }
  const pid = async () => {
    const found = await runningServer(folders.cluster)
    if (found === undefined) throw new Error('the server does not run')
    return found
  }
  let frozen: readonly number[] = []
  const thaw = async () => {
    for (const one of frozen) signal(one, 'SIGCONT')
    frozen = []
  }
  const sql: Postgres['sql'] = (text, values) => query({ ...connection, database: 'antenne' }, text, values)
  return {
    folders,
    connection,
    socket: join(host, `.s.PGSQL.${PORT}`),
    async start() {
      const child = await startServer(folders, binaries)
      while (!(await takesConnections(connection))) {
        if (child.ended !== undefined) throw new Error(await child.written())
        await sleep(10)
      }
    },
    async accepting() {
      while (!(await takesConnections(connection))) await sleep(10)
    },
    async stop(by) {
      const running = await pid()
      signal(running, by)
      await gone([running])
    },
    kill: async () => gone(await signalFamily(await pid(), 'SIGKILL')),
    async freeze() {
      frozen = await signalFamily(await pid(), 'SIGSTOP')
    },
    thaw,
    sql,
    async remove() {
      await thaw()
      const running = await runningServer(folders.cluster)
      if (running !== undefined) {
        signal(running, 'SIGINT')
        await gone([running])
      }
      await rm(folders.dataDir, { recursive: true, force: true })
    },
  }
}

/** One statement on a connection of its own. */
async function query<Row extends pg.QueryResultRow>(
  connection: DatabaseAddress,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({
    ...connection,
    options: '-c search_path=antenne_prive,antenne,public -c timezone=UTC',
    application_name: 'épreuve',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const takesConnections = (connection: DatabaseAddress): Promise<boolean> =>
  query(connection, 'select 1').then(
    () => true,
    () => false,
  )
