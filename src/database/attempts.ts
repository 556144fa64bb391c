import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  DatabaseUnavailable,
  type Fit,
  NotFit,
  type ReadPool,
  type Statement,
  type Wait,
} from './read-pool.ts'

/** How many servers and connections a statement is tried on: each may have an outdated plan of it. */
export const ATTEMPTS = 15

/** Reads from the first of them. A failure that may pass is tried again there or on the next. */
export async function readFrom<Row extends object>(
  pools: () => readonly ReadPool[],
  fit: Fit,
  statement: Statement,
  wait: Wait,
): Promise<Row[]> {
  const failed = new Set<ReadPool>()
  for (let attempt = 1; ; attempt += 1) {
    const up = pools()
    // Prefer one that has not failed; when all have, the last one.
    const pool = up.find((one) => !failed.has(one)) ?? up.at(-1)
    if (pool === undefined) throw new DatabaseUnavailable('no server that keeps up answers')
    try {
      return await pool.read<Row>(statement, wait, fit)
    } catch (error) {
      const another = up.length > 1 && error instanceof DatabaseUnavailable
      if (!(isRetryable(error) || another) || wait.cancellation.requested || isLate(wait)) throw error
      if (attempt === ATTEMPTS) throw error
      if (error instanceof NotFit) await askAgain(pool, wait)
      failed.add(pool)
    }
  }
}

/** Asks a server what it is, for as long as the caller waits. */
export const askAgain = (pool: ReadPool, { until }: Wait): Promise<unknown> =>
  Promise.race([pool.watch.ask(), sleep(Math.max(0, until - performance.now()), undefined, { ref: false })])

/** Whether the caller's deadline is over. */
export const isLate = ({ until }: Wait): boolean => performance.now() >= until

/**
 * Whether another connection may succeed: this one was lost, a migration changed a table under a prepared statement
 * (0A000), the statement that should have prepared it failed (26000), a standby cancelled the statement (40001), or it
 * deadlocked with a migration (40P01).
 */
export const isRetryable = (error: unknown): boolean => {
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  if (cause instanceof pg.DatabaseError)
    return /^(0A000|26000|40001|40P01|57P0[12]|08)/.test(cause.code ?? '')
  return cause instanceof Error && lost.test(cause.message)
}

/** What the driver says of a connection that was lost, or that is being closed. */
const lost = /^Connection terminated|not queryable$|ECONNRESET|EPIPE/
