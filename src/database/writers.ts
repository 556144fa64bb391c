import pg from 'pg'
import { mayChange } from './action-role.ts'
import { type Connection, clientConfig } from './address.ts'
import { PreparingConnection } from './preparing-connection.ts'
import { isAway } from './primary.ts'
import { DatabaseUnavailable, type Wait } from './reader.ts'
import { Interrupted, isLost, refusePooler, type Steps, transactionOf, writerSettings } from './writer.ts'

/** A few connections for actions, to whichever listed server is the primary. */
export interface Writers {
  /** Runs these steps in one transaction. Late, without a primary or interrupted, it is unavailable: nothing changed, or the commit was under way. */
  run<First, Result>(steps: (connection: pg.Client) => Steps<First, Result>, wait: Wait): Promise<Result>
  /** Whether its account may do what actions do. */
  mayAct(): Promise<boolean>
  close(): Promise<void>
}

/** Deadlines chain: 1 s for a connection, 2 s for a lock (A2), 2.5 s for a statement; then the request's own. */
const settings = [
  ...writerSettings,
  'lock_timeout=2000',
  'statement_timeout=2500',
  'plan_cache_mode=force_generic_plan',
  // A plan that was made while a table was small stays good when it has grown.
  'enable_seqscan=off',
]

/** All servers that answer are standbys. */
export class NoPrimary extends Error {}

export function openWriters(
  addresses: readonly Connection[],
  size: number,
  limits: Pick<pg.PoolConfig, 'query_timeout'> = {},
): Writers {
  const pools = addresses.map((address) => openPool(address, size, limits))
  /** A primary stays one for as long as a connection to it lasts. */
  const primaries = new WeakSet<pg.PoolClient>()
  let last = 0

  const isPrimary = async (taken: pg.PoolClient): Promise<boolean> => {
    if (primaries.has(taken)) return true
    await refusePooler(taken)
    const { rows } = await taken.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby === false) primaries.add(taken)
    return primaries.has(taken)
  }

  /** A connection to the primary. The server that was it last is asked first. */
  const connect = async (): Promise<pg.PoolClient> => {
    let failure: unknown
    for (let turn = 0; turn < pools.length; turn += 1) {
      const index = (last + turn) % pools.length
      try {
        const taken = await (pools[index] as pg.Pool).connect()
        const primary = await isPrimary(taken).catch((error) => {
          taken.release(true)
          throw error
        })
        if (primary) {
          last = index
          return taken
        }
        taken.release(true)
        failure ??= new NoPrimary('aucun serveur n’est primaire')
      } catch (error) {
        failure ??= error
      }
    }
    throw new DatabaseUnavailable('no primary accepts actions', { cause: failure })
  }

  return {
    async run(steps, wait) {
      const taken = await connect()
      let dropped = false
      const drop = () => {
        dropped = true
        taken.release(true)
      }
      const late = setTimeout(drop, Math.max(0, wait.until - performance.now()))
      try {
        const result = await transactionOf(taken, steps(taken))
        if (!dropped) taken.release()
        return result
      } catch (error) {
        const broken = error instanceof Interrupted || isLost(error)
        if (!dropped) taken.release(broken)
        if (dropped || broken || isPassing(error))
          throw new DatabaseUnavailable('the action was interrupted', { cause: error })
        throw error
      } finally {
        clearTimeout(late)
      }
    },
    async mayAct() {
      const taken = await connect()
      try {
        const may = await mayChange(taken)
        taken.release()
        return may
      } catch (error) {
        taken.release(true)
        throw error
      }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

function openPool(
  connection: Connection,
  size: number,
  limits: Pick<pg.PoolConfig, 'query_timeout'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(connection, {
      connectionTimeoutMillis: 1000,
      idle_in_transaction_session_timeout: 5000,
      keepAlive: true,
      ...limits,
      application_name: 'antenne (actions)',
      options: settings.map((setting) => `-c ${setting}`).join(' '),
    }),
    Client: PreparingConnection,
    max: size,
    // A new connection is dear: its server process reads the catalogue and plans every statement anew.
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 600,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (opened) => opened.on('error', () => {}))
  return pool
}

/** A lock or a statement that took too long, a deadlock, a server that became a standby, an account that may not act. */
const isPassing = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string }
  return /^(55P03|57014|40P01|40001|25006|42501|53)/.test(code) || isAway(error)
}
