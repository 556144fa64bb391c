import { type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'

/** A value, or a placeholder for it: the rules put it into SQL and do nothing else with it. */
type Value = string | Sql

/** For whom a statement is written, and for which day. */
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
  /** The names that this rule is written with. */
  readonly needs: readonly string[]
  readonly rows: (viewer: Viewer) => Sql
}

/** The operator sees everything (D17). */
const seesAll = ({ type }: Viewer): boolean => type === 'operateur'

/** The rows of a table by the type of the caller's organisation; a type without a rule sees none, the operator all. */
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

/** The rows of a table whose parents the caller sees. */
export const childOf = (table: Sql, needs: readonly string[], condition: Sql): VisibilityRule => ({
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

/** What the database keeps for each reader of a list; for who is no reader, it is derived. */
export const materialised = (table: Sql, otherwise: VisibilityRule): VisibilityRule => ({
  needs: otherwise.needs,
  rows: (viewer) => {
    const reader = readerOf(viewer)
    return reader === undefined
      ? otherwise.rows(viewer)
      : sql`select * from ${table} where portee = ${reader}`
  },
})

/** What is kept for the operator alone. */
export const forOperator = (rows: Sql, otherwise: VisibilityRule): VisibilityRule => ({
  needs: otherwise.needs,
  rows: (viewer) => (seesAll(viewer) ? rows : otherwise.rows(viewer)),
})

/** Rows that follow from others that the caller sees, or from who asks. */
export const derived = (needs: readonly string[], rows: Sql | ((viewer: Viewer) => Sql)): VisibilityRule => ({
  needs,
  rows: typeof rows === 'function' ? rows : () => rows,
})

/** Data of no organisation: everybody sees them. */
export const everybody = (rows: Sql): VisibilityRule => ({ needs: [], rows: () => rows })

export const nothing = (table: Sql): VisibilityRule => everybody(sql`select * from ${table} where false`)
