import Type from 'typebox'
import { Compile } from 'typebox/compile'
import Value from 'typebox/value'
import { expectation } from '../contract/expectation.ts'
import { holds, kindOf, presentOf, type Schema } from '../contract/kind.ts'
import type { Resource } from './resources.ts'

/** An error in one field of a record. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

export type Fields = Record<string, unknown>

/** Filled in by the import when omitted. */
const stamped = new Set(['cree_le', 'modifie_le'])

/** Checks records of this resource; the result is empty when nothing is wrong. Built once for all records. */
export function recordChecker(resource: Resource): (record: unknown) => FieldFault[] {
  const mayBeLeftOut = (field: string, schema: Schema) =>
    kindOf(schema).kind === 'nullable' || stamped.has(field)
  const shape = Type.Object(
    Object.fromEntries(
      Object.entries(resource.fields).map(([field, schema]) => [
        field,
        mayBeLeftOut(field, schema) ? Type.Optional(schema) : schema,
      ]),
    ),
    { additionalProperties: false },
  )
  const validator = Compile(shape)
  return (record) => {
    const faults = validator.Check(record) ? [] : faultsOf(shape, record, '')
    return isObject(record) ? [...faults, ...ruleFaults(resource, record, faults)] : faults
  }
}

/** The fields of a resource that hold an instant. */
export const instantFields = ({ fields }: Resource): ReadonlySet<string> =>
  new Set(Object.keys(fields).filter((field) => holds(fields[field] ?? {}, 'instant')))

/** An instant as the contract writes it (D16): in UTC, to the millisecond. */
export const canonicalInstant = (value: unknown): unknown =>
  typeof value === 'string' ? new Date(value).toISOString() : value

/** Finds the faulty fields, at any depth. */
function faultsOf(schema: Schema, value: unknown, path: string): FieldFault[] {
  if (Value.Check(schema, value)) return []
  const present = presentOf(schema)
  const kind = kindOf(present)
  if (kind.kind === 'object' && isObject(value)) return objectFaults(present, kind.fields, value, path)
  if (kind.kind === 'array' && Array.isArray(value)) {
    const faults = (value as unknown[]).flatMap((item, index) =>
      faultsOf(kind.items, item, `${path}[${index}]`),
    )
    if (faults.length > 0) return faults
  }
  return [{ field: path, message: `${shown(value)} ; attendu : ${expectation(schema)}` }]
}

function objectFaults(
  schema: Schema,
  fields: Readonly<Record<string, Schema>>,
  value: Fields,
  path: string,
): FieldFault[] {
  const inside = (field: string) => (path === '' ? field : `${path}.${field}`)
  const required = new Set(schema.required)
  const unknown = Object.keys(value)
    .filter((field) => !Object.hasOwn(fields, field))
    .map((field) => ({ field: inside(field), message: 'champ inconnu ; retirez-le ou corrigez son nom' }))
  const wrong = Object.entries(fields).flatMap(([field, type]) => {
    if (Object.hasOwn(value, field)) return faultsOf(type, value[field], inside(field))
    if (!required.has(field)) return []
    return [{ field: inside(field), message: `champ manquant ; attendu : ${expectation(type)}` }]
  })
  return [...unknown, ...wrong]
}

/** Rules beyond the schema. */
function ruleFaults(
  { ordered, fields }: Resource,
  record: Fields,
  known: readonly FieldFault[],
): FieldFault[] {
  const sound = (field: string) =>
    typeof record[field] === 'string' && !known.some((fault) => fault.field === field)
  // What the schema refuses may be nested at any depth; what it accepts is not.
  const faults = Object.keys(record).flatMap((field) =>
    known.some(
      (fault) =>
        fault.field === field || fault.field.startsWith(`${field}.`) || fault.field.startsWith(`${field}[`),
    )
      ? []
      : textFaults(record[field], field),
  )
  for (const [first, second] of ordered) {
    if (sound(first) && sound(second) && String(record[first]) > String(record[second])) {
      const message = `${shown(record[second])} ; attendu : une date à partir de ${first} (${record[first]})`
      faults.push({ field: second, message })
    }
  }
  if ('role_ids' in fields && Array.isArray(record.role_ids) && sound('role_id')) {
    const principal = String(record.role_id).toLowerCase()
    if (!record.role_ids.some((id) => String(id).toLowerCase() === principal)) {
      faults.push({ field: 'role_id', message: `${shown(record.role_id)} ; attendu : l'un des role_ids` })
    }
  }
  for (const [field, value] of Object.entries(record)) {
    if (
      typeof value === 'number' &&
      !Number.isInteger(value) &&
      // JSON numbers are inexact: the schema alone accepts values that differ from a whole amount by a rounding error.
      holds(fields[field] ?? {}, 'amount') &&
      !known.some((fault) => fault.field === field)
    ) {
      faults.push({ field, message: `${shown(value)} ; attendu : ${expectation(fields[field] ?? {})}` })
    }
  }
  return faults
}

/** Texts that the database cannot store, at any depth. */
function textFaults(value: unknown, path: string): FieldFault[] {
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

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isStorable = (text: string): boolean =>
  !/[\0\ud800-\udfff]/.test(text) || (!text.includes('\0') && /^\P{Cs}*$/u.test(text))

/** A value for a message, shortened. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : brief(value)
  return `« ${text.length > 60 ? `${text.slice(0, 60)}…` : text} »`
}

const brief = (value: unknown): string => {
  if (Array.isArray(value)) return 'une liste'
  return isObject(value) ? 'un objet' : String(value)
}
