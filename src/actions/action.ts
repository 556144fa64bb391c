import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { transaction } from '../database/writer.ts'

/** What is done, by whom and when. `par` is null when the service itself acts. */
interface Movement {
  readonly geste: string
  readonly par: string | null
  readonly now: Date
  /** The id of the request that it comes from, if any. */
  readonly requete?: string
}

/**
 * Says, for the rest of the transaction, what is done: the database notes every change in the journal under the
 * `mouvement` returned.
 */
export async function nameAction(
  connection: pg.Client,
  { geste, par, now, requete = '' }: Movement,
): Promise<string> {
  const mouvement = randomUUID()
  await connection.query(
    `select set_config('antenne.mouvement', $1, true), set_config('antenne.geste', $2, true),
      set_config('antenne.fait_par', $3, true), set_config('antenne.fait_le', $4, true), set_config('antenne.requete', $5, true)`,
    [mouvement, geste, par ?? '', now.toISOString(), requete],
  )
  return mouvement
}

/**
 * Runs `work` as one action in one transaction. Actions lock rows in one order (decision 0013): they may wait for one
 * another and for an import, but never deadlock.
 */
export async function perform<T>(
  connection: pg.Client,
  movement: Movement,
  work: () => Promise<T>,
): Promise<{ readonly mouvement: string; readonly result: T }> {
  return transaction(connection, async () => {
    const mouvement = await nameAction(connection, movement)
    return { mouvement, result: await work() }
  })
}
