import Value from 'typebox/value'
import { expectation } from './expectation.ts'
import { holds, kindOf, presentOf, type Schema } from './kind.ts'

/** An error in one field of a record. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

/** An error against the schema, with what the person should do. */
interface SchemaFault extends FieldFault {
  readonly remedy: string
}

export type Fields = Record<string, unknown>

/** The faulty fields of a value, at any depth. */
export function fieldFaults(schema: Schema, value: unknown, path = ''): SchemaFault[] {
  if (Value.Check(schema, value)) return []
  const present = presentOf(schema)
  const kind = kindOf(present)
  if (kind.kind === 'object' && isObject(value)) return objectFaults(present, kind.fields, value, path)
  if (kind.kind === 'array' && Array.isArray(value)) {
    const faults = (value as unknown[]).flatMap((item, index) =>
      fieldFaults(kind.items, item, `${path}[${index}]`),
    )
    if (faults.length > 0) return faults
  }
  // People leave a field empty: null is no word for them.
  const remedy = `Donnez ${expectation(present)}.`
  return [{ field: path, message: `${shown(value)} ; attendu : ${expectation(schema)}`, remedy }]
}

function objectFaults(
  schema: Schema,
  fields: Readonly<Record<string, Schema>>,
  value: Fields,
  path: string,
): SchemaFault[] {
  const inside = (field: string) => (path === '' ? field : `${path}.${field}`)
  const required = new Set(schema.required)
  const unknown = Object.keys(value)
    .filter((field) => !Object.hasOwn(fields, field))
    .map((field) => ({
      field: inside(field),
      message: 'champ inconnu ; retirez-le ou corrigez son nom',
      remedy: 'Champ inconnu : retirez-le.',
    }))
  const wrong = Object.entries(fields).flatMap(([field, type]) => {
    if (Object.hasOwn(value, field)) return fieldFaults(type, value[field], inside(field))
    if (!required.has(field)) return []
    return [
      {
        field: inside(field),
        message: `champ manquant ; attendu : ${expectation(type)}`,
        remedy: 'Remplissez ce champ.',
      },
    ]
  })
  return [...unknown, ...wrong]
}

/**
 * Amounts that are no whole numbers. JSON numbers are inexact: the schema alone accepts values that differ from a whole
 * amount by a rounding error.
 */
export const amountFaults = (fields: Readonly<Record<string, Schema>>, value: unknown): SchemaFault[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([field, inner]) => {
    const schema = fields[field] ?? {}
    if (typeof inner !== 'number' || Number.isInteger(inner) || !holds(schema, 'amount')) return []
    const expected = expectation(presentOf(schema))
    return [{ field, message: `${shown(inner)} ; attendu : ${expected}`, remedy: `Donnez ${expected}.` }]
  })

/** Texts that the database cannot store, at any depth. */
export function textFaults(value: unknown, path: string): FieldFault[] {
  if (typeof value === 'string') {
    return isStorable(value)
      ? []
      : [{ field: path, message: 'caractère nul ou à moitié codé ; attendu : un texte Unicode' }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => textFaults(item, `${path}[${index}]`))
  if (!isObject(value)) return []
  const faults: FieldFault[] = []
  for (const field in value) {
    const inner = value[field]
    if (typeof inner === 'string' ? isStorable(inner) : typeof inner !== 'object') continue
    faults.push(...textFaults(inner, path === '' ? field : `${path}.${field}`))
  }
  return faults
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isStorable = (text: string): boolean =>
  !/[\0\ud800-\udfff]/.test(text) || (!text.includes('\0') && /^\P{Cs}*$/u.test(text))

/** A value for a message, shortened. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : brief(value)
  return `« ${text.length > 60 ? `${text.slice(0, 60)}…` : text} »`
}

const brief = (value: unknown): string => {
  if (Array.isArray(value)) return 'une liste'
  return isObject(value) ? 'un objet' : String(value)
}
