import type { TSchema } from 'typebox'
import { presentOf, type Schema } from '../../contract/kind.ts'
import { meaningOf } from '../../contract/lexique.ts'

export type Json = { [key: string]: unknown }

/** A parameter's schema and its meaning. */
export function described(
  owner: string,
  name: string,
  type: TSchema,
  reference: (type: TSchema) => Json,
): Json {
  const { description: _, ...schema } = reference(type)
  return { schema, description: meaningOf(owner, name).sens ?? (type as Schema).description }
}

/** The schema with what has a name moved to `schemas` and referred to. */
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
        explained(refer(type, schemas), sensOf(type, meaningOf($id, field).sens)),
      ]),
    )
  }
  if (items !== undefined) result.items = refer(items as TSchema, schemas)
  if (anyOf !== undefined)
    return { ...result, ...union((anyOf as TSchema[]).map((option) => refer(option, schemas))) }
  return result
}

/** A word from a list says what it is by its list. */
const sensOf = (type: TSchema, sens: string | undefined): string | undefined => {
  const { $id, enum: words, description } = presentOf(type)
  if (words === undefined) return sens
  return $id === undefined ? undefined : description
}

/** The field's own meaning comes before the description of its type. */
function explained(schema: Json, sens: string | undefined): Json {
  const said = [sens, schema.description].filter((text) => text !== undefined)
  if (said.length === 0) return schema
  const text = said.join('. ')
  return { ...schema, description: text.charAt(0).toUpperCase() + text.slice(1) }
}

/** «A value or null», in the short form for plain values. */
function union(options: Json[]): Json {
  const [value, nothing, ...others] = options
  const plain = typeof value?.type === 'string' && value.type !== 'object'
  const short = others.length === 0 && nothing?.type === 'null' && plain
  return short ? { ...value, type: [value.type, 'null'] } : { anyOf: options }
}
