import { type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'

/** A value or its placeholder: rules only put it into SQL. */
type Value = string | Sql

/** The caller for whom a statement is written, and the day. */
export interface Viewer {
  readonly type: Caller['type']
  readonly utilisateur_id: Value
  readonly organisation_id: Value
  readonly partenaire_id: Value | null
  /** Today in UTC, AAAA-MM-JJ (D12). */
  readonly aujourdhui: Value
}

/** What a caller sees of a table, under its plain name. */
export interface VisibilityRule {
  /** The names that this rule uses. */
  readonly needs: readonly string[]
  readonly rows: (viewer: Viewer) => Sql
}

/** The operator sees everything (D17). */
export const seesAll = ({ type }: Viewer): boolean => type === 'operateur'

/** Rows by the type of the caller's organisation. A type without a rule sees none, the operator all. */
export const byType = (
  table: Sql,
  rules: Partial<Record<Exclude<Viewer['type'], 'operateur'>, (viewer: Viewer) => Sql>>,
): VisibilityRule => ({
  needs: [],
  rows: (viewer) => {
    const rule = viewer.type === 'operateur' ? () => sql`true` : rules[viewer.type]
    return sql`select * from ${table} where ${rule?.(viewer) ?? sql`false`}`
  },
})

/** Rows whose parent the caller sees. */
export const childOf = (table: Sql, needs: readonly string[], condition: Sql): VisibilityRule => ({
  needs,
  rows: (viewer) =>
    seesAll(viewer) ? sql`select * from ${table}` : sql`select * from ${table} where ${condition}`,
})

/** A list that is not the operator's. PostgreSQL is told, so that it takes the index of such lists. */
export const notOperators = sql`portee <> antenne.tout()`

/** The list that the caller reads: the operator the list of all rows, a partner its own; others have none. */
const readBy = (viewer: Viewer): Sql | undefined => {
  if (seesAll(viewer)) return sql`portee = antenne.tout()`
  return viewer.type === 'partenaire' && viewer.partenaire_id !== null
    ? sql`portee = ${viewer.partenaire_id} and ${notOperators}`
    : undefined
}

/** The rows that the database keeps for this reader of the list; for other callers they are derived. */
export const materialised = (table: Sql, otherwise: VisibilityRule): VisibilityRule => ({
  needs: otherwise.needs,
  rows: (viewer) => {
    const read = readBy(viewer)
    return read === undefined ? otherwise.rows(viewer) : sql`select * from ${table} where ${read}`
  },
})

/** Rows that are kept for the operator only; for other callers they are derived. */
export const forOperator = (rows: Sql, otherwise: VisibilityRule): VisibilityRule => ({
  needs: otherwise.needs,
  rows: (viewer) => (seesAll(viewer) ? rows : otherwise.rows(viewer)),
})

/** Rows that follow from other visible rows, or from the caller itself. */
export const derived = (needs: readonly string[], rows: Sql | ((viewer: Viewer) => Sql)): VisibilityRule => ({
  needs,
  rows: typeof rows === 'function' ? rows : () => rows,
})

/** Data without an organisation: visible to everybody. */
export const everybody = (rows: Sql): VisibilityRule => ({ needs: [], rows: () => rows })

export const nothing = (table: Sql): VisibilityRule => everybody(sql`select * from ${table} where false`)
