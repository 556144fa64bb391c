import { newKey, type TypeDocument } from 'antenne-client'
import { day } from '../format.ts'
import { monthsAfter } from '../kyc.ts'

/** A file that was chosen, by which the same one is known again, and the key under which it is sent. */
export interface Chosen {
  readonly name: string
  readonly size: number
  readonly modified: number
  readonly key: string
  /** Its id at the service, once it is there. */
  readonly id: string | null
}

/** What is kept of a deposit until it is sent: the file itself stays in the page until then. */
export interface DepositDraft {
  readonly date_emission: string
  readonly date_expiration: string
  readonly chosen: Chosen | null
  /** The document as it was last sent, and its key: the same is sent under the same key. */
  readonly sent: { readonly of: string; readonly key: string } | null
}

/** What a deposit is known by on this device. */
export const depositName = (partenaire_id: string, { id }: TypeDocument): string =>
  `depot.${partenaire_id}.${id}`

export const blank: DepositDraft = { date_emission: '', date_expiration: '', chosen: null, sent: null }

/** The draft with this file. Chosen again, after a reload, it goes on where it was. */
export function withFile(draft: DepositDraft, { name, size, lastModified: modified }: File): DepositDraft {
  const { chosen } = draft
  const again = chosen?.name === name && chosen.size === size && chosen.modified === modified
  return again ? draft : { ...draft, chosen: { name, size, modified, key: newKey(), id: null } }
}

/** The draft with the document as it is sent now: another key for another document. */
export function withSent(draft: DepositDraft): DepositDraft & { readonly sent: { readonly key: string } } {
  const { date_emission, date_expiration, chosen, sent } = draft
  const of = JSON.stringify([date_emission, date_expiration, chosen?.key])
  return { ...draft, sent: sent?.of === of ? sent : { of, key: newKey() } }
}

/** Today, AAAA-MM-JJ. */
export const today = (): string => new Date().toISOString().slice(0, 10)

type Dates = Pick<DepositDraft, 'date_emission' | 'date_expiration'>

/** When a document ends whose expiry is not given; null if it does not. */
export const expiryOf = ({ date_emission }: Dates, { validite_mois }: TypeDocument): string | null =>
  validite_mois === null ? null : monthsAfter(date_emission || today(), validite_mois)

/** What is wrong with the dates, by field, told before a file is sent for nothing. The service judges. */
export function faultsOf(dates: Dates, type: TypeDocument): Readonly<Record<string, string>> {
  const { date_emission, date_expiration } = dates
  if (date_emission > today())
    return { date_emission: 'Donnez une date d’émission qui n’est pas dans le futur.' }
  if (date_expiration !== '' && date_expiration < date_emission)
    return { date_expiration: 'Donnez une date d’expiration qui suit la date d’émission.' }
  if (date_expiration !== '' && date_expiration < today())
    return { date_expiration: 'Ce document a déjà expiré : déposez-en un plus récent.' }
  const end = date_expiration === '' ? expiryOf(dates, type) : null
  if (end !== null && end < today())
    return { date_emission: `Ce document a expiré le ${day(end)} : déposez-en un plus récent.` }
  return {}
}
