import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { transaction } from '../database/writer.ts'

/** What is done, by whom and when. `par` is null when the service itself acts. */
export interface Action {
  readonly geste: string
  readonly par: string | null
  readonly now: Date
}

/**
 * Runs `work` in one transaction. The database notes every change in the journal, under the `mouvement` returned.
 * Actions lock a client before its reservations: they may wait for one another, but never deadlock.
 */
export async function perform<T>(
  client: pg.Client,
  { geste, par, now }: Action,
  work: () => Promise<T>,
): Promise<{ readonly mouvement: string; readonly result: T }> {
  const mouvement = randomUUID()
  const result = await transaction(client, async () => {
    await client.query(
      `select set_config('antenne.mouvement', $1, true), set_config('antenne.geste', $2, true),
        set_config('antenne.fait_par', $3, true), set_config('antenne.fait_le', $4, true)`,
      [mouvement, geste, par ?? '', now.toISOString()],
    )
    return work()
  })
  return { mouvement, result }
}
