import type pg from 'pg'
import { importRecords, type Progress, type Sources } from './import.ts'

/** Imports a whole world, and has the planner know its size at once. Returns how many records there were. */
export async function importWorld(
  client: pg.Client,
  sources: Sources,
  given: { now: Date; progress: Progress },
): Promise<number> {
  const total = await importRecords(client, sources, given)
  given.progress('Statistiques')
  await client.query('analyze')
  return total
}
