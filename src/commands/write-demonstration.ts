import type pg from 'pg'
import { demonstration } from '../../demo/demonstration.ts'
import type { World, WorldWithContents } from '../../demo/records.ts'
import { dayOf } from '../day.ts'
import type { Content } from '../transfer/contents.ts'
import { numbered, type Sources } from '../transfer/import.ts'
import { importWorld } from '../transfer/import-world.ts'
import { resourceNames } from '../transfer/resources.ts'

/** The records of a data set as sources of an import. */
export const worldSources = (world: World): Sources =>
  new Map(resourceNames.map((name) => [name, numbered(world[name]())]))

function* worldContents({ contents }: WorldWithContents): Generator<Content> {
  for (const { id, bytes } of contents()) yield { name: id, bytes: () => [bytes] }
}

/** Writes the demonstration data of that day, completely or not at all. */
export async function writeDemonstration(client: pg.Client, now = new Date()): Promise<void> {
  const world = demonstration(dayOf(now))
  const contents = () => worldContents(world)
  await importWorld(client, worldSources(world), { now, progress: () => {}, contents })
}
