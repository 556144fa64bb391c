import { readdirSync } from 'node:fs'
import { materialisedLists } from '../../src/identity/lists.ts'
import { packageRoot } from '../../src/package.ts'
import { releases } from '../releases.ts'
import { dropsOf } from './drops.ts'
import { foldingsOf, OWNERS_TRIGGERS } from './folding.ts'
import { listsMigration } from './migration.ts'

const FOLDER = 'src/database/migrations/'
const SUBJECT = '_listes.sql'

/**
 * The migration of the lists. A released migration is never edited: a changed declaration goes into a new one, which
 * drops what the one before created, and has what later migrations gave to it.
 */
export function listsFile(textOf: (path: string) => string): { path: string; text: string } {
  const migrations = readdirSync(new URL(FOLDER, packageRoot))
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const ofLists = migrations.filter((file) => file.endsWith(SUBJECT))
  const newest = ofLists.at(-1) ?? `0008${SUBJECT}`
  const text = ofLists.length > 1 ? remade() : listsMigration()
  const isReleased = Object.values(releases).some((files) => newest in files)
  if (!isReleased || textOf(FOLDER + newest) === text) return { path: FOLDER + newest, text }
  const next = String(Number.parseInt(migrations.at(-1) ?? '0', 10) + 1).padStart(4, '0')
  return { path: FOLDER + next + SUBJECT, text: remade() }
}

/** Makes all lists anew. */
export const remade = (): string =>
  [dropsOf(materialisedLists), listsMigration(), foldingsOf(materialisedLists), OWNERS_TRIGGERS].join('\n')
