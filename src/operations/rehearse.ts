import { DatabaseUnavailable, type Source, type Wait } from '../database/database.ts'
import { type DatedCaller, execute } from './execute.ts'
import type { ReadOperation } from './operation.ts'

/** An operation that the database refuses, and its message. */
export interface Unanswerable {
  readonly operation: string
  readonly error: string
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
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
const request = { id: NOBODY, query: { page: 1, taille: 1, ids: [NOBODY] } }

/**
 * Runs every operation's own statement for a caller that does not exist. PostgreSQL checks that all tables exist and
 * may be read, then finds no such caller and stops: a missing grant shows, at the cost of an index lookup.
 */
export async function rehearse(
  source: Source,
  operations: readonly ReadOperation[],
): Promise<Unanswerable[]> {
  const found: Unanswerable[] = []
  for (const operation of operations) {
    const wait: Wait = { until: performance.now() + 2000, left: new AbortController().signal }
    try {
      for (const caller of callers) await execute(source, operation, caller, request, wait)
    } catch (error) {
      // An unreachable server or a locked table is not a fault of the statement.
      if (error instanceof DatabaseUnavailable) continue
      found.push({ operation: operation.id, error: (error as Error).message })
    }
  }
  return found
}
