import Type, { type TObject } from 'typebox'
import { Offre } from './catalogue.ts'
import { Client, Contact, Site } from './clients.ts'
import { DocumentKyc, TypeDocument } from './conformite.ts'
import { object } from './object.ts'
import { Partenaire } from './partenaires.ts'
import { Booleen, litteral, nullable, Texte, Uuid } from './primitives.ts'
import { SecteurActivite, ZoneGeographique } from './referentiel.ts'
import { Reservation } from './reservations.ts'

const { doublons_detectes: _, ...reservation } = Reservation.properties

export const ReservationSuivie = object(
  'ReservationSuivie',
  'Réservation, sans son contrôle de doublon : il se lit quand on l’ouvre',
  reservation,
)

const changed = <const R extends string, S extends TObject>(name: string, ressource: R, of: S) =>
  object(name, 'Un élément tel qu’il est maintenant ; `donnees` vaut `null` s’il n’y a plus rien à y voir', {
    ressource: litteral(ressource, 'Ce qui a changé'),
    id: Uuid,
    donnees: nullable(of),
  })

/** What applications may keep a copy of. */
const changements = [
  changed('ChangementClient', 'client', Client),
  changed('ChangementContact', 'contact', Contact),
  changed('ChangementSite', 'site', Site),
  changed('ChangementReservation', 'reservation', ReservationSuivie),
  changed('ChangementPartenaire', 'partenaire', Partenaire),
  changed('ChangementDocumentKyc', 'document_kyc', DocumentKyc),
  changed('ChangementOffre', 'offre', Offre),
  changed('ChangementZone', 'zone_geographique', ZoneGeographique),
  changed('ChangementSecteur', 'secteur_activite', SecteurActivite),
  changed('ChangementTypeDocument', 'type_document', TypeDocument),
] as const

export const Changements = object('Changements', 'Ce qui a changé, et le jeton pour la suite', {
  changements: Type.Array(Type.Union([...changements])),
  jeton: Texte,
  suite: Booleen,
})

/** For how many days a token is good. */
export const TOKEN_DAYS = 30

/** For how many days what tokens are opened and answered with is kept: a day longer than any of them. */
export const KEPT_FOR_TOKENS_DAYS = TOKEN_DAYS + 1

/** What a token is, for whoever gives another text. */
export const JETON_ATTENDU = 'un jeton reçu de ce service, tel quel'

/** Opaque; its form only keeps other texts out. */
export const Jeton = Type.String({
  minLength: 60,
  maxLength: 4000,
  pattern: '^[A-Za-z0-9_-]+$',
  description: JETON_ATTENDU,
})

export const TailleChangements = Type.Integer({
  minimum: 1,
  maximum: 1000,
  default: 500,
  description: "Nombre maximal d'éléments par page",
})
