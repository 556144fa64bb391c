import pg from 'pg'
import { mayChange } from './action-role.ts'
import { clientConfig, type DatabaseAddress } from './address.ts'
import { PreparingConnection } from './preparing-connection.ts'
import { isAway, isStandby } from './primary.ts'
import { DatabaseUnavailable, type Wait } from './read-pool.ts'
import { Interrupted, isLost, refusePooler, type Steps, transactionOf, writerSettings } from './writer.ts'

/** A few connections for actions, to whichever listed server is the primary. */
export interface Writers {
  /**
   * Runs these steps in one transaction. Throws DatabaseUnavailable when it is late, interrupted or without a primary:
   * nothing was changed, or the commit was under way.
   */
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

/** How long the check of an account may take, in milliseconds. */
const LONGEST_CHECK = 3000

/** All servers that answer are standbys. */
export class NoPrimary extends Error {}

export function openWriters(addresses: readonly DatabaseAddress[], size: number): Writers {
  const pools = addresses.map((address) => openPool(address, size))
  /** A primary stays one for as long as a connection to it lasts. */
  const primaries = new WeakSet<pg.PoolClient>()
  let last = 0

  const isPrimary = async (client: pg.PoolClient): Promise<boolean> => {
    if (primaries.has(client)) return true
    await refusePooler(client)
    if (await isStandby(client)) return false
    primaries.add(client)
    return true
  }

  /** A connection to the primary. The server that was it last is asked first. */
  const takePrimary = async (until: number): Promise<Taken> => {
    let failure: unknown
    for (let turn = 0; turn < pools.length; turn += 1) {
      const index = (last + turn) % pools.length
      try {
        const taken = await take(pools[index] as pg.Pool, until)
        const primary = await isPrimary(taken.client).catch((error) => {
          taken.giveBack('lost')
          throw error
        })
        if (primary) {
          last = index
          return taken
        }
        taken.giveBack('lost')
        failure ??= new NoPrimary('aucun n’est le serveur principal')
      } catch (error) {
        failure ??= error
      }
    }
    throw new DatabaseUnavailable('no primary accepts actions', { cause: failure })
  }

  const borrow = async <T>(until: number, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const { client, giveBack } = await takePrimary(until)
    try {
      const result = await work(client)
      giveBack('sound')
      return result
    } catch (error) {
      giveBack(isInterrupted(error) ? 'lost' : 'sound')
      throw error
    }
  }

  return {
    async run(steps, wait) {
      try {
        return await borrow(wait.until, (client) => transactionOf(client, steps(client)))
      } catch (error) {
        if (isInterrupted(error) || isTemporary(error))
          throw new DatabaseUnavailable('the action was interrupted', { cause: error })
        throw error
      }
    },
    mayAct: () => borrow(performance.now() + LONGEST_CHECK, mayChange),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

/** A connection of a pool. Its socket is closed at the deadline: then every question on it fails. */
interface Taken {
  readonly client: pg.PoolClient
  giveBack(as: 'sound' | 'lost'): void
}

async function take(pool: pg.Pool, until: number): Promise<Taken> {
  const client = await connect(pool, until)
  const drop = () => void client.connection.stream.destroy()
  const late = setTimeout(drop, until - performance.now())
  return {
    client,
    giveBack(as) {
      clearTimeout(late)
      // The driver would wait for the answers before it says goodbye.
      if (as === 'lost') drop()
      client.release(as === 'lost')
    },
  }
}

/** A connection of the pool, before the deadline. One that comes later goes back. */
function connect(pool: pg.Pool, until: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  return new Promise((resolve, reject) => {
    const late = () => {
      reject(new Error('timeout expired'))
      connecting.then((client) => client.release()).catch(() => {})
    }
    const deadline = setTimeout(late, until - performance.now())
    connecting.then(resolve, reject).finally(() => clearTimeout(deadline))
  })
}

function openPool(connection: DatabaseAddress, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(connection, {
      connectionTimeoutMillis: 1000,
      idle_in_transaction_session_timeout: 5000,
      keepAlive: true,
      application_name: 'antenne (actions)',
      options: settings.map((setting) => `-c ${setting}`).join(' '),
    }),
    Client: PreparingConnection,
    max: size,
    // A new connection is expensive: its server process reads the catalogue and plans every statement anew.
    idleTimeoutMillis: 300_000,
    maxLifetimeSeconds: 600,
    allowExitOnIdle: true,
  })
  // An idle connection that breaks must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (opened) => opened.on('error', () => {}))
  return pool
}

const isInterrupted = (error: unknown): boolean => error instanceof Interrupted || isLost(error)

/**
 * A lock or a statement that took too long, a deadlock, a server that became a standby, an account that may not act.
 */
const isTemporary = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string }
  return /^(55P03|57014|40P01|40001|25006|42501|53)/.test(code) || isAway(error)
}
