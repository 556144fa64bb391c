import Type, { type TObject } from 'typebox'
import { Client, Contact, Site } from './clients.ts'
import { DocumentKyc, FichierResume } from './conformite.ts'
import { TypeOrganisation } from './enums.ts'
import { kindOf, presentOf, type Schema } from './kind.ts'
import { object } from './object.ts'
import { enumeration, Horodatage, nullable, Texte, Uuid } from './primitives.ts'
import { Reservation } from './reservations.ts'
import { Demandeur } from './reservations-extension.ts'
import { Organisation } from './session.ts'

/** What the journal notes, and the schemas of which it shows the fields. */
const noted = {
  client: Client,
  contact: Contact,
  site: Site,
  reservation: Reservation,
  document_kyc: DocumentKyc,
  fichier: FichierResume,
  organisation: Organisation,
} as const

/** A field that the history shows, where it stands among the others, and whether it holds an instant. */
interface Shown {
  readonly ressource: string
  readonly champ: string
  readonly rang: number
  readonly instant: boolean
}

const unshown = ['id', 'cree_le', 'modifie_le']

/** The contract's own fields. Columns that only make reads faster are not history. */
export const shownFields: readonly Shown[] = Object.entries<TObject>(noted).flatMap(
  ([ressource, { properties }]) =>
    Object.entries<Schema>(properties).flatMap(([champ, schema], rang) => {
      const { kind } = kindOf(presentOf(schema))
      if (unshown.includes(champ) || kind === 'object' || kind === 'array') return []
      return [{ ressource, champ, rang, instant: kind === 'instant' }]
    }),
)

const [first, ...others] = Object.keys(noted) as [keyof typeof noted, ...(keyof typeof noted)[]]

export const ChampChange = object('ChampChange', 'Un champ avant et après, en texte ; null : vide', {
  champ: Texte,
  avant: nullable(Texte),
  apres: nullable(Texte),
})

export const Changement = object('Changement', 'Ce qu’un mouvement a fait à un élément', {
  ressource: enumeration('RessourceHistorique', [first, ...others], 'Ce qui a changé'),
  ressource_id: Uuid,
  champs: Type.Array(ChampChange),
})

export const Mouvement = object('Mouvement', 'Ce qu’une personne a fait en une fois', {
  id: Uuid,
  geste: Texte,
  fait_le: Horodatage,
  auteur: nullable(Demandeur),
  type_auteur: nullable(TypeOrganisation),
  changements: Type.Array(Changement),
})
