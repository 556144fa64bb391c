import pg from 'pg'
import { Failure } from '../failure.ts'
import { clientConfig, type DatabaseAddress } from './address.ts'
import { errorText } from './error-text.ts'
import { pipelined } from './pipeline.ts'
import { isPoolersRefusal, PoolerFound, requireDirect } from './pooler.ts'

const SEARCH_PATH = 'antenne_prive,antenne,public'
/** The settings of every connection that writes. */
export const writerSettings = [
  `search_path=${SEARCH_PATH}`,
  'timezone=UTC',
  'datestyle=ISO',
  'jit=off',
  'client_connection_check_interval=2000',
]

/**
 * A connection that can write: it sees the private schema under plain names and has no deadline. Commands, migrations
 * and upkeep use one, never the answer to a request. When `signal` aborts, the connection is dropped: uncommitted work
 * is rolled back and fails at once.
 */
export async function withWriter<T>(
  connection: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connect(connection, signal)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function connect(connection: DatabaseAddress, signal?: AbortSignal): Promise<pg.Client> {
  signal?.throwIfAborted()
  try {
    const client = new pg.Client(
      clientConfig(connection, {
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        application_name: 'antenne (writer)',
        options: writerSettings.map((setting) => `-c ${setting}`).join(' '),
      }),
    )
    client.on('error', () => {})
    const { stream } = client.connection
    const drop = () => void stream.destroy()
    signal?.addEventListener('abort', drop, { once: true })
    stream.once('close', () => signal?.removeEventListener('abort', drop))
    await client.connect()
    await refusePooler(client)
    return client
  } catch (error) {
    if (error instanceof PoolerFound) throw error
    if (isPoolersRefusal(error)) throw new PoolerFound(error)
    throw new Failure(
      `La base de données ne répond pas (${errorText(error)}). Vérifiez DATABASE_URL et que le serveur est démarré.`,
      { code: 'base_indisponible', cause: error },
    )
  }
}

/** Throws if there is a pooler on the way of a connection with the settings of a writer. */
export async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; path: string }>(
    `select pg_backend_pid() as pid, current_setting('search_path') as path`,
  )
  const [row] = rows
  requireDirect(client, { pid: row?.pid ?? 0, kept: row?.path.replaceAll(' ', '') === SEARCH_PATH })
}

/** The connection was lost during a transaction. */
export class Interrupted extends Error {
  /** Nothing was changed; or unknown, because the commit was under way. */
  readonly outcome: 'unchanged' | 'unknown'

  constructor(outcome: Interrupted['outcome'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.outcome = outcome
  }
}

/** What a transaction does. */
export interface Steps<First, Result> {
  /** Sent with its beginning: it reads and locks, and changes nothing. */
  first?(): Promise<First>
  work(found: First): Promise<Result>
  /** Sent with the commit, which rolls back if it fails. */
  last?(result: Result, found: First): Promise<unknown>
}

/** Runs `work` in a transaction. Throws Interrupted when the connection is lost. */
export const transaction = <T>(client: pg.Client, work: () => Promise<T>): Promise<T> =>
  transactionOf(client, { work })

/** The same, with the first and the last statements where they cost no round trip of their own. */
export async function transactionOf<First, Result>(
  client: pg.Client,
  { first, work, last }: Steps<First, Result>,
): Promise<Result> {
  let committing = false
  try {
    const [, found] = await pipelined(client, [() => client.query('begin'), async () => first?.() as First])
    const result = await work(found)
    committing = true
    await pipelined(client, [async () => last?.(result, found), () => client.query('commit')])
    return result
  } catch (error) {
    if (isLost(error)) throw new Interrupted(committing ? 'unknown' : 'unchanged', error)
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Whether this error means a lost connection: the server ended it (57P, 08, 25P03, 25P04), or the network did. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) return /^(57P|08|25P0[34])/.test(code)
  return (
    /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_(PREMATURE_CLOSE|DESTROYED))$/.test(
      code,
    ) || /^Connection terminated|is not queryable$/.test(message)
  )
}
