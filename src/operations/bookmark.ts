import { join, name, number, type Sql, sql } from '../database/sql.ts'
import type { MaterialisedList, OrderType } from '../identity/lists.ts'

/** Columns, of this table if one is named. */
export const columnsOf = (columns: readonly string[], table?: string): Sql =>
  join(
    columns.map((column) => (table === undefined ? name(column) : sql`${name(table)}.${name(column)}`)),
    ', ',
  )

const keys = ({ order }: MaterialisedList, table: string): Sql => columnsOf(Object.keys(order), table)

/** How the changes since the bookmarks move the bookmark `r`. */
const change = (list: MaterialisedList, conditions: Sql): Sql =>
  sql`(select coalesce(sum(n), 0) from ${name(`${list.of}_ecart`)} as e where (${keys(list, 'e')}) < (${keys(list, 'r')}) and ${conditions})`

/**
 * The last bookmark that has no more than so many rows before it: its key and its rank, corrected by the changes since.
 */
export function lastBookmark(list: MaterialisedList, offset: Sql): Sql {
  const most = sql`${offset}::bigint + (select coalesce(sum(abs(n)), 0) from ${name(`${list.of}_ecart`)})`
  return sql`select * from (select ${keys(list, 'r')}, r.rang + ${change(list, sql`true`)} as rang
    from ${name(`${list.of}_repere`)} as r where r.rang <= ${most} order by r.rang desc) as repere
    where rang <= ${offset}::bigint limit 1`
}

/**
 * The same in the list that is filtered by these columns. At first, all of its rows that were added since are assumed
 * to stand before the bookmark, so that it is not too far on. Then those that really do are counted.
 */
export function rankedBookmark(
  list: MaterialisedList,
  offset: Sql,
  columns: readonly string[],
  conditions: Sql,
): Sql {
  const added = sql`(select coalesce(sum(n) filter (where n > 0), 0) from ${name(`${list.of}_ecart`)} where ${conditions})`
  return sql`select ${keys(list, 'r')}, coalesce(rangs[tranche], 0) + ${change(list, conditions)} as rang
    from (select places, rangs, least(width_bucket(avant, rangs::bigint[]), cardinality(rangs) - 1) as tranche
      from ${name(`${list.of}_rang`)}, (select ${offset}::bigint - ${added} as avant) as lu
      where libres = ${number(freeIn(list, columns))} and ${conditions} and avant >= 0) as liste
    join ${name(`${list.of}_repere`)} as r on r.rang = places[tranche + 1]`
}

/** The filters that are not asked for, as PostgreSQL's `grouping` writes them: the last is the lowest bit. */
const freeIn = ({ filters }: MaterialisedList, columns: readonly string[]): number =>
  Object.keys(filters).reduce((bits, column) => 2 * bits + (columns.includes(column) ? 0 : 1), 0)

/** Values below all rows, by the type of the order's columns. */
const lowest: Readonly<Record<OrderType, Sql>> = {
  'text collate "C"': sql`''`,
  nom: sql`''`,
  uuid: sql`antenne.tout()`,
  bigint: sql`-1::bigint << 60`,
}

/** Where a page is read from: the key of this bookmark; without one, the beginning of the list. */
export const start = ({ order }: MaterialisedList, bookmark: string): Sql =>
  join(
    Object.entries(order).map(
      ([column, type]) => sql`coalesce(${name(bookmark)}.${name(column)}, ${lowest[type]})`,
    ),
    ', ',
  )
