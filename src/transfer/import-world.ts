import type pg from 'pg'
import type { Contents } from './contents.ts'
import { type Imported, importRecords, type Progress, type Sources } from './import.ts'

/** Imports a whole data set and updates the planner's statistics. Returns what the import did. */
export async function importWorld(
  client: pg.Client,
  sources: Sources,
  given: { now: Date; progress: Progress; contents?: Contents },
): Promise<Imported> {
  const imported = await importRecords(client, sources, given)
  given.progress('Statistiques')
  await client.query('analyze')
  return imported
}
