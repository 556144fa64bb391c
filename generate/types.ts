import type { Schema } from '../src/http/description/document.ts'

/** The name of the enumeration of these values, if it has one. */
export type NameOf = (values: readonly string[]) => string | undefined

const plain: Record<string, string> = { integer: 'number', object: 'Record<string, unknown>' }

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema, nameOf: NameOf): string {
  if (schema.$ref !== undefined) return nameOfReference(schema.$ref)
  if (schema.anyOf !== undefined) return schema.anyOf.map((option) => typeOf(option, nameOf)).join(' | ')
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => ofOneType(type, schema, nameOf)).join(' | ')
}

export const nameOfReference = (reference: string): string => reference.split('/').pop() ?? ''

function ofOneType(type: string, schema: Schema, nameOf: NameOf): string {
  if (type === 'string' && schema.enum !== undefined) return nameOf(schema.enum) ?? wordsOf(schema.enum)
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, nameOf))
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values !== undefined) return `Readonly<Record<string, ${typeOf(values, nameOf)}>>`
  if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0) {
    return `{ ${fieldsOf(schema, nameOf).join('; ')} }`
  }
  return plain[type] ?? type
}

/** The fields of an object, one line each. */
export const fieldsOf = ({ properties = {} }: Schema, nameOf: NameOf): string[] =>
  Object.entries(properties).map(([field, schema]) => `readonly ${field}: ${typeOf(schema, nameOf)}`)

export const wordsOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ')

const arrayOf = (type: string): string => (type.includes(' | ') ? `(${type})[]` : `${type}[]`)
