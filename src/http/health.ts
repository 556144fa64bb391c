import type { Static } from 'typebox'
import type { Sante } from '../contract/sante.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { version } from '../package.ts'
import { unavailable } from './errors.ts'

/** What the health of the service depends on. */
export interface Dependencies {
  readonly database: Database
  /** What the service can do without for a while: each says whether it is well (D22). */
  readonly comforts: readonly (() => boolean)[]
  /** Whether the service takes no more requests: it is stopping, or more are asking than it can serve. */
  readonly closed: () => boolean
  readonly now: () => Date
}

/** A database that takes longer than this to answer nothing at all answers badly. */
const SLOW = 500

/** The state of the service; thrown as 503 when it cannot serve. */
export async function checkHealth({
  database,
  comforts,
  closed,
  now,
}: Dependencies): Promise<Static<typeof Sante>> {
  if (closed()) throw unavailable()
  const start = performance.now()
  await database.current.read(sql`select 1`)
  const well = performance.now() - start < SLOW && comforts.every((comfort) => comfort())
  return { statut: well ? 'ok' : 'degrade', version, horodatage: now().toISOString() }
}
