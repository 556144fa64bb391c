import { kindOf, type Schema } from '../src/contract/kind.ts'

/** The name of the enumeration of these values, if it has one. */
type NameOf = (values: readonly string[]) => string | undefined

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema, nameOf: NameOf): string {
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'reference':
      return kind.name
    case 'nullable':
      return `${typeOf(kind.of, nameOf)} | null`
    case 'union':
      return kind.options.map((option) => typeOf(option, nameOf)).join(' | ')
    case 'enumeration':
      return nameOf(kind.words) ?? wordsOf(kind.words)
    case 'array':
      return arrayOf(typeOf(kind.items, nameOf))
    case 'map':
      return `Readonly<Record<string, ${typeOf(kind.values, nameOf)}>>`
    case 'object':
      return Object.keys(kind.fields).length === 0
        ? 'Record<string, unknown>'
        : `{ ${fieldsOf(schema, nameOf).join('; ')} }`
    case 'integer':
    case 'amount':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return kind.kind
    case 'any':
      return 'unknown'
    default:
      return 'string'
  }
}

/** The fields of an object, one line each. */
export const fieldsOf = ({ properties = {}, required }: Schema, nameOf: NameOf): string[] =>
  Object.entries(properties).map(([field, schema]) => fieldOf(field, schema, required ?? [], nameOf))

/** A field; one that may be absent may be undefined too. */
export const fieldOf = (
  field: string,
  schema: Schema,
  required: readonly string[],
  nameOf: NameOf,
): string =>
  required.includes(field)
    ? `readonly ${field}: ${typeOf(schema, nameOf)}`
    : `readonly ${field}?: ${typeOf(schema, nameOf)} | undefined`

const wordsOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ')

const arrayOf = (type: string): string => (type.includes(' | ') ? `(${type})[]` : `${type}[]`)
