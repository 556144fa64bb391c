import type { Static, TObject, TSchema } from 'typebox'
import { join, name, type Sql, sql } from './sql.ts'

/** The fields of an answer that no column can hold by itself: objects, and arrays of objects. */
type Nested<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends readonly (infer Item)[]
    ? Item extends object
      ? K
      : never
    : NonNullable<T[K]> extends object
      ? K
      : never
}[keyof T]

/** Where the fields come from that are not simply the column of their name. */
export type Parts<S extends TObject> = { readonly [K in Nested<Static<S>> & string]: Sql } & {
  readonly [K in Exclude<keyof Static<S>, Nested<Static<S>>> & string]?: Sql
}

/** An instant as the contract writes it (D16). */
export const instant = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whether a field holds an instant, or null. */
export const isInstant = (schema: TSchema): boolean => {
  const { format, anyOf } = schema as { format?: string; anyOf?: TSchema[] }
  return format === 'date-time' || (anyOf?.some(isInstant) ?? false)
}

/** The columns of a row that becomes the JSON object of this schema: its fields, in its order, and no other. */
export function columns<S extends TObject>(schema: S, parts: Parts<S>): Sql {
  const given: Record<string, Sql | undefined> = parts
  const fields = Object.entries(schema.properties).map(([field, type]) => {
    const column = given[field] ?? (isInstant(type as TSchema) ? instant(name(field)) : name(field))
    return sql`${column} as ${name(field)}`
  })
  return join(fields, ', ')
}

type PartsArgument<S extends TObject> =
  Nested<Static<S>> extends never ? [parts?: Parts<S>] : [parts: Parts<S>]

/** The JSON object of the one row of `from`, or null. */
export const one = <S extends TObject>(schema: S, from: Sql, ...[parts]: PartsArgument<S>): Sql =>
  sql`(select row_to_json(o) from (select ${columns(schema, (parts ?? {}) as Parts<S>)} from ${from}) o)`

/** The JSON array of the rows of `from`, in order. */
export const many = <S extends TObject>(
  schema: S,
  from: Sql,
  order: Sql,
  ...[parts]: PartsArgument<S>
): Sql =>
  sql`(select coalesce(json_agg(row_to_json(o)), '[]') from
    (select ${columns(schema, (parts ?? {}) as Parts<S>)} from ${from} order by ${order}) o)`
