import Type, { type TSchema } from 'typebox'
import Format from 'typebox/format'

/**
 * The formats of the contract, checked strictly: a calendar date that exists, an instant with its offset. `typebox`
 * looks them up by the name in the schemas.
 */
const instant = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/

/** The 8-4-4-4-12 form, in either case (D6). */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Written by hand rather than with `Date`: an import calls it millions of times. */
const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const days = month === 2 && isLeap(year) ? 29 : (daysOf[month - 1] ?? 0)
  return year > 0 && day > 0 && day <= days
}

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(text)

/** An offset may move the first and last instants out of the range of years that can be written. */
const isWritable = (text: string): boolean => {
  if (!text.startsWith('0001') && !text.startsWith('9999')) return true
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

Format.Set('date', isDate)
Format.Set('date-time', (text) => instant.test(text) && isDate(text.slice(0, 10)) && isWritable(text))
Format.Set('email', isEmail)
Format.Set('uuid', isUuid)

/** The largest integer: beyond it, JSON readers lose digits. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER

export const Uuid = Type.String({ format: 'uuid' })
export const Jour = Type.String({ format: 'date', description: 'Date AAAA-MM-JJ' })
export const Horodatage = Type.String({
  format: 'date-time',
  description: 'Instant ISO 8601 en UTC, à la milliseconde',
})
export const Texte = Type.String()
/** A name or code: short enough for an index. */
export const Nom = Type.String({ maxLength: 255 })
export const Email = Type.String({ format: 'email', description: 'Adresse électronique' })
export const Telephone = Type.String({
  pattern: '^\\+225(\\d{8}|\\d{10})$',
  description: 'un téléphone au format +225 suivi de 10 chiffres (8 avant 2021)',
})
export const Booleen = Type.Boolean()
export const Entier = (minimum: number, maximum = MAX_INTEGER) => Type.Integer({ minimum, maximum })
export const Montant = Type.Number({
  minimum: 0,
  maximum: MAX_INTEGER,
  multipleOf: 1,
  description: 'Montant en francs CFA (XOF), sans décimale',
})
export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })

/** A value or null, never absent. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One of the listed words, under a name. */
export const enumeration = <T extends string>(
  name: string,
  values: readonly [T, ...T[]],
  description: string,
) => Type.Unsafe<T>(Type.String({ $id: name, enum: [...values], description }))

/** This word: it tells the kinds of an object apart. More generators read `enum` than `const`. */
export const litteral = <T extends string>(value: T, description: string) =>
  Type.Unsafe<T>(Type.String({ enum: [value], description }))
