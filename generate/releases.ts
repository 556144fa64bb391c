import { readFileSync } from 'node:fs'
import { packageRoot } from '../src/package.ts'

/** The migrations of each released version, with their checksums: these are never edited. */
export const releases: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('src/database/migrations/released.json', packageRoot), 'utf8'),
)
