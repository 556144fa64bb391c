import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { transaction } from '../database/writer.ts'

/** What is done, by whom and when. The service itself is nobody. */
export interface Move {
  readonly geste: string
  readonly par: string | null
  readonly now: Date
}

/**
 * Does it, all or nothing. What it changes is noted in the journal by the database, under the number returned. Rows are
 * locked in one order, a client before its reservations, so that moves wait for one another and never for ever.
 */
export async function make<T>(
  client: pg.Client,
  { geste, par, now }: Move,
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
