import Type, { type TSchema } from 'typebox'
import { StatutSite } from './enums.ts'
import { object } from './object.ts'
import { Booleen, Email, Entier, Latitude, Longitude, Montant, Telephone, Uuid } from './primitives.ts'

/** How many of them a client has at most. */
export const MAX_CONTACTS = 50
export const MAX_SITES = 100

const Nom = Type.String({ minLength: 1, maxLength: 255 })
const Texte = Type.String({ minLength: 1, maxLength: 1000 })

/** May be left out, or null: there is none. */
const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** The optional fields of a client. */
const details = {
  forme_juridique: maybe(Texte),
  rccm: maybe(Nom),
  ncc: maybe(Nom),
  secteur_id: maybe(Uuid),
  adresse_facturation: maybe(Texte),
  ville: maybe(Texte),
  zone_id: maybe(Uuid),
  telephone: maybe(Telephone),
  email: maybe(Email),
}

const ofContact = { fonction: maybe(Texte), email: maybe(Email), telephone: maybe(Telephone) }

export const NouveauContact = object('NouveauContact', "Contact d'un client", {
  prenom: Nom,
  nom: Nom,
  ...ofContact,
  principal: Type.Optional(Booleen),
})

export const ModificationContact = object('ModificationContact', 'Ce qui change d’un contact', {
  prenom: Type.Optional(Nom),
  nom: Type.Optional(Nom),
  ...ofContact,
  principal: Type.Optional(Booleen),
})

const ofSite = {
  adresse: maybe(Texte),
  ville: maybe(Texte),
  zone_id: maybe(Uuid),
  latitude: maybe(Latitude),
  longitude: maybe(Longitude),
}

export const NouveauSite = object('NouveauSite', "Site d'un client", {
  libelle: Nom,
  ...ofSite,
  contact_id: maybe(Uuid),
})

export const ModificationSite = object('ModificationSite', 'Ce qui change d’un site', {
  libelle: Type.Optional(Nom),
  ...ofSite,
  contact_id: maybe(Uuid),
  statut: Type.Optional(StatutSite),
})

/** A site of a client that does not exist yet names its contact by its rank. */
const SiteInitial = object('SiteInitial', 'Site du nouveau client', {
  libelle: Nom,
  ...ofSite,
  contact: maybe(Entier(0, MAX_CONTACTS - 1)),
})

export const NouveauClient = object('NouveauClient', 'Client à créer', {
  raison_sociale: Nom,
  ...details,
  contacts: Type.Optional(Type.Array(NouveauContact, { maxItems: MAX_CONTACTS })),
  sites: Type.Optional(Type.Array(SiteInitial, { maxItems: MAX_SITES })),
  confirmer_doublon: Type.Optional(Booleen),
})

export const ModificationClient = object('ModificationClient', 'Ce qui change d’un client', {
  raison_sociale: Type.Optional(Nom),
  ...details,
  credit_approuve: Type.Optional(Booleen),
  plafond_encours: maybe(Montant),
  confirmer_doublon: Type.Optional(Booleen),
})

export const QuestionDoublon = object('QuestionDoublon', 'Ce que l’on sait d’une société', {
  raison_sociale: Type.Optional(Nom),
  rccm: Type.Optional(Nom),
  ncc: Type.Optional(Nom),
  telephone: Type.Optional(Telephone),
  emails: Type.Optional(Type.Array(Email, { maxItems: MAX_CONTACTS })),
})
