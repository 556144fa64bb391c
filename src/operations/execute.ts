import type { Source, Wait } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { placeholder, Template } from '../database/template.ts'
import type { Caller } from '../identity/caller.ts'
import { confirmation, withScope } from '../identity/scope.ts'
import type { Viewer } from '../identity/visibility.ts'
import { Lru } from '../lru.ts'
import { expressionsOf, type Kind, kindOf, placeOf, type Request } from './compose.ts'
import type { ReadOperation } from './operation.ts'

interface Row {
  readonly confirme: boolean
  readonly donnees: string | null
  readonly total: string | null
}

/** The answer to a request: its body, or null when there is nothing that the caller may see. */
export interface Answer {
  /** False when the caller is not, or no longer, who it was taken for: then there is no answer to it yet. */
  readonly confirmed: boolean
  readonly body: string | null
}

/** Who asks, and on which day. */
export interface DatedCaller extends Caller {
  /** Today in UTC, AAAA-MM-JJ (D12). */
  readonly aujourdhui: string
}

/** What a statement is asked with. */
interface Given {
  readonly caller: DatedCaller
  readonly request: Request
}

/**
 * The one engine: a declaration, a caller and a request become one SQL statement, and its answer the JSON text of
 * the body. PostgreSQL builds the rows' JSON from the fields of the schema, after it has confirmed the caller.
 */
export async function execute(
  source: Source,
  operation: ReadOperation,
  caller: DatedCaller,
  request: Request,
  wait: Wait,
): Promise<Answer> {
  const statement = statementFor(operation, caller, request).fill({ caller, request })
  const [row] = await source.read<Row>(statement, wait)
  return {
    confirmed: row?.confirme === true,
    body: row?.donnees == null ? null : bodyOf(operation, request, row),
  }
}

/** Statements already composed, by what they were composed for. A bounded number: callers choose the kinds. */
const composed = new Lru<string, Template<Given>>(1000)

function statementFor(operation: ReadOperation, caller: DatedCaller, request: Request): Template<Given> {
  const kind = kindOf(operation, request)
  const { type, partenaire_id } = caller
  const key = [operation.id, type, partenaire_id === null, kind.asked, kind.within].join('|')
  let statement = composed.get(key)
  if (statement === undefined) {
    statement = compose(operation, openViewer(caller), kind)
    composed.set(key, statement)
  }
  return statement
}

/** All callers of the same type, of which partners are told from those who should be one and are not. */
const openViewer = ({ type, partenaire_id }: DatedCaller): Viewer => ({
  type,
  partenaire_id: partenaire_id === null ? null : placeholder(({ caller }: Given) => caller.partenaire_id),
  utilisateur_id: placeholder(({ caller }: Given) => caller.utilisateur_id),
  organisation_id: placeholder(({ caller }: Given) => caller.organisation_id),
  aujourdhui: placeholder(({ caller }: Given) => caller.aujourdhui),
})

function compose(operation: ReadOperation, viewer: Viewer, kind: Kind): Template<Given> {
  const { donnees, total = sql`null`, once } = expressionsOf(operation, kind)
  // The fence (offset 0) has the caller confirmed once, before anything else is looked at.
  const statement = sql`${once === undefined ? sql`` : sql`, ${once}`} select confirme,
    case when confirme then ${donnees} end as donnees, case when confirme then ${total} end as total
    from (select ${confirmation(viewer, operation.permission)} as confirme offset 0) as appelant`
  return new Template(withScope(operation.reads, viewer, statement))
}

function bodyOf({ shape }: ReadOperation, request: Request, { donnees, total }: Row): string | null {
  if (shape === 'item') return donnees
  if (shape === 'parts') return `{"donnees":${donnees}}`
  return `{"donnees":${donnees},"pagination":${JSON.stringify(pagination(request, Number(total)))}}`
}

const pagination = (request: Request, total: number) => {
  const { page, taille } = placeOf(request)
  return { page, taille, total, pages: Math.ceil(total / taille) }
}
