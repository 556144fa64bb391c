import type pg from 'pg'
import { demonstration } from '../../demo/demonstration.ts'
import type { World } from '../../demo/records.ts'
import { numbered, type Sources } from '../transfer/import.ts'
import { importWorld } from '../transfer/import-world.ts'
import { resourceNames } from '../transfer/resources.ts'

/** The records of a data set as sources of an import. */
export const worldSources = (world: World): Sources =>
  new Map(resourceNames.map((name) => [name, numbered(world[name]())]))

/** Writes the demonstration data of that day, completely or not at all. */
export async function writeDemonstration(client: pg.Client, now = new Date()): Promise<void> {
  const world = demonstration(now.toISOString().slice(0, 10))
  await importWorld(client, worldSources(world), { now, progress: () => {} })
}
