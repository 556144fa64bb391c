import type { DocumentKyc } from 'antenne-client'
import { useState } from 'react'
import type { Draft } from '../device/sendings.ts'
import { monthsAfter } from '../kyc.ts'
import { useTabDraft } from '../ui/draft.ts'

/** The dates that a validation corrects; those that are right are left out. */
export interface Correction {
  readonly date_emission?: string
  readonly date_expiration?: string
}

/** Dates of a document as they are shown and corrected. An empty text is no date. */
export interface DatesOfDocument {
  /** What the fields show. */
  readonly shown: Readonly<Record<keyof Correction, string>>
  /** The issue and the end that a validation leaves; empty: none. */
  readonly issue: string
  readonly end: string
  readonly correction: Correction
  set(field: keyof Correction, value: string): void
  forget(): void
}

const storageKey = (id: string): string => `dates.${id}`

/** Dates that were sent, to go on with them if the service refuses them later. */
export const sentDates = (id: string, value: Correction): Draft | undefined =>
  Object.keys(value).length === 0 ? undefined : { of: storageKey(id), value, inTab: true }

/**
 * The dates of a document, corrected in place and kept in this tab. The end follows from a corrected issue and the
 * validity of the type, unless it is corrected too. An emptied field leaves the date as it was.
 */
export function useDates({
  id,
  date_emission,
  date_expiration,
  type_document: { validite_mois },
}: DocumentKyc): DatesOfDocument {
  const draft = useTabDraft<Correction>(storageKey(id))
  const [typed, setTyped] = useState<Correction>(() => draft.read() ?? {})
  const issue = typed.date_emission || date_emission
  const isCorrected = issue !== date_emission
  // What the service makes of a corrected issue alone.
  const following = issue !== null && validite_mois !== null ? monthsAfter(issue, validite_mois) : null
  const proposed = (isCorrected && following) || date_expiration
  const end = typed.date_expiration || proposed
  const isGiven = end !== null && end !== (isCorrected ? following : date_expiration)
  return {
    shown: {
      date_emission: typed.date_emission ?? date_emission ?? '',
      date_expiration: typed.date_expiration ?? proposed ?? '',
    },
    issue: issue ?? '',
    end: end ?? '',
    correction: {
      ...(isCorrected && issue !== null && { date_emission: issue }),
      ...(isGiven && { date_expiration: end }),
    },
    set(field, value) {
      const now = { ...typed, [field]: value }
      setTyped(now)
      draft.keep(now)
    },
    forget: draft.forget,
  }
}
