import pg from 'pg'
import { clientConfig, type DatabaseAddress } from './address.ts'
import type { Cancellation } from './cancellation.ts'
import { PoolerFound } from './pooler.ts'
import { type ServerReport, serverReport } from './server-report.ts'
import { gathering, HeldUp, SharedConnection } from './shared-connection.ts'
import type { Sql } from './sql.ts'
import { chooseName } from './statement-names.ts'
import { type Watch, watch } from './watch.ts'

/** A text with placeholders, and its values. */
export interface Statement extends Pick<Sql, 'text' | 'values'> {
  /** Whether it reads a few rows, each by an index: such statements may share a connection. */
  readonly brief?: boolean
}

/** A caller who waits for an answer: until when, by `performance.now()`, and whether they have hung up. */
export interface Wait {
  readonly until: number
  readonly cancellation: Cancellation
}

/** The database cannot be asked right now: unreachable, too slow, or going down. */
export class DatabaseUnavailable extends Error {}

/** The server behind the address may not, or no longer, answer. */
export class NotFit extends DatabaseUnavailable {
  /** Whether the connection was new: another one would lead to the same server. */
  readonly final: boolean

  constructor(message: string, final: boolean) {
    super(message)
    this.final = final
  }
}

/** Whether a server may answer, by what it reported before the statement. */
export type Fit = (report: ServerReport) => boolean

/** One address to read from. Its connections may lead to different servers: each asks its own. */
export interface ReadPool {
  read<Row extends object>(statement: Statement, wait: Wait, fit: Fit): Promise<Row[]>
  readonly watch: Watch
  /** False from a failed connection or a missing answer until the server answers again. */
  readonly up: boolean
  /** Running statements. */
  readonly busy: number
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
  // Many small statements at once: one process answers each, from an index.
  'max_parallel_workers_per_gather=0',
  'enable_memoize=off',
  'lock_timeout=1000',
  // Ends the statement of a connection that we drop.
  'client_connection_check_interval=100',
]

/** How long a standby's answer stays valid: its lag is a matter of seconds. */
const REPORT_HOLDS = 1000

export function openReadPool(
  connection: DatabaseAddress,
  size: number,
  note: (report: ServerReport) => void,
): ReadPool {
  const client = clientConfig(connection, {
    connectionTimeoutMillis: CONNECT,
    statement_timeout: 2000,
    query_timeout: ANSWER,
    idle_in_transaction_session_timeout: 5000,
    keepAlive: true,
    application_name: 'antenne',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  const pool = new pg.Pool({
    ...client,
    max: size,
    pipeline: true,
    maxLifetimeSeconds: 600 + Math.floor(Math.random() * 300),
    // A server that does not answer our goodbye does not keep the process.
    allowExitOnIdle: true,
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (opened) => opened.on('error', () => {}))
  const server = watch(client, note)
  const reports = new WeakMap<pg.PoolClient, ServerReport>()
  let busy = 0

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect()
    } catch (error) {
      // A server without room for another connection keeps those it has.
      const full = error instanceof pg.DatabaseError && error.code === '53300' && pool.totalCount > 0
      if (!full) server.suspect()
      throw new DatabaseUnavailable('no connection', { cause: error })
    }
  }

  /**
   * The report of the server behind a connection: asked once of a primary, which stays one, and regularly of a
   * standby.
   */
  const ask = async (taken: pg.PoolClient, fit: Fit, remaining: number): Promise<ServerReport> => {
    const known = reports.get(taken)
    if (known?.role === 'primary') return known
    if (known !== undefined && performance.now() - known.at < REPORT_HOLDS && fit(known)) return known
    const report = await serverReport(taken, remaining)
    reports.set(taken, report)
    note(report)
    return report
  }

  const gather = gathering(connect)

  const readOn = async <Row extends object>(
    shared: SharedConnection,
    { text, values }: Statement,
    { until, cancellation }: Wait,
    fit: Fit,
  ): Promise<Row[]> => {
    const share = shared.join()
    const taken = await shared.taken
    const opened = !reports.has(taken)
    let remaining = Math.min(ANSWER, until - performance.now())
    if (cancellation.requested || remaining <= 0) {
      shared.leave(share, false)
      throw new DatabaseUnavailable('nobody waits for the answer any more')
    }
    const forget = cancellation.listen(() => shared.abandon(share))
    try {
      const report = await ask(taken, fit, remaining)
      if (!fit(report)) throw new NotFit(`the server is a ${report.role} that may not answer`, opened)
      const { chosen: name, freed } = chooseName(taken, text)
      if (freed !== undefined) await taken.query(freed)
      remaining = Math.max(1, Math.min(ANSWER, until - performance.now()))
      const query = { name, text, values: values as unknown[], query_timeout: Math.ceil(remaining) }
      const rows = await shared.ask<Row>(share, query)
      // A primary may have been deposed while it answered.
      if (report.role === 'primary' && !fit(report)) throw new NotFit('the server was deposed', opened)
      shared.leave(share, false)
      return rows
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      shared.leave(share, code === undefined || isBroken(code))
      if (error instanceof NotFit || error instanceof HeldUp) throw error
      // No answer within the server's own time limit: the server is at fault, not the statement.
      if (error instanceof PoolerFound || (code === undefined && remaining === ANSWER && isTimeout(error)))
        server.suspect()
      if (code !== undefined && !isUnavailable(code)) throw error
      throw new DatabaseUnavailable('no answer', { cause: error })
    } finally {
      forget()
    }
  }

  return {
    async read<Row extends object>(statement: Statement, wait: Wait, fit: Fit): Promise<Row[]> {
      busy += 1
      let alone = statement.brief !== true
      try {
        for (;;) {
          if (server.down) throw new DatabaseUnavailable('the server does not answer')
          try {
            const shared = alone ? new SharedConnection(connect()) : gather()
            return await readOn<Row>(shared, statement, wait, fit)
          } catch (error) {
            alone = true
            // Another connection may lead to another server; only a new one tells.
            const elsewhere = error instanceof NotFit && !error.final
            if (!elsewhere && !(error instanceof HeldUp)) throw error
          }
        }
      } finally {
        busy -= 1
      }
    },
    watch: server,
    get busy() {
      return busy
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

/** States after which a connection cannot be trusted. */
const isBroken = (code: string): boolean => /^(08|53|57P|58|0A000|XX)/.test(code)

/**
 * States in which the database cannot answer now; 57014 and 55P03 are its own deadlines. 26000: the statement before it
 * on the same connection should have prepared it, and failed.
 */
const isUnavailable = (code: string): boolean =>
  isBroken(code) || /^(57014|55P03|40001|40P01|26000)$/.test(code)
