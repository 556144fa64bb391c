import type { TObject } from 'typebox'
import { columns, type Parts } from '../database/projection.ts'
import { join, name, number, type Sql, sql } from '../database/sql.ts'
import type {
  ItemOperation,
  Listing,
  ListOperation,
  PartsOperation,
  Places,
  ReadOperation,
} from './operation.ts'

/** What the caller asked, checked: the id of the path and the query parameters that were given. */
export interface Request {
  readonly id: string | null
  readonly query: Readonly<Record<string, unknown>>
}

/** What a statement gives, as expressions: the rows' JSON, and for a list how many there are on all pages. */
export interface Expressions {
  readonly donnees: Sql
  readonly total?: Sql
  /** What both are made of, found once: a name and its rows. */
  readonly once?: Sql
}

/** The SQL of a declaration and a request. Table names mean in it what the caller may see of them. */
export function expressionsOf(operation: ReadOperation, request: Request): Expressions {
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
    sql`select row_to_json(o) from (select ${fields(operation)} from ${operation.from} where ${conditions} order by ${operation.order}) o`,
  )
  return { donnees: sql`(select ${rows} from ${operation.whole} where id = ${id})` }
}

/** From here on, a page starts from a noted place if the list has any. */
const FAR = 500

/**
 * A page and its total. The page is cut from the listing by its keys alone, then its rows are looked up. The total is the sum
 * of kept counts where these can tell, else rows are counted. What has to be searched for costs more to find than to keep: its
 * keys are found once, then counted and cut.
 */
function listOf(operation: ListOperation, request: Request): Expressions {
  const { query } = request
  const { from, counts, places } = listingOf(operation, request)
  const asked = Object.keys(query).filter((parameter) => parameter in operation.filters)
  const conditions = join([sql`true`, ...conditionsOf(operation, request)], ' and ')
  const rows = sql`${from} where ${conditions}`
  const kept = counts?.find(
    ({ by, when }) => asked.every((one) => by.includes(one)) && when?.(query) !== false,
  )
  const searched = kept === undefined && query.recherche !== undefined
  const total =
    kept === undefined
      ? sql`count(*) as total from ${searched ? sql`trouves` : rows}`
      : sql`coalesce(sum(n), 0) as total from ${kept.from} where ${conditions}`
  const found = searched ? sql`trouves as materialized (select ${keys(operation)} from ${rows}),` : sql``
  const far = places !== undefined && asked.length === 0 && placeOf(request).offset >= FAR
  return {
    once: sql`${found} compte as materialized (select ${total})`,
    donnees: rowsOf(
      operation,
      far
        ? cutFrom(operation, request, { from, places })
        : cut(operation, request, searched ? sql`trouves` : rows),
    ),
    total: sql`(select total from compte)`,
  }
}

const listingOf = ({ listings, from }: ListOperation, { query }: Request): Listing =>
  listings.find(({ given }) => given === undefined || query[given] !== undefined) ?? { from }

/** The JSON array of the rows whose keys these are, in their order. The fence (offset 0) has each looked up by itself. */
const rowsOf = (operation: ListOperation, page: Sql): Sql =>
  array(sql`select row_to_json(o) from (${page}) as page,
    lateral (select ${fields(operation)} from ${operation.from} where id = page.id offset 0) as o order by ${keys(operation, 'page')}`)

/** The keys of a page. The planner does not see how far a page is: a round number tells it. */
const cut = (operation: ListOperation, request: Request, rows: Sql): Sql => {
  const { taille, offset } = placeOf(request)
  const within = 10 ** Math.max(2, Math.ceil(Math.log10(offset + taille)))
  return sql`select * from (select ${keys(operation)} from ${rows} order by ${keys(operation)} limit ${number(within)}) as debut
    order by ${keys(operation)} limit ${remaining(request)} offset ${offset}::bigint`
}

/** How many rows the page has: none is looked for beyond the last. */
const remaining = (request: Request): Sql => {
  const { taille, offset } = placeOf(request)
  return sql`least(${taille}::bigint, greatest((select total from compte) - ${offset}::bigint, 0))`
}

/** The keys of a page far from the start: from the last noted place before it, whose rank follows what has changed since. */
function cutFrom(
  operation: ListOperation,
  request: Request,
  { from, places }: { from: Sql; places: Places },
): Sql {
  const { offset } = placeOf(request)
  const change = sql`(select coalesce(sum(n), 0) from ${places.since} as e where (${keys(operation, 'e')}) < (${keys(operation, 'r')}))`
  const most = sql`${offset}::bigint + (select coalesce(sum(abs(n)), 0) from ${places.since})`
  const start = join(
    places.lowest.map(
      (lowest, index) => sql`coalesce(depart.${name(operation.order[index] ?? '')}, ${lowest})`,
    ),
    ', ',
  )
  return sql`select suite.* from (select) as debut
    left join lateral (select * from (select ${keys(operation, 'r')}, r.rang + ${change} as rang
      from ${places.from} as r where r.rang <= ${most} order by r.rang desc) as lieu
      where rang <= ${offset}::bigint limit 1) as depart on true,
    lateral (select ${keys(operation)} from ${from} as l where (${keys(operation, 'l')}) >= (${start})
      order by ${keys(operation, 'l')} limit ${remaining(request)} offset ${offset}::bigint - coalesce(depart.rang, 0)) as suite`
}

/** The columns of the order. */
const keys = ({ order }: ListOperation, table?: string): Sql =>
  join(
    order.map((column) => (table === undefined ? name(column) : sql`${name(table)}.${name(column)}`)),
    ', ',
  )

/** The JSON array of the objects that a query gives, in its order, as text. */
const array = (objects: Sql): Sql =>
  sql`(select '[' || coalesce(string_agg(objet::text, ','), '') || ']' from (${objects}) as objets (objet))`

const fields = (operation: ReadOperation): Sql => columns(operation.of, operation.parts as Parts<TObject>)

const conditionsOf = ({ filters }: ReadOperation, { query }: Request): Sql[] =>
  Object.entries(filters).flatMap(([parameter, condition]) =>
    query[parameter] === undefined ? [] : [condition(query[parameter] as never)],
  )

/** Where in a list the request is. */
export function placeOf({ query }: Request): { page: number; taille: number; offset: number } {
  const { page, taille } = query as { page: number; taille: number }
  return { page, taille, offset: (page - 1) * taille }
}
