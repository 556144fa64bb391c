import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { expectation } from '../../contract/expectation.ts'
import { type Kind, kindOf, type Schema } from '../../contract/kind.ts'
import { LARGEST_PARAMETER } from '../../contract/pagination.ts'
import { isUuid } from '../../contract/primitives.ts'
import type { Query, ReadOperation } from '../../operations/operation.ts'
import { Refusal } from '../../refusal.ts'

/** The UUID of a path in lower case, or null: anything else names nothing (D3). */
export const readId = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null)

/**
 * The values of the declared parameters, with defaults; others are ignored (D5). All faults are reported together (D6).
 */
export function readQuery(
  { query, required }: Pick<ReadOperation, 'query' | 'required'>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [parameter, schema] of Object.entries(query)) {
    const text = given[parameter]
    if (text === undefined) {
      if ('default' in schema) values[parameter] = schema.default
      else if (required.includes(parameter)) faults[parameter] = `Donnez ${expected(schema)}.`
    } else if (typeof text !== 'string') {
      faults[parameter] = 'Donnez ce paramètre une seule fois.'
    } else {
      const value = parse(schema, text)
      if (value === undefined) faults[parameter] = `Donnez ${expected(schema)}.`
      else values[parameter] = value
    }
  }
  if (Object.keys(faults).length > 0) throw new Refusal('parametres_invalides', { details: faults })
  return values
}

const closed = new Set<Kind['kind']>(['integer', 'boolean', 'uuid', 'enumeration'])

/** Whether its values are ids, numbers or words of a list, or several of them. */
function isClosed(schema: Schema): boolean {
  const kind = kindOf(schema)
  return kind.kind === 'array' ? isClosed(kind.items) : closed.has(kind.kind)
}

/** What may be logged of these values: ids and words of a list; of a free text only that there was one. */
export const tracedQuery = (
  schemas: Query,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([parameter, value]) => [
      parameter,
      isClosed(schemas[parameter] ?? {}) ? value : true,
    ]),
  )

/** A free text in a query contains no control characters, whatever its schema allows. */
function expected(schema: Schema): string {
  const { minLength, pattern, maxItems, items } = schema
  if (items !== undefined)
    return `1 à ${maxItems} éléments séparés par des virgules, chacun ${expectation(items)}`
  const silent = kindOf(schema).kind === 'text' && minLength === undefined && pattern === undefined
  return expectation(schema) + (silent ? ', sans caractère de contrôle' : '')
}

/** The value of a text, or undefined. Strict: no coercion (D6, D7). */
function parse(schema: TSchema, text: string): unknown {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'integer':
      return parseInteger(text, schema)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'uuid':
      return readId(text) ?? undefined
    case 'enumeration':
      return kind.words.includes(text) ? text : undefined
    case 'text':
      return parseText(text, schema)
    case 'array':
      return parseList(text, schema, kind.items as TSchema)
    default:
      return Value.Check(schema, text) ? text : undefined
  }
}

function parseInteger(text: string, { minimum = 0, maximum = LARGEST_PARAMETER }: Schema) {
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

function parseList(text: string, { maxItems = 1 }: Schema, of: TSchema) {
  const values = text.split(',').map((one) => parse(of, one))
  return values.length <= maxItems && !values.includes(undefined) ? values : undefined
}

function parseText(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema) {
  const trimmed = text.trim()
  const { length } = [...trimmed]
  const fits = length >= minLength && length <= maxLength && !/\p{Cc}/u.test(trimmed)
  return fits && (pattern === undefined || new RegExp(pattern, 'u').test(trimmed)) ? trimmed : undefined
}
