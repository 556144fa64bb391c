import type { CorrespondanceDoublon, CritereDoublon, ReservationDetail } from 'antenne-client'
import { percent, several } from '../format.ts'
import { critereDoublon, resultatDoublon } from '../labels.ts'

/** What two records have in common beside their names, the surest first. */
const SAME: readonly CritereDoublon[] = [
  'rccm_identique',
  'ncc_identique',
  'telephone_identique',
  'email_contact_identique',
]

/** « Même RCCM », « Même téléphone » */
export const sameIn = ({ criteres }: CorrespondanceDoublon): readonly string[] =>
  SAME.filter((code) => criteres.includes(code)).map((code) => critereDoublon[code])

/** « Nom : 12 % de ressemblance » */
export const nameLikeness = ({ similarite }: CorrespondanceDoublon): string =>
  `Nom : ${percent(similarite)} de ressemblance`

/** As it is written inside a sentence. */
export const inside = (text: string): string => text.charAt(0).toLocaleLowerCase('fr') + text.slice(1)

/** The evidence that a client is known already, in a line; null where there is none. */
export function evidenceOf({ doublons_detectes: check }: ReservationDetail): string | null {
  const [first, ...others] = check?.correspondances ?? []
  if (first === undefined) return null
  const why = [...sameIn(first), nameLikeness(first)].map(inside).join(', ')
  const rest = others.length === 0 ? '' : `, et à ${several(others.length, 'autre fiche', 'autres fiches')}`
  return `${resultatDoublon.doublon_potentiel[0]} : ressemble à ${first.raison_sociale} (${why})${rest}.`
}
