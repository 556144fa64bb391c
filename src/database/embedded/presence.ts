import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../failure.ts'
import { type Folders, PORT } from './folders.ts'
import { stopServer } from './process.ts'

interface Presence {
  readonly host: string
  readonly folders: Folders
  readonly exclusive: boolean
}

/** Advisory locks, in the database `postgres`, where nothing else takes any. */
const USED = 1
const SERVED = 2
const CREATING = 3
const GUARDED = 4

/** Seconds without any user after which the server stops by itself. A service that is started again meanwhile finds it running. */
const GRACE = 5

/**
 * One connection that holds locks as long as its process uses the server: one shared by all users, and one more that
 * only the service takes. They go with the process, however it ends.
 */
export async function takePresence({ host, folders, exclusive }: Presence): Promise<pg.Client> {
  const client = connectionTo(host, { query_timeout: 20_000, application_name: 'antenne (verrou)' })
  try {
    await client.connect()
    if (!(await tryLock(client, 'pg_try_advisory_lock_shared', USED)))
      throw new Error('the server is being stopped')
    // A predecessor that was killed holds its lock until the server notices.
    for (
      const until = Date.now() + 1000;
      exclusive && !(await tryLock(client, 'pg_try_advisory_lock', SERVED));
    ) {
      if (Date.now() > until) {
        throw new Failure(
          `Le dossier de données ${folders.dataDir} sert déjà à une autre instance du service. Arrêtez-la, ou choisissez un autre dossier avec DATA_DIR.`,
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

/** Gives the presence up, and stops the server if nobody else is there. Whoever comes meanwhile waits for the end of it. */
export async function leave(client: pg.Client, { cluster }: Folders): Promise<void> {
  keepsAlive(client, true)
  try {
    const isLast = () => tryLock(client, 'pg_try_advisory_lock', USED)
    // Asked before the own lock is given up, lest the guard takes its place; and after, for two that leave together.
    let last = await isLast()
    await client.query('select pg_advisory_unlock_shared($1)', [USED])
    last ||= await isLast()
    if (last) await stopServer(cluster)
  } catch {
    // The connection broke: the server is going already, or the next process that leaves will stop it.
  }
  await client.end().catch(() => {})
}

/**
 * The server looks after itself: one of its own processes stops it when nobody has used it for a while, however its users
 * ended. It does not notice that the connection it was asked over is gone, and needs nobody's rights but the server's own.
 */
async function guard(host: string): Promise<void> {
  const client = connectionTo(host, { application_name: 'antenne (gardien)' })
  await client.connect()
  keepsAlive(client, false)
  // It is sent: whatever becomes of this process, the server has it. It ends at once where there is a guard already.
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

/** Whether this connection is a reason for the process to go on; the types of `pg` leave these methods out. */
export function keepsAlive(client: pg.Client, alive: boolean): void {
  const socket = client as unknown as { ref(): void; unref(): void }
  if (alive) socket.ref()
  else socket.unref()
}
