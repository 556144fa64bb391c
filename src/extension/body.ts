import { amountFaults, fieldFaults } from '../contract/field-faults.ts'
import { kindOf, type Schema } from '../contract/kind.ts'
import { dayOf } from '../day.ts'
import { Refusal } from '../refusal.ts'
import type { Action, OwnBody } from './action.ts'
import {
  emailFault,
  nameFault,
  numberFault,
  plainNumber,
  visibleWithPictures,
  visiblyTrimmed,
} from './look-alikes.ts'

/** The body of an action: its texts trimmed, every field as declared (A9). All faults are reported together. */
export function readBody({ body: schema, rules }: Action, given: unknown, now: Date): OwnBody {
  const body = trimmed(schema as Schema, given)
  const faults = Object.fromEntries(
    [...fieldFaults(schema as Schema, body), ...amountFaults(schema.properties, body)].map(
      ({ field, remedy }) => [field === '' ? 'corps' : field, remedy],
    ),
  )
  Object.assign(faults, textFaults(body, ''))
  const found = Object.keys(faults).length > 0 ? faults : rules(body as OwnBody, dayOf(now))
  if (Object.keys(found).length > 0) throw new Refusal('parametres_invalides', { details: found })
  return body as OwnBody
}

/** The fields of a body that was accepted before. */
export const acceptedFields = ({ body: schema }: Action, given: unknown): OwnBody =>
  trimmed(schema as Schema, given) as OwnBody

/** Numbers of a register, the name of a company and e-mail addresses: the duplicate check compares them. */
const registered = /^(rccm|ncc)$/
const named = /^raison_sociale$/
const email = /(^|\.)emails?(\[\d+\])?$/

/**
 * The value with the white space around its texts and their invisible characters dropped. Ids are in lower case, as
 * everywhere; numbers of a register in plain characters.
 */
function trimmed(schema: Schema, value: unknown, at = ''): unknown {
  const kind = kindOf(schema)
  if (kind.kind === 'nullable') return value === null ? null : trimmed(kind.of, value, at)
  if (typeof value === 'string') {
    const text = registered.test(at) ? plainNumber(value) : readable(value, at)
    return kind.kind === 'uuid' ? text.toLowerCase() : text
  }
  if (kind.kind === 'array' && Array.isArray(value)) return value.map((item) => trimmed(kind.items, item))
  if (kind.kind !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value))
    return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, trimmed(kind.fields[field] ?? {}, inner, field)]),
  )
}

/** A text of several lines stays as it is, and so does a name: what nobody sees in it is a fault. */
const readable = (text: string, at: string): string =>
  multiline.test(at) || named.test(at) ? visiblyTrimmed(text) : visibleWithPictures(text).trim()

/** These may have several lines. */
const multiline = /(^|[.\]])(motif|adresse\w*)$/

/** Texts that are empty, half encoded, or hold control characters or look-alikes, by field. */
function textFaults(value: unknown, path: string): Record<string, string> {
  if (typeof value === 'string') {
    if (value === '') return { [path]: 'Texte vide : donnez un texte, ou retirez le champ.' }
    const fault = textFault(value, path)
    return fault === undefined ? {} : { [path]: fault }
  }
  if (typeof value !== 'object' || value === null) return {}
  const inside = (key: string) =>
    Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
  return Object.assign({}, ...Object.entries(value).map(([key, inner]) => textFaults(inner, inside(key))))
}

function textFault(text: string, path: string): string | undefined {
  if (/[\p{Cc}\p{Cs}]/u.test(multiline.test(path) ? text.replace(/[\n\r]/g, ' ') : text))
    return 'Caractère de contrôle ou à moitié codé : donnez un texte sans.'
  if (registered.test(path)) return numberFault(text)
  if (email.test(path)) return emailFault(text)
  return named.test(path) ? nameFault(text) : undefined
}
