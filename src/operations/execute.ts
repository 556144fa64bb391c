import type { TObject } from 'typebox'
import type { Database } from '../database/database.ts'
import { columns, type Parts } from '../database/projection.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import { confirmation, confirmationTables, type Viewer, withScope } from '../identity/scope.ts'
import type { ItemOperation, ListOperation, PartsOperation, ReadOperation } from './operation.ts'

/** What the caller asked, checked: the id of the path and the query parameters that were given. */
export interface Request {
  readonly id: string | null
  readonly query: Readonly<Record<string, unknown>>
}

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

/** What a statement gives, as expressions: the rows' JSON, and for a list how many there are on all pages. */
interface Expressions {
  readonly donnees: Sql
  readonly total?: Sql
  /** Rows that both are made of, found once. */
  readonly trouves?: Sql
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
  const { donnees, total = sql`null`, trouves } = expressionsOf(operation, request)
  const found = trouves === undefined ? sql`` : sql`, trouves as materialized (${trouves})`
  // The fence (offset 0) has the caller confirmed once, before anything else is looked at.
  const statement = sql`${found} select confirme, case when confirme then ${donnees} end as donnees,
    case when confirme then ${total} end as total
    from (select ${confirmation(viewer, operation.permission)} as confirme offset 0) as appelant`
  const [row] = await database.read<Row>(
    withScope([...operation.reads, ...confirmationTables], viewer, statement),
  )
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

function expressionsOf(operation: ReadOperation, request: Request): Expressions {
  if (operation.shape === 'item') return itemOf(operation, request)
  if (operation.shape === 'parts') return partsOf(operation, request)
  return listOf(operation, request)
}

const itemOf = (operation: ItemOperation, { id }: Request): Expressions => ({
  donnees: sql`(select row_to_json(o)::text from
    (select ${fields(operation)} from ${operation.from} where ${id === null ? sql`true` : sql`id = ${id}`}) o)`,
})

const partsOf = (operation: PartsOperation, request: Request): Expressions => {
  const id = request.id as string
  const conditions = join([operation.belongs(id), ...conditionsOf(operation, request)], ' and ')
  const rows = array(
    sql`select ${fields(operation)} from ${operation.from} where ${conditions} order by ${operation.order}`,
  )
  return { donnees: sql`(select ${rows} from ${operation.whole} where id = ${id})` }
}

/** From here on, the rows before a page are passed over by their keys alone, along an index. */
const DEEP = 1000

/**
 * A page and its total. The total is the sum of kept counts where these can tell, else rows are counted. What a search
 * matches costs more to find than to keep: its keys are found once, then counted and cut.
 */
const listOf = (operation: ListOperation, request: Request): Expressions => {
  const { from, order } = operation
  const { page, taille } = pageOf(request)
  const offset = (page - 1) * taille
  const conditions = join([sql`true`, ...conditionsOf(operation, request)], ' and ')
  const cut = sql`order by ${order} limit ${taille}::bigint offset ${offset}::bigint`
  const rows = (where: Sql) => sql`select ${fields(operation)} from ${from} where ${where}`
  const byKey = (keys: Sql) =>
    array(sql`${rows(sql`id in (select id from (select id from ${keys} ${cut}) as page)`)} order by ${order}`)
  if (request.query.recherche !== undefined) {
    return {
      // A list that can be searched is ordered by plain columns, its id among them.
      trouves: sql`select ${order} from ${from} where ${conditions}`,
      donnees: byKey(sql`trouves`),
      total: sql`(select count(*) from trouves)`,
    }
  }
  return {
    donnees: offset < DEEP ? array(sql`${rows(conditions)} ${cut}`) : byKey(sql`${from} where ${conditions}`),
    total: areCounted(operation, request)
      ? sql`(select coalesce(sum(n), 0) from ${operation.counts?.from} where ${conditions})`
      : sql`(select count(*) from ${from} where ${conditions})`,
  }
}

/** Whether the kept counts tell apart all that the request asks for. */
const areCounted = ({ counts, filters }: ListOperation, { query }: Request): boolean =>
  counts !== undefined &&
  Object.keys(query).every((parameter) => !(parameter in filters) || counts.by.includes(parameter))

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
