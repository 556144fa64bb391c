import type { TSchema } from 'typebox'
import { expectation } from '../../contract/expectation.ts'
import { isUuid } from '../../contract/primitives.ts'
import type { Query } from '../../operations/operation.ts'
import { Refusal } from '../errors.ts'

/** The UUID of a path, in lower case, or null: what is not a UUID names nothing (D3). */
export const readId = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null)

/** The values of the listed parameters, defaults filled in; others are ignored (D5). All faults are told together (D6). */
export function readQuery(schemas: Query, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [parameter, schema] of Object.entries(schemas)) {
    const text = given[parameter]
    if (text === undefined) {
      if ('default' in schema) values[parameter] = schema.default
    } else if (typeof text !== 'string') {
      faults[parameter] = 'Donnez ce paramètre une seule fois.'
    } else {
      const value = parse(schema, text)
      if (value === undefined) faults[parameter] = `Donnez ${expectation(schema)}.`
      else values[parameter] = value
    }
  }
  if (Object.keys(faults).length > 0) throw new Refusal('parametres_invalides', { details: faults })
  return values
}

/** What a log may tell of such values: ids and words of a list; of a free text only that there was one. */
export const tracedQuery = (
  schemas: Query,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([parameter, value]) => {
      const { type, format, enum: words } = schemas[parameter] as Record<string, unknown>
      const closed = type === 'integer' || type === 'boolean' || format === 'uuid' || Array.isArray(words)
      return [parameter, closed ? value : true]
    }),
  )

/** The value that a text stands for, or undefined. Texts are read to the letter: no coercion (D6, D7). */
function parse(schema: TSchema, text: string): unknown {
  const { type, format, enum: values, ...limits } = schema as Record<string, unknown>
  if (type === 'integer') return parseInteger(text, limits as { minimum: number; maximum: number })
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (format === 'uuid') return readId(text) ?? undefined
  if (Array.isArray(values)) return values.includes(text) ? text : undefined
  return parseText(text, limits as { minLength: number; maxLength: number })
}

function parseInteger(
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | undefined {
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  return number >= minimum && number <= maximum ? number : undefined
}

function parseText(text: string, { minLength, maxLength }: { minLength: number; maxLength: number }) {
  const trimmed = text.trim()
  const { length } = [...trimmed]
  return length >= minLength && length <= maxLength && !/\p{Cc}/u.test(trimmed) ? trimmed : undefined
}
