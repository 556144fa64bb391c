import type { TObject } from 'typebox'
import { array, type Fields, object } from '../database/projection.ts'
import { join, name, number, type Sql, sql } from '../database/sql.ts'
import { placeholder } from '../database/template.ts'
import type { MaterialisedList } from '../identity/lists.ts'
import type { Table } from '../identity/scope.ts'
import { columnsOf, lastBookmark, rankedBookmark, start } from './bookmark.ts'
import type { ChildrenOperation, ItemOperation, ListOperation, ReadOperation } from './operation.ts'
import { found, search } from './recherche.ts'

/** The validated request: the id of the path and the given query parameters. */
export interface ReadRequest {
  readonly id: string | null
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * A kind of request: what is asked for, without the values. Requests of one kind by callers of one type share a
 * statement.
 */
export interface RequestKind {
  /** The given filters. */
  readonly asked: readonly string[]
  /** The page ends within this many rows, rounded up. */
  readonly within: number
}

interface Input {
  readonly request: ReadRequest
}

const id = placeholder(({ request }: Input) => request.id as string)
const taille = placeholder(({ request }: Input) => pageWindow(request).taille)
const offset = placeholder(({ request }: Input) => pageWindow(request).offset)
/** SQL for the value of a query parameter. */
export const parameter = (of: string): Sql => placeholder(({ request }: Input) => request.query[of])

export function requestKind(operation: ReadOperation, request: ReadRequest): RequestKind {
  const { query } = request
  return {
    asked: Object.keys(operation.filters).filter((one) => query[one] !== undefined),
    within: operation.shape === 'list' ? roundedUp(pageWindow(request)) : 0,
  }
}

const roundedUp = ({ taille, offset }: { taille: number; offset: number }): number =>
  10 ** Math.max(2, Math.ceil(Math.log10(offset + taille)))

/** The expressions of a statement: the rows' JSON and, for a list, the total. */
interface Expressions {
  readonly donnees: Sql
  readonly total?: Sql
  /** Rows that both use, found once: a name and its rows. */
  readonly once?: Sql
  /** Whether it reads a few rows, each by an index, however many there are. */
  readonly brief?: boolean
}

/** The SQL of a declaration for a kind of request. Table names mean what the caller may see of them. */
export function expressionsOf(operation: ReadOperation, kind: RequestKind): Expressions {
  if (operation.shape === 'item') return itemOf(operation)
  if (operation.shape === 'children') return childrenOf(operation, kind)
  return listOf(operation, kind)
}

function itemOf(operation: ItemOperation): Expressions {
  const sought = operation.path.includes('{id}') ? isSought(operation) : sql`true`
  return {
    donnees: sql`(select ${objectOf(operation)} from ${operation.from} where ${sought})`,
    // What is read below an item may be more than a few rows.
    brief: operation.path.endsWith('{id}'),
  }
}

const childrenOf = (operation: ChildrenOperation, kind: RequestKind): Expressions => {
  const rows = array(
    sql`select ${objectOf(operation)} from ${operation.from}
      where ${operation.parent.children(id)} and ${conditionsOf(operation, kind)} order by ${operation.order}`,
  )
  return {
    donnees: sql`(select ${rows} from ${operation.parent.from} where ${isSought(operation.parent)})`,
    brief: true,
  }
}

/**
 * The condition for the item of the path. Where the database keeps a list of what the caller sees, the id is looked up
 * there first, so that an item of somebody else takes as long as an absent one (D19). Its own rule still applies.
 */
const isSought = ({ seenIn }: Pick<ItemOperation, 'seenIn'>): Sql => sql`id = ${sought(id, seenIn)}`

/** The id, if it is in that list; as it is without one. */
export const sought = (id: Sql, seenIn: Table | undefined): Sql =>
  seenIn === undefined ? id : sql`(select id from ${name(seenIn)} where id = ${id})`

/** Pages that end beyond this many rows start from a bookmark, if the list has any. Filtered rows are further apart. */
const NEAR = 1000
const NEAR_FILTERED = 100

/** A page and its total. The keys of the page are cut from the list first, then its rows are looked up. */
function listOf(operation: ListOperation, kind: RequestKind): Expressions {
  if (kind.asked.includes('recherche')) return searchedOf(operation, kind)
  const { asked, within } = kind
  const { from, counts, bookmarked } = listingOf(operation, kind)
  const far = bookmarked !== undefined && within > (asked.length === 0 ? NEAR : NEAR_FILTERED)
  const rows = sql`${from} where ${conditionsOf(operation, kind)}`
  const donnees = rowsOf(
    operation,
    far ? cutFrom(operation, kind, from, bookmarked) : cut(operation, first(operation, kind, rows)),
  )
  const { parent } = operation
  const compte = sql`compte as materialized (${countOf(operation, kind, parameter)})`
  const total = sql`(select total from compte)`
  const brief = counts !== undefined && (far || within <= NEAR)
  if (parent === null) return { once: compte, donnees, total, brief }
  const element = sql`element as materialized (select id from ${parent.from} where ${isSought(parent)})`
  return { once: sql`${element}, ${compte}`, donnees: sql`(select ${donnees} from element)`, total, brief }
}

/** Counts the rows that the filters leave. */
function countOf(operation: ListOperation, kind: RequestKind, value: (parameter: string) => Sql): Sql {
  const { from, counts } = listingOf(operation, kind)
  const conditions = conditionsOf(operation, kind, value)
  return counts === undefined
    ? sql`select count(*) as total from ${from} where ${conditions}`
    : sql`select coalesce(sum(n), 0) as total from ${counts} where ${conditions}`
}

/** The total that a list has with these filters, values or columns, as an expression. */
export const totalOf = (operation: ListOperation, filters: Readonly<Record<string, string | Sql>>): Sql =>
  sql`(${countOf(operation, { asked: Object.keys(filters), within: 0 }, (of) => sql`${filters[of]}`)})`

/**
 * A page of a search. If few rows can match, all their keys are found once, then counted and cut. Otherwise rows are
 * counted, unless their number is known, and the list is read in order until the page is full.
 */
function searchedOf(operation: ListOperation, kind: RequestKind): Expressions {
  const { from, pairs } = listingOf(operation, kind)
  const rows = sql`${from} where ${conditionsOf(operation, kind)}`
  const others = kind.asked.filter((one) => one !== 'recherche')
  const searched = sql`${from} where ${conditionsOf(operation, { ...kind, asked: others })}`
  const known = others.length === 0 ? sql`when exact then borne` : sql``
  const inOrder = first(operation, kind, sql`${rows} and not (select toutes from mots)`)
  return {
    once: sql`${search(pairs)}, trouves as materialized (${found(keys(operation), searched)}),
      compte as materialized (select coalesce(case when borne = 0 then 0 ${known} end,
        case when toutes then (select count(*) from trouves) else (select count(*) from ${rows}) end) as total from mots)`,
    donnees: rowsOf(
      operation,
      cut(operation, sql`(${first(operation, kind, sql`trouves`)}) union all (${inOrder})`),
    ),
    total: sql`(select total from compte)`,
  }
}

/** The tables that answer a request. */
interface Listing {
  /** Where pages are cut from: the columns of the order and of the filters. */
  readonly from: Sql
  /** Counts by the given filters. */
  readonly counts?: Sql
  /** How many rows contain two characters side by side. */
  readonly pairs?: Sql
  /** The list, if bookmarks have their ranks with these filters. */
  readonly bookmarked?: MaterialisedList
}

function listingOf({ from, materialised, columns }: ListOperation, { asked }: RequestKind): Listing {
  if (materialised === null) return { from }
  const { of, filters, owner, search } = materialised
  const filtered = asked.flatMap((parameter) => columns[parameter] ?? [])
  const isOwners = filtered.includes(owner)
  const isCounted = filtered.every((column) => column === owner || column in filters)
  const kept = (suffix: string) => name(`${of}_${suffix}`)
  return {
    from: kept(isOwners ? 'par_partenaire' : 'liste'),
    ...(isCounted && { counts: kept(isOwners ? 'compte_par_partenaire' : 'compte') }),
    ...(!isOwners && search !== null && { pairs: kept('paire') }),
    ...(!isOwners && isCounted && { bookmarked: materialised }),
  }
}

/**
 * The JSON array of the rows with these keys, in their order. `offset 0` keeps the planner from joining them: each row
 * is looked up by itself.
 */
const rowsOf = (operation: ListOperation, page: Sql): Sql =>
  array(sql`select objet from (${page}) as page,
    lateral (select ${objectOf(operation)} as objet from ${operation.from} where id = page.id and ${childOf(operation)} offset 0) as o
    order by ${keys(operation, 'page')}`)

/** The first keys of these rows. The limit is a round number that the planner sees; the exact offset is a parameter. */
const first = (operation: ListOperation, { within }: RequestKind, rows: Sql): Sql =>
  sql`select ${keys(operation)} from ${rows} order by ${keys(operation)} limit ${number(within)}`

/** The keys of a page, cut from the first ones. */
const cut = (operation: ListOperation, first: Sql): Sql =>
  sql`select * from (${first}) as debut order by ${keys(operation)} limit ${remaining} offset ${offset}::bigint`

/** How many rows the page has: nothing is read beyond the last. */
const remaining = sql`least(${taille}::bigint, greatest((select total from compte) - ${offset}::bigint, 0))`

/** The keys of a far page: from a bookmark before it on. */
function cutFrom(operation: ListOperation, kind: RequestKind, from: Sql, list: MaterialisedList): Sql {
  const conditions = conditionsOf(operation, kind)
  const columns = kind.asked.map((one) => operation.columns[one] ?? '')
  const bookmark =
    columns.length === 0 ? lastBookmark(list, offset) : rankedBookmark(list, offset, columns, conditions)
  return sql`select suite.* from (select) as debut left join lateral (${bookmark}) as depart on true,
    lateral (select ${keys(operation)} from ${from} as l where (${keys(operation, 'l')}) >= (${start(list, 'depart')}) and ${conditions}
      order by ${keys(operation, 'l')} limit ${remaining} offset ${offset}::bigint - coalesce(depart.rang, 0)) as suite`
}

/** The columns of the order. */
const keys = ({ order }: ListOperation, table?: string): Sql => columnsOf(order, table)

const objectOf = (operation: ReadOperation): Sql => object(operation.of, operation.fields as Fields<TObject>)

const conditionsOf = (operation: ReadOperation, { asked }: RequestKind, value = parameter): Sql =>
  join([childOf(operation), ...asked.flatMap((one) => operation.filters[one]?.(value(one)) ?? [])], ' and ')

/** Limits a list to one parent. If the caller cannot see the parent, no row is read or counted. */
const childOf = (operation: ReadOperation): Sql =>
  operation.shape === 'list' && operation.parent !== null
    ? operation.parent.children(sql`(select id from element)`)
    : sql`true`

/** The requested page, its size and its offset. */
export function pageWindow({ query }: ReadRequest): { page: number; taille: number; offset: number } {
  const { page, taille } = query as { page: number; taille: number }
  return { page, taille, offset: (page - 1) * taille }
}
