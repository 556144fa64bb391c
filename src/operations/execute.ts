import type { Source, Wait } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { placeholder, Template } from '../database/template.ts'
import type { Caller } from '../identity/caller.ts'
import { confirmation, withScope } from '../identity/scope.ts'
import type { Viewer } from '../identity/visibility.ts'
import { Lru } from '../lru.ts'
import { expressionsOf, pageWindow, type ReadRequest, type RequestKind, requestKind } from './compose.ts'
import type { ReadOperation } from './operation.ts'

interface Row {
  readonly confirme: boolean
  readonly donnees: string | null
  readonly total: string | null
}

/** The answer to a request: its body, or null when the caller may see nothing there. */
export interface Answer {
  /** False when the caller is not, or no longer, who it was taken for: then this is not an answer. */
  readonly confirmed: boolean
  readonly body: string | null
}

/** The caller and the day. */
export interface DatedCaller extends Caller {
  /** Today in UTC, AAAA-MM-JJ (D12). */
  readonly aujourdhui: string
}

/** The values with which a statement is filled. */
interface StatementInputs {
  readonly caller: DatedCaller
  readonly request: ReadRequest
}

/**
 * The engine: turns a declaration, a caller and a request into one SQL statement, and its result into the JSON text of
 * the body. PostgreSQL confirms the caller, then builds the rows' JSON from the fields of the schema.
 */
export async function execute(
  source: Source,
  operation: ReadOperation,
  caller: DatedCaller,
  request: ReadRequest,
  wait: Wait,
): Promise<Answer> {
  const statement = statementFor(operation, caller, request).fill({ caller, request })
  const [row] = await source.read<Row>(statement, wait)
  return {
    confirmed: row?.confirme === true,
    body: row?.donnees == null ? null : bodyOf(operation, request, row),
  }
}

/** Composed statements, by what they were composed for. Bounded, because callers choose the kinds. */
const composed = new Lru<string, Template<StatementInputs>>(1000)

function statementFor(
  operation: ReadOperation,
  caller: DatedCaller,
  request: ReadRequest,
): Template<StatementInputs> {
  const kind = requestKind(operation, request)
  const { type, partenaire_id } = caller
  const key = [operation.id, type, partenaire_id === null, kind.asked, kind.within].join('|')
  let statement = composed.get(key)
  if (statement === undefined) {
    statement = compose(operation, openViewer(caller), kind)
    composed.set(key, statement)
  }
  return statement
}

/** All callers of one type. Users of a partner organisation without a partner record are a kind of their own. */
export const openViewer = ({ type, partenaire_id }: DatedCaller): Viewer => ({
  type,
  partenaire_id:
    partenaire_id === null
      ? null
      : placeholder(({ caller }: Pick<StatementInputs, 'caller'>) => caller.partenaire_id),
  utilisateur_id: placeholder(({ caller }: Pick<StatementInputs, 'caller'>) => caller.utilisateur_id),
  organisation_id: placeholder(({ caller }: Pick<StatementInputs, 'caller'>) => caller.organisation_id),
  aujourdhui: placeholder(({ caller }: Pick<StatementInputs, 'caller'>) => caller.aujourdhui),
})

function compose(operation: ReadOperation, viewer: Viewer, kind: RequestKind): Template<StatementInputs> {
  const { donnees, total = sql`null`, once, brief } = expressionsOf(operation, kind)
  // `offset 0` makes PostgreSQL confirm the caller once, before anything else.
  const statement = sql`${once === undefined ? sql`` : sql`, ${once}`} select confirme,
    case when confirme then ${donnees} end as donnees, case when confirme then ${total} end as total
    from (select ${confirmation(viewer, operation.permission)} as confirme offset 0) as appelant`
  return new Template(withScope(operation.reads, viewer, statement), brief)
}

function bodyOf({ shape }: ReadOperation, request: ReadRequest, { donnees, total }: Row): string | null {
  if (shape === 'item') return donnees
  if (shape === 'children') return `{"donnees":${donnees}}`
  return `{"donnees":${donnees},"pagination":${JSON.stringify(pagination(request, Number(total)))}}`
}

const pagination = (request: ReadRequest, total: number) => {
  const { page, taille } = pageWindow(request)
  return { page, taille, total, pages: Math.ceil(total / taille) }
}
