import pg from 'pg'
import { DatabaseUnavailable, type Fit, NotFit, type Reader, type Statement, type Wait } from './reader.ts'

/** A statement is tried on so many servers and connections before it is given up: each may have an old plan of it. */
export const ATTEMPTS = 15

/** Asks the first of them; what fails for reasons of its own is tried again there, or at the next. */
export async function readFrom<Row extends object>(
  readers: () => readonly Reader[],
  fit: Fit,
  statement: Statement,
  wait: Wait,
): Promise<Row[]> {
  const failed = new Set<Reader>()
  for (let attempt = 1; ; attempt += 1) {
    const up = readers()
    // Rather none that has just failed; the last is the one to ask when all have.
    const reader = up.find((one) => !failed.has(one)) ?? up.at(-1)
    if (reader === undefined) throw new DatabaseUnavailable('no server that keeps up answers')
    try {
      return await reader.read<Row>(statement, wait, fit)
    } catch (error) {
      const another = up.length > 1 && error instanceof DatabaseUnavailable
      if (!(isPassing(error) || another) || wait.left.aborted || isLate(wait)) throw error
      if (attempt === ATTEMPTS) throw error
      if (error instanceof NotFit) await reader.watch.ask()
      failed.add(reader)
    }
  }
}

/** Whether the time of whoever waits is over. */
export const isLate = ({ until }: Wait): boolean => performance.now() >= until

/**
 * Worth another try on another connection: this one was lost, a migration has changed a table under a prepared
 * statement (0A000), a replica had to give way (40001), or a migration and this statement stood in one another's way (40P01).
 */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  if (cause instanceof pg.DatabaseError) return /^(0A000|40001|40P01|57P0[12]|08)/.test(cause.code ?? '')
  return cause instanceof Error && /^Connection terminated|ECONNRESET|EPIPE/.test(cause.message)
}
