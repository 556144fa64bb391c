import Type from 'typebox'
import { Compile } from 'typebox/compile'
import {
  amountFaults,
  type FieldFault,
  type Fields,
  fieldFaults,
  isObject,
  shown,
  textFaults,
} from '../contract/field-faults.ts'
import { holds, kindOf, type Schema } from '../contract/kind.ts'
import type { Resource } from './resources.ts'

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
    const faults = validator.Check(record) ? [] : fieldFaults(shape, record)
    return isObject(record) ? [...faults, ...ruleFaults(resource, record, faults)] : faults
  }
}

/** The fields of a resource that hold an instant. */
export const instantFields = ({ fields }: Resource): ReadonlySet<string> =>
  new Set(Object.keys(fields).filter((field) => holds(fields[field] ?? {}, 'instant')))

/** An instant as the contract writes it (D16): in UTC, to the millisecond. */
export const canonicalInstant = (value: unknown): unknown =>
  typeof value === 'string' ? new Date(value).toISOString() : value

const LAST_DAY = Date.parse('9999-12-31T00:00:00Z')

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
  // Each change is later than the last (A3): there must be room for the next ones.
  if (sound('modifie_le') && Date.parse(String(record.modifie_le)) >= LAST_DAY)
    faults.push({
      field: 'modifie_le',
      message: `${shown(record.modifie_le)} ; attendu : un instant avant le 9999-12-31`,
    })
  for (const fault of amountFaults(fields, record))
    if (!known.some(({ field }) => field === fault.field)) faults.push(fault)
  return faults
}
