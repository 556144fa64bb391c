import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Folders, openFolders } from '../../src/database/embedded/folders.ts'
import { type Postgres, postgresIn } from './postgres.ts'

/** Settings of a primary that replicas can follow even after an absence. */
export const ofPrimary = ['wal_keep_size = 256MB']

/** A streaming replica of a primary that is stopped; it does not run yet. */
export async function replicaOf(primary: Postgres): Promise<Postgres> {
  const folders = await copyCluster(primary.folders.cluster, await mkdtemp(join(tmpdir(), 'antenne-pannes-')))
  await follow({ folders }, primary)
  return postgresIn(folders)
}

/** Gives a data folder a copy of a cluster that is stopped. */
export async function copyCluster(cluster: string, dataDir: string): Promise<Folders> {
  const folders = await openFolders(dataDir)
  await promisify(execFile)('cp', ['-a', cluster, folders.cluster])
  return folders
}

/** Has a server that is stopped follow another one from its next start. */
export async function follow({ folders }: Pick<Postgres, 'folders'>, primary: Postgres): Promise<void> {
  const signal = join(folders.cluster, 'standby.signal')
  await writeFile(signal, '')
  if (folders.account !== undefined) await chown(signal, folders.account.uid, folders.account.gid)
  const { host, port, user } = primary.connection
  const following = [
    `primary_conninfo = 'host=${host} port=${port} user=${user}'`,
    'wal_retrieve_retry_interval = 100ms',
  ]
  await appendFile(join(folders.cluster, 'postgresql.conf'), `\n${following.join('\n')}\n`)
}

/** The standby becomes the primary, and what was the primary its standby. */
export async function switchOver(from: Postgres, to: Postgres): Promise<void> {
  await caughtUp(from, to)
  await from.stop('SIGINT')
  await to.sql('select pg_promote()')
  await follow(from, to)
  await from.start()
}

/** Waits until a replica has all that the primary had at this moment. */
export async function caughtUp(primary: Postgres, replica: Postgres): Promise<void> {
  const [written] = await primary.sql<{ place: string }>('select pg_current_wal_lsn()::text as place')
  const has = `select pg_last_wal_replay_lsn() >= $1::pg_lsn as there`
  while ((await replica.sql<{ there: boolean }>(has, [written?.place]))[0]?.there !== true) await sleep(20)
}

/** How often a server was asked about a caller, which every answer to one takes. */
export async function askedOf({ sql }: Postgres): Promise<number> {
  // A connection tells what it has counted when it ends.
  const ofService = `pg_stat_activity where application_name = 'antenne'`
  while ((await sql(`select pg_terminate_backend(pid, 5000) from ${ofService}`)).length > 0) await sleep(20)
  const [row] = await sql<{ n: number }>(
    `select (seq_scan + idx_scan)::int as n from pg_stat_user_tables where relname = 'utilisateur'`,
  )
  return row?.n ?? 0
}
