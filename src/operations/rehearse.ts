import { DatabaseUnavailable, type Source, type Wait } from '../database/database.ts'
import { HangUp } from '../database/hang-up.ts'
import { NOBODY } from '../identity/caller.ts'
import type { DatedCaller } from './execute.ts'

/** An operation that the database refuses, and its message. */
export interface Unanswerable {
  readonly operation: string
  readonly error: string
}

const callers = (['operateur', 'partenaire'] as const).map(
  (type): DatedCaller => ({
    type,
    utilisateur_id: NOBODY,
    organisation_id: NOBODY,
    partenaire_id: NOBODY,
    permissions: [],
    actif: false,
    double_authentification: false,
    aujourdhui: '2000-01-01',
  }),
)
/** A request that every operation takes. */
export const rehearsal = { id: NOBODY, query: { page: 1, taille: 1, ids: [NOBODY] } }

/** An operation, and how its statement is run. */
export interface Rehearsed {
  readonly id: string
  readonly run: (source: Source, caller: DatedCaller, wait: Wait) => Promise<unknown>
}

/**
 * Runs every operation's own statement for a caller that does not exist. PostgreSQL checks that all tables exist and
 * may be read, then finds no such caller and stops: a missing grant shows, at the cost of an index lookup.
 */
export async function rehearse(source: Source, operations: readonly Rehearsed[]): Promise<Unanswerable[]> {
  const found: Unanswerable[] = []
  for (const { id, run } of operations) {
    const wait: Wait = { until: performance.now() + 2000, hangUp: new HangUp() }
    try {
      for (const caller of callers) await run(source, caller, wait)
    } catch (error) {
      // An unreachable server or a locked table is not a fault of the statement.
      if (error instanceof DatabaseUnavailable) continue
      found.push({ operation: id, error: (error as Error).message })
    }
  }
  return found
}
