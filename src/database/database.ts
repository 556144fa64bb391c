import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from './sql.ts'

/** How to reach a server: an address, or the folder of a private socket. */
export type Connection = Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>

/** A text with places for its values. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** What answers requests: reads only, each one statement, each with a deadline. */
export interface Database {
  read<Row extends object>(statement: Statement): Promise<Row[]>
  close(): Promise<void>
}

/** The database cannot be asked right now: unreachable, too slow, or going down. */
export class DatabaseUnavailable extends Error {}

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
]

const NAMED_STATEMENTS = 500

/** Opens the pool that serves requests. Deadlines chain: 1 s for a connection, 2 s in the server, 2.5 s here. */
export function openDatabase(connection: Connection, size = 10): Database {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 1000,
    statement_timeout: 2000,
    query_timeout: 2500,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    maxLifetimeSeconds: 600 + Math.floor(Math.random() * 300),
    application_name: 'antenne',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  // A connection that breaks while nobody waits on it must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    let name = names.get(text)
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = createHash('sha1').update(text).digest('base64url')
      names.set(text, name)
    }
    return name
  }

  const readOnce = async <Row extends object>({ text, values }: Statement) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('no connection', { cause: error })
    })
    try {
      const name = nameOf(text)
      const result = await client.query<Row>(name === undefined ? { text, values } : { name, text, values })
      client.release()
      return result.rows
    } catch (error) {
      const usable = error instanceof pg.DatabaseError && !isConnectionState(error.code)
      client.release(!usable)
      throw usable ? error : new DatabaseUnavailable('no answer', { cause: error })
    }
  }

  return {
    async read<Row extends object>({ text, values }: Statement) {
      try {
        return await readOnce<Row>({ text, values })
      } catch (error) {
        if (!isPassing(error)) throw error
        return readOnce<Row>({ text, values })
      }
    },
    close: () => pool.end(),
  }
}

/** States after which a connection is not to be trusted again, or the server is not to be asked for now. */
const isConnectionState = (code: string | undefined): boolean =>
  code === undefined || /^(08|53|57|58|0A000|40001|XX)/.test(code)

/**
 * Worth a second try on another connection: a migration has changed a table under a prepared statement (0A000), or a replica
 * had to give way (40001).
 */
const isPassing = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  error.cause instanceof pg.DatabaseError &&
  ['0A000', '40001'].includes(error.cause.code ?? '')
