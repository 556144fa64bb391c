import type { ClientDetail, ModificationClient } from 'antenne-client'
import { phoneOf } from './client-body.ts'

/** The fields of a client that people write, with their words. */
export const labels = {
  raison_sociale: 'Raison sociale',
  forme_juridique: 'Forme juridique',
  rccm: 'RCCM',
  ncc: 'NCC',
  telephone: 'Téléphone',
  email: 'E-mail',
  ville: 'Ville',
  adresse_facturation: 'Adresse de facturation',
} as const
export type Field = keyof typeof labels | 'secteur_id' | 'zone_id'
export type Values = Readonly<Record<Field, string>>

export const texts = Object.keys(labels) as (keyof typeof labels)[]
/** What a client has in them; nothing is an empty text. */
export const valuesOf = (client: ClientDetail): Values =>
  Object.fromEntries(
    [...texts, 'secteur_id', 'zone_id'].map((field) => [field, client[field as Field] ?? '']),
  ) as Values

/** The fields that the person has changed, as they are sent. */
export function patchOf(base: Values, mine: Values): ModificationClient {
  const changed = (Object.keys(mine) as Field[]).filter((field) => mine[field].trim() !== base[field])
  return Object.fromEntries(
    changed.map((field) => {
      const text = field === 'telephone' ? phoneOf(mine[field]) : mine[field].trim()
      return [field, text === '' ? null : text]
    }),
  )
}
