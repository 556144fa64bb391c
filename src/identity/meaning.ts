import { type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'

/** For whom a request is answered, and on which day. */
export interface Viewer extends Caller {
  /** Today in UTC, AAAA-MM-JJ (D12). */
  readonly aujourdhui: string
}

/** What a plain table name means to one caller. */
export interface Meaning {
  /** The names that this meaning is written with. */
  readonly needs: readonly string[]
  readonly rows: (viewer: Viewer) => Sql
}

/** The operator sees everything (D17). */
const seesAll = ({ type }: Viewer): boolean => type === 'operateur'

/** The rows of a table by the type of the caller's organisation; a type without a rule sees none, the operator all. */
export const byType = (
  table: Sql,
  rules: Partial<Record<Exclude<Viewer['type'], 'operateur'>, (viewer: Viewer) => Sql>>,
): Meaning => ({
  needs: [],
  rows: (viewer) => {
    const rule = viewer.type === 'operateur' ? () => sql`true` : rules[viewer.type]
    return sql`select * from ${table} where ${rule?.(viewer) ?? sql`false`}`
  },
})

/** The rows of a table that belong to rows already seen. */
export const belonging = (table: Sql, needs: readonly string[], condition: Sql): Meaning => ({
  needs,
  rows: (viewer) =>
    seesAll(viewer) ? sql`select * from ${table}` : sql`select * from ${table} where ${condition}`,
})

/** Whose list the caller reads: the operator the one of all, a partner its own; for anybody else none is kept. */
const readerOf = (viewer: Viewer): Sql | undefined => {
  if (seesAll(viewer)) return sql`antenne.tout()`
  return viewer.type === 'partenaire' && viewer.partenaire_id !== null
    ? sql`${viewer.partenaire_id}`
    : undefined
}

/** What is kept for the reader of a list; who is none has it worked out of what it sees. */
export const kept = (table: Sql, otherwise: Meaning): Meaning => ({
  needs: otherwise.needs,
  rows: (viewer) => {
    const reader = readerOf(viewer)
    return reader === undefined
      ? otherwise.rows(viewer)
      : sql`select * from ${table} where portee = ${reader}`
  },
})

/** What is kept for the operator alone. */
export const keptForAll = (rows: Sql, otherwise: Meaning): Meaning => ({
  needs: otherwise.needs,
  rows: (viewer) => (seesAll(viewer) ? rows : otherwise.rows(viewer)),
})

/** Rows that are found by what is already seen, or by who asks. */
export const follows = (needs: readonly string[], rows: Sql | ((viewer: Viewer) => Sql)): Meaning => ({
  needs,
  rows: typeof rows === 'function' ? rows : () => rows,
})

/** Data of no organisation: everybody's. */
export const everybodys = (rows: Sql): Meaning => ({ needs: [], rows: () => rows })

export const nothing = (table: Sql): Meaning => everybodys(sql`select * from ${table} where false`)
