import type { Static, TObject } from 'typebox'
import { holds, kindOf, type Schema } from '../contract/kind.ts'
import { join, literal, name, type Sql, sql } from './sql.ts'

/** The fields of an answer that are not a single column: objects, and arrays of objects. */
type Nested<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends readonly (infer Item)[]
    ? Item extends object
      ? K
      : never
    : NonNullable<T[K]> extends object
      ? K
      : never
}[keyof T]

/** The SQL of those fields, and of others that are not the column of their name. */
export type Fields<S extends TObject> = { readonly [K in Nested<Static<S>> & string]: Sql } & {
  readonly [K in Exclude<keyof Static<S>, Nested<Static<S>>> & string]?: Sql
}

/** How PostgreSQL writes an instant as the contract does (D16). */
const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
export const instant = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', ${literal(INSTANT)})`

/** The same, where SQL is text. */
export const instantText = (column: string): string => `to_char(${column} at time zone 'UTC', '${INSTANT}')`

/**
 * The JSON object of this schema, as text, from the columns of a row: its fields in its order, and no others. Written
 * out field by field, because `row_to_json` looks up the type of each value of each row.
 */
export function object<S extends TObject>(schema: S, fields: Fields<S>): Sql {
  const given: Record<string, Sql | undefined> = fields
  const pairs = Object.entries<Schema>(schema.properties).map(([field, type], index) => {
    const column = given[field] ?? (holds(type, 'instant') ? instant(name(field)) : name(field))
    return sql`${literal(`${index === 0 ? '{' : ','}"${field}":`)}, ${json(type, column)}`
  })
  return sql`concat(${join(pairs, ', ')}, '}')`
}

/** A value as JSON text. Values that cannot contain a character to be escaped are only put in quotes. */
function json(schema: Schema, value: Sql): Sql {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'nullable':
      return sql`coalesce(${json(kind.of, value)}, 'null')`
    case 'object':
      return value
    case 'integer':
    case 'amount':
    case 'number':
    case 'boolean':
      return sql`(${value})::text`
    case 'uuid':
    case 'date':
    case 'instant':
    case 'enumeration':
      return sql`'"' || ${value} || '"'`
    case 'array':
      if (kindOf(kind.items).kind === 'object') return value
  }
  return sql`to_json(${value})::text`
}

type FieldsArgument<S extends TObject> =
  Nested<Static<S>> extends never ? [fields?: Fields<S>] : [fields: Fields<S>]

/** The JSON object of the one row of `from`, or null. */
export const one = <S extends TObject>(schema: S, from: Sql, ...[fields]: FieldsArgument<S>): Sql =>
  sql`(select ${object(schema, (fields ?? {}) as Fields<S>)} from ${from})`

/** The JSON array of the rows of `from`, in order. */
export const many = <S extends TObject>(
  schema: S,
  from: Sql,
  order: Sql,
  ...[fields]: FieldsArgument<S>
): Sql => array(sql`select ${object(schema, (fields ?? {}) as Fields<S>)} from ${from} order by ${order}`)

/** The JSON array of the objects of a query, in its order. */
export const array = (objects: Sql): Sql =>
  sql`(select '[' || coalesce(string_agg(objet, ','), '') || ']' from (${objects}) as objets (objet))`
