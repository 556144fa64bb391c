import { kindOf, type Schema } from '../contract/kind.ts'
import { Cancellation } from '../database/cancellation.ts'
import { DatabaseUnavailable, type Source, type Wait } from '../database/database.ts'
import { NOBODY } from '../identity/caller.ts'
import type { ReadRequest } from './compose.ts'
import { type DatedCaller, execute } from './execute.ts'
import type { ReadOperation } from './operation.ts'

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
const plain: ReadRequest = { id: NOBODY, query: { page: 1, taille: 1, ids: [NOBODY] } }

type Run = (source: Source, caller: DatedCaller, wait: Wait) => Promise<unknown>

/** An operation, and how health runs its statements. */
export interface Probe {
  readonly id: string
  readonly runs: readonly Run[]
}

/**
 * The statements of an operation: without filters, and with all of them. Each alone would show no more, and connections
 * keep a limited number of statements prepared.
 */
export function probeOf(operation: ReadOperation): Probe {
  const filters = Object.keys(operation.filters).map(
    (filter) => [filter, acceptable(operation.query[filter] ?? {})] as const,
  )
  const filtered = { ...plain, query: { ...plain.query, ...Object.fromEntries(filters) } }
  const requests = filters.length === 0 ? [plain] : [plain, filtered]
  return {
    id: operation.id,
    runs: requests.map(
      (request): Run =>
        (source, caller, wait) =>
          execute(source, operation, caller, request, wait),
    ),
  }
}

/** A value that a filter takes. */
function acceptable(schema: Schema): unknown {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'enumeration':
      return kind.words[0]
    case 'boolean':
      return true
    case 'integer':
      return 1
    case 'uuid':
      return NOBODY
    case 'text':
      return 'rien'
    default:
      throw new Error(`no filter takes a value of the kind ${kind.kind} yet`)
  }
}

/** What probes found: the operations that the database refuses, and whether each could be tried. */
interface Probed {
  readonly refused: readonly Unanswerable[]
  readonly whole: boolean
}

/**
 * Runs every operation's own statements for a caller that does not exist. PostgreSQL checks that all tables exist and
 * may be read and all functions called, then finds no such caller and stops: a missing grant shows, at the cost of an
 * index lookup.
 */
export async function probe(source: Source, operations: readonly Probe[]): Promise<Probed> {
  const refused: Unanswerable[] = []
  let whole = true
  for (const { id, runs } of operations) {
    try {
      for (const run of runs)
        for (const caller of callers)
          await run(source, caller, { until: performance.now() + 2000, cancellation: new Cancellation() })
    } catch (error) {
      // An unreachable server or a locked table is not a fault of the statement.
      if (error instanceof DatabaseUnavailable) whole = false
      else refused.push({ operation: id, error: (error as Error).message })
    }
  }
  return { refused, whole }
}
