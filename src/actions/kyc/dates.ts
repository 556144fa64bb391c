import { Refusal } from '../../refusal.ts'

/** The dates of a document, AAAA-MM-JJ. */
export interface Dates {
  readonly date_emission: string | null
  readonly date_expiration: string | null
}

/**
 * The dates of a document on that day. The end follows from the validity of its type and from its issue, or from that day,
 * unless it is given. A document that is not issued yet, or has expired already, is refused.
 */
export function datesOf(
  { date_emission, date_expiration }: Dates,
  validite_mois: number | null,
  day: string,
): Dates {
  if (date_emission !== null && date_emission > day)
    throw invalid('date_emission', 'Donnez une date d’émission qui n’est pas dans le futur.')
  const end =
    date_expiration ?? (validite_mois === null ? null : monthsAfter(date_emission ?? day, validite_mois))
  if (end !== null && date_emission !== null && end < date_emission)
    throw invalid('date_expiration', 'Donnez une date d’expiration qui suit la date d’émission.')
  if (end !== null && end < day)
    throw date_expiration === null
      ? invalid(
          'date_emission',
          `Ce document a expiré le ${end.split('-').reverse().join('/')} : déposez-en un plus récent.`,
        )
      : invalid('date_expiration', 'Ce document a déjà expiré : déposez-en un plus récent.')
  return { date_emission, date_expiration: end }
}

const invalid = (field: string, message: string) =>
  new Refusal('parametres_invalides', { details: { [field]: message } })

/** The last day that can be written. */
const LAST = '9999-12-31'

/** The same day so many months later, or the last one of a shorter month. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
  return end.getUTCFullYear() > 9999 ? LAST : end.toISOString().slice(0, 10)
}
