import { openapi } from '../src/http/description/openapi.ts'
import { clientContract } from './client.ts'
import { collection } from './collection.ts'
import { listsMigration } from './lists/migration.ts'

/** The committed files that come from a declaration: each by its path, with what makes it. */
export const files: Readonly<Record<string, () => string>> = {
  'openapi.json': openapi,
  'client/src/contract.ts': clientContract,
  'docs/antenne.http': collection,
  'src/database/migrations/0008_listes.sql': listsMigration,
}
