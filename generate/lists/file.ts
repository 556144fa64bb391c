import { readdirSync } from 'node:fs'
import { materialisedLists } from '../../src/identity/lists.ts'
import { packageRoot } from '../../src/package.ts'
import { releases } from '../releases.ts'
import { additionsOf, listsMigration, structureOf, upkeepMigration } from './migration.ts'

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
  /** The newest one, if it can be what this is: it is already, or it can still be edited. */
  const newestAs = (subject: string, text: string) =>
    newest.endsWith(subject) && (!isReleased || textOf(FOLDER + newest) === text)
      ? { path: FOLDER + newest, text }
      : undefined
  const next = (subject: string, text: string) => {
    const last = migrations.findLast((file) => file.endsWith('.sql')) ?? '0'
    return { path: FOLDER + String(Number.parseInt(last, 10) + 1).padStart(4, '0') + subject, text }
  }
  const made = listsMigration(materialisedLists)
  const asMade = newestAs(MADE, made)
  if (asMade !== undefined) return asMade
  const since = ofLists.slice(ofLists.findLastIndex((file) => file.endsWith(MADE)))
  const [structure = '', ...kept] = since.map((file) => textOf(FOLDER + file))
  if (!structureOf(materialisedLists).every((part) => structure.includes(part))) return next(MADE, made)
  const upkeepAfter = (texts: readonly string[]) =>
    upkeepMigration(
      materialisedLists,
      additionsOf(materialisedLists).filter((part) => !texts.some((text) => text.includes(part))),
    )
  return (
    newestAs(KEPT, upkeepAfter([structure, ...kept.slice(0, -1)])) ??
    next(KEPT, upkeepAfter([structure, ...kept]))
  )
}
