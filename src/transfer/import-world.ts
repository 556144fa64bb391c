import type pg from 'pg'
import type { Contents } from './contents.ts'
import { importRecords, type Progress, type Sources } from './import.ts'

/** Imports a whole data set and updates the planner's statistics. Returns the number of records. */
export async function importWorld(
  client: pg.Client,
  sources: Sources,
  given: { now: Date; progress: Progress; contents?: Contents },
): Promise<number> {
  const total = await importRecords(client, sources, given)
  given.progress('Statistiques')
  await client.query('analyze')
  return total
}
