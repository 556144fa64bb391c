import type { ZoneGeographique } from 'antenne-client'
import { zoneName } from '../labels.ts'
import type { Field, Texts } from '../ui/form-field.tsx'
import { amountOf, numberOf, phoneOf } from './client-body.ts'

interface Choices {
  readonly zones: readonly Pick<ZoneGeographique, 'id' | 'libelle' | 'type'>[]
  readonly secteurs: readonly { readonly id: string; readonly libelle: string }[]
}

/** Each zone says what it is. */
export const zoneOptions = (zones: Choices['zones']) =>
  zones.map((zone) => [zone.id, zoneName(zone)] as const)

const optionsOf = (all: Choices['secteurs']) => all.map(({ id, libelle }) => [id, libelle] as const)

export type ClientField =
  | ('raison_sociale' | 'forme_juridique' | 'rccm' | 'ncc' | 'telephone' | 'email')
  | ('ville' | 'adresse_facturation' | 'secteur_id' | 'zone_id')

/** The fields of a client that people write. */
export const clientFields = ({ zones, secteurs }: Choices): readonly Field<ClientField>[] => [
  { name: 'raison_sociale', label: 'Raison sociale', required: true },
  { name: 'forme_juridique', label: 'Forme juridique' },
  { name: 'rccm', label: 'RCCM' },
  { name: 'ncc', label: 'NCC' },
  { name: 'telephone', label: 'Téléphone', type: 'tel' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'ville', label: 'Ville' },
  { name: 'adresse_facturation', label: 'Adresse de facturation' },
  { name: 'secteur_id', label: 'Secteur', options: optionsOf(secteurs), none: 'Non précisé' },
  { name: 'zone_id', label: 'Zone', options: zoneOptions(zones), none: 'Non précisée' },
]

type ContactField = 'prenom' | 'nom' | 'fonction' | 'telephone' | 'email' | 'principal'

/** The fields of a contact. */
export const contactFields: readonly Field<ContactField>[] = [
  { name: 'prenom', label: 'Prénom', required: true },
  { name: 'nom', label: 'Nom', required: true },
  { name: 'fonction', label: 'Fonction' },
  { name: 'telephone', label: 'Téléphone', type: 'tel' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'principal', label: 'Contact principal', options: [['true', 'Oui']], none: 'Non' },
]

/** What items hold in these fields, as texts. */
export const textsOf = <Name extends string>(item: object, names: readonly Name[]): Texts<Name> =>
  Object.fromEntries(
    names.map((name) => {
      const value = (item as Record<string, unknown>)[name]
      return [name, value === null || value === undefined || value === false ? '' : String(value)]
    }),
  ) as Texts<Name>

const read: Readonly<Record<string, (text: string) => unknown>> = {
  telephone: phoneOf,
  latitude: numberOf,
  longitude: numberOf,
  plafond_encours: amountOf,
  principal: (text) => text === 'true',
  credit_approuve: (text) => text === 'true',
}

const flags = ['principal', 'credit_approuve']

/** Changed texts as they are sent: nothing is null. */
export const patchOf = (changed: Readonly<Record<string, string | undefined>>): object =>
  Object.fromEntries(
    Object.entries(changed).map(([name, text = '']) => [
      name,
      text === '' && !flags.includes(name) ? null : (read[name]?.(text) ?? text),
    ]),
  )
