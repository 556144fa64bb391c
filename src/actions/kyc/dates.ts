import { dayOf } from '../../day.ts'
import { Refusal } from '../../refusal.ts'

/** The dates of a document, AAAA-MM-JJ. */
interface Dates {
  readonly date_emission: string | null
  readonly date_expiration: string | null
}

/**
 * The dates of a document on that day. The end follows from the validity of its type and from its issue, or from that
 * day, unless it is given. A document that is not issued yet, or has expired already, is refused.
 */
export function datesOf(
  { date_emission, date_expiration }: Dates,
  validite_mois: number | null,
  day: string,
): Dates {
  const end =
    date_expiration ?? (validite_mois === null ? null : monthsAfter(date_emission ?? day, validite_mois))
  const faults = dateFaults({ date_emission, date_expiration }, day)
  if (date_expiration === null && end !== null && end < day)
    faults.date_emission ??= `Ce document a expiré le ${end.split('-').reverse().join('/')} : il en faut un plus récent.`
  if (Object.keys(faults).length > 0) throw new Refusal('parametres_invalides', { details: faults })
  return { date_emission, date_expiration: end }
}

/** What is wrong with the dates themselves on that day, by field. */
export function dateFaults({ date_emission, date_expiration }: Dates, day: string): Record<string, string> {
  const faults: Record<string, string> = {}
  if (date_emission !== null && date_emission > day)
    faults.date_emission = 'Donnez une date d’émission qui n’est pas dans le futur.'
  else if (date_emission !== null && date_expiration !== null && date_expiration < date_emission)
    faults.date_expiration = 'Donnez une date d’expiration qui suit la date d’émission.'
  if (date_expiration !== null && date_expiration < day)
    faults.date_expiration ??= 'Ce document a déjà expiré : il en faut un plus récent.'
  return faults
}

/** The last day that can be written. */
const LAST = '9999-12-31'

/** The same day so many months later, or the last one of a shorter month. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
  return end.getUTCFullYear() > 9999 ? LAST : dayOf(end)
}
