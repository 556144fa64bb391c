import pg from 'pg'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'
import type { Change } from './changes.ts'
import type { Actors } from './lots.ts'

/** What came of the transactions of all writers. */
export class Ledger {
  committed = 0
  rolledBack = 0
  /** Found the rows changed by another when it had them, and did nothing. */
  late = 0
  /** 40001, of a transaction that keeps one snapshot. */
  conflicts = 0
  /** Not let write at all, since it keeps one snapshot. */
  refused = 0
  /** 40P01, with what the server said of it. */
  readonly deadlocks: string[] = []

  get transactions(): number {
    return this.committed + this.rolledBack + this.late + this.conflicts + this.deadlocks.length
  }
}

const chance = (share: number): boolean => Math.random() < share

/**
 * Writes until told to end, on a connection of its own; every fifth transaction keeps one snapshot, every tenth is
 * given up.
 */
export async function keepWriting(
  connection: DatabaseAddress,
  { deal, goesOn, ...means }: { deal: () => Change; goesOn: () => boolean; actors: Actors; ledger: Ledger },
): Promise<void> {
  await withWriter(connection, async (client) => {
    while (goesOn()) {
      const change = deal()
      const level = chance(0.2) ? 'repeatable read' : 'read committed'
      const again = await attempt(client, { change, level, ...means })
      if (again) await attempt(client, { change, level: 'read committed', ...means })
    }
  })
}

/** Makes one change in one transaction and writes down what came of it. True when it is to be tried again. */
async function attempt(
  client: pg.Client,
  { change, level, actors, ledger }: { change: Change; level: string; actors: Actors; ledger: Ledger },
): Promise<boolean> {
  await client.query(`begin isolation level ${level}`)
  try {
    const made = await change(client, actors)
    const ended = made && !chance(0.1) ? 'commit' : 'rollback'
    await client.query(ended)
    if (!made) ledger.late += 1
    else if (ended === 'commit') ledger.committed += 1
    else ledger.rolledBack += 1
    return false
  } catch (error) {
    await client.query('rollback')
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code === '40P01') ledger.deadlocks.push(`${error.detail}\n${error.where}`)
    else if (error.code === '40001') ledger.conflicts += 1
    else if (error.code === '0A000' && level !== 'read committed') ledger.refused += 1
    else throw error
    return true
  }
}
