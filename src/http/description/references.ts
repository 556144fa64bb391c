import type { TSchema } from 'typebox'
import { meaningOf } from '../../contract/lexique.ts'

export type Json = { [key: string]: unknown }

/** A parameter's schema and its meaning. */
export function described(owner: string, name: string, { description, ...schema }: Json): Json {
  return { schema, description: meaningOf(owner, name).sens ?? description }
}

/** The schema with its named objects moved to `schemas` and referred to. */
export function refer(schema: TSchema, schemas: Json): Json {
  const { $id, ...plain } = schema as Json & { $id?: string }
  if ($id === undefined) return inner(plain, schemas, '')
  if (!($id in schemas)) {
    schemas[$id] = {}
    schemas[$id] = inner(plain, schemas, $id)
  }
  return { $ref: `#/components/schemas/${$id}` }
}

function inner(schema: Json, schemas: Json, $id: string): Json {
  const { properties, items, anyOf, ...rest } = schema
  const result: Json = { ...rest }
  if (properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(properties as Record<string, TSchema>).map(([field, type]) => [
        field,
        explained(refer(type, schemas), meaningOf($id, field).sens),
      ]),
    )
  }
  if (items !== undefined) result.items = refer(items as TSchema, schemas)
  if (anyOf !== undefined)
    return { ...result, ...union((anyOf as TSchema[]).map((option) => refer(option, schemas))) }
  return result
}

/** The field's own meaning comes before the description of its type. */
function explained(schema: Json, sens: string | undefined): Json {
  const said = ['enum' in schema ? undefined : sens, schema.description].filter((text) => text !== undefined)
  if (said.length === 0) return schema
  const text = said.join('. ')
  return { ...schema, description: text.charAt(0).toUpperCase() + text.slice(1) }
}

/** «A value or null», in the short form for plain values. */
function union(options: Json[]): Json {
  const [value, nothing, ...others] = options
  const short = others.length === 0 && nothing?.type === 'null' && typeof value?.type === 'string'
  return short ? { ...value, type: [value.type, 'null'] } : { anyOf: options }
}
