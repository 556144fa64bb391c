import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../failure.ts'
import { type Folders, PORT } from './folders.ts'
import { stopServer } from './process.ts'

interface Usage {
  readonly host: string
  readonly folders: Folders
  readonly exclusive: boolean
}

/** Advisory locks, in the database `postgres`, where nothing else takes any. */
const USED = 1
const SERVED = 2
const CREATING = 3
const GUARDED = 4

/**
 * The server stops itself after this many seconds without a user. A service that restarts meanwhile finds it running.
 */
const GRACE = 5

/**
 * A connection that holds the usage lock, shared by all users of the server, and one more lock that only the service
 * takes. PostgreSQL releases them when the process ends, however it ends.
 */
export async function takeUsageLock({ host, folders, exclusive }: Usage): Promise<pg.Client> {
  const client = connectionTo(host, { query_timeout: 20_000, application_name: 'antenne (verrou)' })
  try {
    await client.connect()
    if (!(await tryLock(client, 'pg_try_advisory_lock_shared', USED)))
      throw new Error('the server is being stopped')
    // A killed predecessor holds its lock until the server notices.
    for (
      const until = Date.now() + 1000;
      exclusive && !(await tryLock(client, 'pg_try_advisory_lock', SERVED));
    ) {
      if (Date.now() > until) {
        throw new Failure(
          `Le dossier de données ${folders.dataDir} est déjà utilisé par une autre instance du service. Arrêtez-la, ou choisissez un autre dossier avec DATA_DIR.`,
        )
      }
      await sleep(50)
    }
    await createDatabase(client)
    await guard(host).catch(() => {})
    return client
  } catch (error) {
    if (error instanceof Failure) await leave(client, folders)
    else void client.end().catch(() => {})
    throw error
  }
}

/**
 * Releases the usage lock, and stops the server if there is no other user. A process that comes meanwhile waits for the
 * end.
 */
export async function leave(client: pg.Client, { cluster }: Folders): Promise<void> {
  keepsAlive(client, true)
  try {
    const isLast = () => tryLock(client, 'pg_try_advisory_lock', USED)
    // Asked before our own lock is released, or the guard could take it; and after, in case two processes leave
    // together.
    let last = await isLast()
    await client.query('select pg_advisory_unlock_shared($1)', [USED])
    last ||= await isLast()
    if (last) await stopServer(cluster)
  } catch {
    // The connection broke: the server is stopping already, or the next process that leaves will stop it.
  }
  await client.end().catch(() => {})
}

/**
 * One of the server's own processes stops it when nobody has used it for a while, however its users ended. It runs on
 * after the connection that started it is gone, and needs only the server's own rights.
 */
async function guard(host: string): Promise<void> {
  const client = connectionTo(host, { application_name: 'antenne (gardien)' })
  await client.connect()
  keepsAlive(client, false)
  // The statement is sent: the server runs it even if this process ends. It returns at once if there is a guard
  // already.
  const over = () => client.end()
  client
    .query(GUARD)
    .then(over, over)
    .catch(() => {})
}

const GUARD = `do $$
  declare
    absent int := 0;
  begin
    if not pg_try_advisory_lock(${GUARDED}) then return; end if;
    loop
      perform pg_sleep(1);
      if pg_try_advisory_lock(${USED}) then absent := absent + 1; else absent := 0; end if;
      -- Whoever comes from now on waits for the end.
      exit when absent = ${GRACE};
      if absent > 0 then perform pg_advisory_unlock(${USED}); end if;
      commit;
    end loop;
    copy (select 1 where false) to program 'read -r pid < postmaster.pid && kill -INT "$pid"';
  end $$`

function connectionTo(host: string, options: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    host,
    port: PORT,
    user: 'antenne',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
    ...options,
  })
  return client.on('error', () => {})
}

async function createDatabase(client: pg.Client): Promise<void> {
  const known = async () =>
    (await client.query(`select from pg_database where datname = 'antenne'`)).rowCount === 1
  if (await known()) return
  await client.query('select pg_advisory_lock($1)', [CREATING])
  if (!(await known())) await client.query('create database antenne')
  await client.query('select pg_advisory_unlock($1)', [CREATING])
}

async function tryLock(client: pg.Client, lock: string, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [key])
  return rows[0]?.taken === true
}

/** Whether this connection keeps the process alive; the types of `pg` lack these methods. */
export function keepsAlive(client: pg.Client, alive: boolean): void {
  const socket = client as unknown as { ref(): void; unref(): void }
  if (alive) socket.ref()
  else socket.unref()
}
