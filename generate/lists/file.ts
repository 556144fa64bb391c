import { readdirSync } from 'node:fs'
import { materialisedLists } from '../../src/identity/lists.ts'
import { packageRoot } from '../../src/package.ts'
import { releases } from '../releases.ts'
import { listsMigration, structureOf, upkeepMigration } from './migration.ts'

const FOLDER = 'src/database/migrations/'
/** A migration makes the lists anew, or replaces the functions that keep them. */
const [MADE, KEPT] = ['_listes.sql', '_entretien.sql']

/**
 * The newest migration of the lists. A released one is never edited: what the declaration changes goes into a new one,
 * which makes the lists anew only if it must.
 */
export function listsFile(textOf: (path: string) => string): { path: string; text: string } {
  const migrations = readdirSync(new URL(FOLDER, packageRoot)).sort()
  const ofLists = migrations.filter((file) => file.endsWith(MADE) || file.endsWith(KEPT))
  const newest = ofLists.at(-1) ?? ''
  const isReleased = Object.values(releases).some((files) => newest in files)
  /** Whether the newest one can be what this is: it is already, or it can still be edited. */
  const fits = (subject: string, text: string) =>
    newest.endsWith(subject) && (!isReleased || textOf(FOLDER + newest) === text)
  const structure = textOf(FOLDER + ofLists.findLast((file) => file.endsWith(MADE)))
  const isMade = structureOf(materialisedLists).every((part) => structure.includes(part))
  const made = listsMigration(materialisedLists)
  const [subject, text] =
    isMade && !fits(MADE, made) ? [KEPT, upkeepMigration(materialisedLists)] : [MADE, made]
  if (fits(subject, text)) return { path: FOLDER + newest, text }
  const last = migrations.findLast((file) => file.endsWith('.sql')) ?? '0'
  return { path: FOLDER + String(Number.parseInt(last, 10) + 1).padStart(4, '0') + subject, text }
}
