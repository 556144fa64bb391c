/** Narrow no-break space, between groups of digits. */
const NARROW = '\u202f'
/** No-break space, before a unit. */
const WIDE = '\u00a0'

const days = new Intl.DateTimeFormat('fr-FR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})
const hours = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('fr-FR')

/** 15/11/2026, for a date or an instant; Abidjan uses UTC. */
export const day = (text: string): string => days.format(new Date(text))

/** 15/11/2026 à 08:30 */
export const moment = (text: string): string => `${day(text)} à ${hours.format(new Date(text))}`

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** il y a 3 j */
export function age(text: string, now: number = Date.now()): string {
  const past = now - Date.parse(text)
  if (past < MINUTE) return 'à l’instant'
  if (past < HOUR) return `il y a ${Math.floor(past / MINUTE)}${WIDE}min`
  if (past < DAY) return `il y a ${Math.floor(past / HOUR)}${WIDE}h`
  return `il y a ${count(Math.floor(past / DAY))}${WIDE}j`
}

/** « de 08:30 » for an instant of today, « du 15/11/2026 à 08:30 » for any other. */
export function datedFrom(text: string, now: number = Date.now()): string {
  const isToday = day(text) === day(new Date(now).toISOString())
  return isToday ? `de ${hours.format(new Date(text))}` : `du ${moment(text)}`
}

/** Text as the service compares it (D7): without accents, case and ligatures, with plain apostrophes and dashes. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201b\u02bc\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212\u2043]/g, '-')
    .replaceAll('ς', 'σ')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')

/** 2026-11-15, which spreadsheets read as a date and sort. */
export const sortableDay = (text: string): string => text.slice(0, 10)

/** 2026-11-15 08:30:15 */
export const sortableMoment = (text: string): string => text.slice(0, 19).replace('T', ' ')

/** 1 500 000 */
export const count = (value: number): string => numbers.format(value).replace(/[\s\u00a0]/g, NARROW)

/** 1 500 000 F CFA */
export const amount = (value: number): string => `${count(value)}${WIDE}F${WIDE}CFA`

/** 85 % */
export const percent = (share: number): string => `${count(Math.round(100 * share))}${WIDE}%`

/** +225 07 12 34 56 78; another format stays as it is. */
export function phone(text: string): string {
  const national = /^\+225(\d{8}|\d{10})$/.exec(text)?.[1]
  return national === undefined ? text : `+225 ${national.match(/../g)?.join(' ')}`.replaceAll(' ', WIDE)
}

/** 1,5 Mo */
export function fileSize(octets: number): string {
  const [value, unit] = octets < 2 ** 20 ? [octets / 2 ** 10, 'ko'] : [octets / 2 ** 20, 'Mo']
  return `${count(Math.round(10 * value) / 10)}${WIDE}${unit}`
}

/** 500 Go, 1,5 To (1 To = 1000 Go). */
export const volume = (go: number): string =>
  go < 1000 ? `${count(go)}${WIDE}Go` : `${count(go / 1000)}${WIDE}To`

/** A count with its noun, plural from two on. */
export const several = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value < 2 ? one : many}`

/** Days from today to that date; negative when it is past. */
export const daysUntil = (date: string, now: number = Date.now()): number =>
  Math.round(Date.parse(date) / DAY - Math.floor(now / DAY))

/** A person by name; who is not named acted for the operator. */
export const person = (named: { readonly prenom: string; readonly nom: string } | null): string =>
  named === null ? 'l’opérateur' : `${named.prenom} ${named.nom}`
