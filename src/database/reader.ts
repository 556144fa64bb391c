import pg from 'pg'
import { prober } from './prober.ts'
import type { Sql } from './sql.ts'
import { nameOn } from './statement-names.ts'

/** How to reach a server: an address, or the folder of a private socket. */
export type Connection = Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>

/** A text with places for its values. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** Somebody who waits for an answer: until when, by `performance.now()`, and whether they have left. */
export interface Wait {
  readonly until: number
  readonly left: AbortSignal
}

/** The database cannot be asked right now: unreachable, too slow, or going down. */
export class DatabaseUnavailable extends Error {}

/** One server that statements are read from. */
export interface Reader {
  read<Row extends object>(statement: Statement, wait: Wait): Promise<Row[]>
  /** False from the moment a connection cannot be had, or no answer comes, until the server answers again. */
  readonly up: boolean
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** Deadlines chain: 1 s for a connection or a lock, 2 s in the server, 2.5 s here; then the request's own. */
const CONNECT = 1000
const ANSWER = 2500

const settings = [
  'search_path=antenne',
  'default_transaction_read_only=on',
  'timezone=UTC',
  'datestyle=ISO',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  // Many small questions at once: each is answered by one process, along an index.
  'max_parallel_workers_per_gather=0',
  'enable_memoize=off',
  'lock_timeout=1000',
  // A connection that we drop takes its statement with it.
  'client_connection_check_interval=100',
]

export function openReader(connection: Connection, size: number): Reader {
  const client: pg.ClientConfig = {
    ...connection,
    connectionTimeoutMillis: CONNECT,
    statement_timeout: 2000,
    query_timeout: ANSWER,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    application_name: 'antenne',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  }
  const pool = new pg.Pool({
    ...client,
    max: size,
    maxLifetimeSeconds: 600 + Math.floor(Math.random() * 300),
  })
  // A connection that breaks while nobody waits on it must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (opened) => opened.on('error', () => {}))
  const server = prober(client)

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect()
    } catch (error) {
      // A server that has no room for one more goes on with those it has.
      const full = error instanceof pg.DatabaseError && error.code === '53300' && pool.totalCount > 0
      if (!full) server.suspect()
      throw new DatabaseUnavailable('no connection', { cause: error })
    }
  }

  return {
    async read<Row extends object>({ text, values }: Statement, { until, left }: Wait): Promise<Row[]> {
      if (server.down) throw new DatabaseUnavailable('the server does not answer')
      const taken = await connect()
      const remaining = Math.min(ANSWER, until - performance.now())
      if (left.aborted || remaining <= 0) {
        taken.release()
        throw new DatabaseUnavailable('nobody waits for the answer any more')
      }
      let dropped = false
      const drop = () => {
        dropped = true
        taken.release(true)
      }
      left.addEventListener('abort', drop, { once: true })
      try {
        const name = await nameOn(taken, text)
        const query = { name, text, values, query_timeout: Math.ceil(remaining) }
        const { rows } = await taken.query<Row>(query)
        if (!dropped) taken.release()
        return rows
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined
        if (!dropped) taken.release(code === undefined || isBroken(code))
        // No answer within the time that the server itself has for one: it is not the statement that is slow.
        if (code === undefined && remaining === ANSWER && isTimeout(error)) server.suspect()
        if (code !== undefined && !isUnavailable(code)) throw error
        throw new DatabaseUnavailable('no answer', { cause: error })
      } finally {
        left.removeEventListener('abort', drop)
      }
    },
    get up() {
      return !server.down
    },
    get connections() {
      return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    async close() {
      server.stop()
      await pool.end()
    },
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** States after which a connection is not to be trusted again. */
const isBroken = (code: string): boolean => /^(08|53|57P|58|0A000|XX)/.test(code)

/** States in which the database cannot answer for now; 57014 and 55P03 are its own deadlines. */
const isUnavailable = (code: string): boolean => isBroken(code) || /^(57014|55P03|40001|40P01)$/.test(code)
