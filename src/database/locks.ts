import type pg from 'pg'

/**
 * The advisory locks of commands and upkeep, each for one purpose. Those of an action stand where it takes them, those
 * of materialised lists in their migrations; those of the embedded server are in another database.
 */
export const locks = {
  /** Instances that start together migrate one after the other. */
  migration: 7_236_005_112,
  /** Imports and changes of the dictionary run one after the other. */
  import: 7_236_005_113,
  /** One instance sweeps expired documents; the others skip. */
  sweep: 7_236_005_114,
  /** One instance has files scanned. */
  antivirus: 7_236_005_115,
  /** Actions write beside one another; an import writes alone. Taken before any row is locked. */
  writing: 7_236_005_116,
} as const

/** Until the end of the transaction, no import writes. Waits while one does. */
export const writeBesideOthers = (client: pg.Client) =>
  client.query('select pg_advisory_xact_lock_shared($1)', [locks.writing])

/** Takes a lock until the end of the transaction. Calls `waiting` if somebody else holds it. */
export async function waitForLock(client: pg.Client, lock: number, waiting: () => void): Promise<void> {
  const { rows } = await client.query<{ seul: boolean }>('select pg_try_advisory_xact_lock($1) as seul', [
    lock,
  ])
  if (rows[0]?.seul === true) return
  waiting()
  await client.query('select pg_advisory_xact_lock($1)', [lock])
}
