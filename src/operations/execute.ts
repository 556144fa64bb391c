import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Viewer } from '../identity/meaning.ts'
import { confirmation, withScope } from '../identity/scope.ts'
import { expressionsOf, placeOf, type Request } from './compose.ts'
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

/**
 * The one engine: a declaration, a caller and a request become one SQL statement, and its answer the JSON text of
 * the body. PostgreSQL builds the rows' JSON from the fields of the schema, after it has confirmed the caller.
 */
export async function execute(
  database: Database,
  operation: ReadOperation,
  viewer: Viewer,
  request: Request,
): Promise<Answer> {
  const { donnees, total = sql`null`, once } = expressionsOf(operation, request)
  // The fence (offset 0) has the caller confirmed once, before anything else is looked at.
  const statement = sql`${once === undefined ? sql`` : sql`, ${once}`} select confirme, case when confirme then ${donnees} end as donnees,
    case when confirme then ${total} end as total
    from (select ${confirmation(viewer, operation.permission)} as confirme offset 0) as appelant`
  const [row] = await database.read<Row>(withScope(operation.reads, viewer, statement))
  return {
    confirmed: row?.confirme === true,
    body: row?.donnees == null ? null : bodyOf(operation, request, row),
  }
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
