import type { TObject } from 'typebox'
import type { Database } from '../database/database.ts'
import { columns, type Parts } from '../database/projection.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import { type Viewer, withScope } from '../identity/scope.ts'
import type { ItemOperation, ListOperation, PartsOperation, ReadOperation } from './operation.ts'

/** What the caller asked, checked: the id of the path and the query parameters that were given. */
export interface Request {
  readonly id: string | null
  readonly query: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly donnees: string | null
  readonly total?: string
}

/**
 * The one engine: a declaration, a caller and a request become one SQL statement, and its answer the JSON text of
 * the body. PostgreSQL builds the rows' JSON from the fields of the schema. Null: nothing there that the caller may see.
 */
export async function execute(
  database: Database,
  operation: ReadOperation,
  viewer: Viewer,
  request: Request,
): Promise<string | null> {
  const statement = withScope(operation.reads, viewer, statementOf(operation, request))
  const [answer] = await database.read<Answer>(statement)
  if (answer?.donnees == null) return null
  if (operation.shape === 'item') return answer.donnees
  if (operation.shape === 'parts') return `{"donnees":${answer.donnees}}`
  return `{"donnees":${answer.donnees},"pagination":${JSON.stringify(pagination(request, Number(answer.total)))}}`
}

function statementOf(operation: ReadOperation, request: Request): Sql {
  if (operation.shape === 'item') return itemStatement(operation, request)
  if (operation.shape === 'parts') return partsStatement(operation, request)
  return listStatement(operation, request)
}

const itemStatement = (operation: ItemOperation, { id }: Request): Sql =>
  sql`select row_to_json(o)::text as donnees from
    (select ${fields(operation)} from ${operation.from} where ${id === null ? sql`true` : sql`id = ${id}`}) o`

const partsStatement = (operation: PartsOperation, request: Request): Sql => {
  const id = request.id as string
  const conditions = join([operation.belongs(id), ...conditionsOf(operation, request)], ' and ')
  return sql`select ${array(
    sql`select ${fields(operation)} from ${operation.from} where ${conditions} order by ${operation.order}`,
  )} as donnees from ${operation.whole} where id = ${id}`
}

const listStatement = (operation: ListOperation, request: Request): Sql => {
  const { page, taille } = pageOf(request)
  const conditions = join([sql`true`, ...conditionsOf(operation, request)], ' and ')
  return sql`select (select count(*) from ${operation.from} where ${conditions}) as total, ${array(
    sql`select ${fields(operation)} from ${operation.from} where ${conditions}
      order by ${operation.order} limit ${taille}::bigint offset ${(page - 1) * taille}::bigint`,
  )} as donnees`
}

/** The JSON array of the rows of a query, in its order, as text. */
const array = (rows: Sql): Sql =>
  sql`(select '[' || coalesce(string_agg(row_to_json(o)::text, ','), '') || ']' from (${rows}) o)`

const fields = (operation: ReadOperation): Sql => columns(operation.of, operation.parts as Parts<TObject>)

const conditionsOf = ({ filters }: ReadOperation, { query }: Request): Sql[] =>
  Object.entries(filters).flatMap(([parameter, condition]) =>
    query[parameter] === undefined ? [] : [condition(query[parameter] as never)],
  )

const pageOf = ({ query }: Request) => ({ page: query.page as number, taille: query.taille as number })

const pagination = (request: Request, total: number) => {
  const { page, taille } = pageOf(request)
  return { page, taille, total, pages: Math.ceil(total / taille) }
}
