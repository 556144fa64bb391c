import Type from 'typebox'
import { OrigineClient, StatutClient, StatutKyc, StatutSite } from './enums.ts'
import { object } from './object.ts'
import { PartenaireResume } from './partenaires.ts'
import {
  Booleen,
  Email,
  Horodatage,
  Latitude,
  Longitude,
  Montant,
  Nom,
  nullable,
  Telephone,
  Texte,
  Uuid,
} from './primitives.ts'
import { SecteurActivite, ZoneGeographique } from './referentiel.ts'

const client = {
  id: Uuid,
  organisation_id: Uuid,
  raison_sociale: Nom,
  forme_juridique: nullable(Texte),
  rccm: nullable(Texte),
  ncc: nullable(Texte),
  secteur_id: nullable(Uuid),
  adresse_facturation: nullable(Texte),
  ville: nullable(Texte),
  zone_id: nullable(Uuid),
  telephone: nullable(Telephone),
  email: nullable(Email),
  origine: OrigineClient,
  statut: StatutClient,
  statut_kyc: StatutKyc,
  partenaire_actuel_id: nullable(Uuid),
  credit_approuve: Booleen,
  plafond_encours: nullable(Montant),
  credit_approuve_par: nullable(Uuid),
  cree_par: nullable(Uuid),
  cree_le: Horodatage,
  modifie_le: Horodatage,
}

export const Client = object('Client', 'Entreprise cliente', client)

export const Contact = object('Contact', "Interlocuteur d'un client", {
  id: Uuid,
  client_id: Uuid,
  prenom: Texte,
  nom: Texte,
  fonction: nullable(Texte),
  email: nullable(Email),
  telephone: nullable(Telephone),
  principal: Booleen,
  cree_le: Horodatage,
  modifie_le: Horodatage,
})

export const ClientDetail = object(
  'ClientDetail',
  'Client avec son secteur, sa zone, son partenaire et ses contacts',
  {
    ...client,
    secteur: nullable(SecteurActivite),
    zone: nullable(ZoneGeographique),
    partenaire_actuel: nullable(PartenaireResume),
    contacts: Type.Array(Contact),
  },
)

export const Site = object('Site', "Lieu d'un client ; chaque site reçoit une antenne", {
  id: Uuid,
  client_id: Uuid,
  libelle: Texte,
  adresse: nullable(Texte),
  ville: nullable(Texte),
  zone_id: nullable(Uuid),
  latitude: nullable(Latitude),
  longitude: nullable(Longitude),
  contact_id: nullable(Uuid),
  statut: StatutSite,
  cree_le: Horodatage,
  modifie_le: Horodatage,
})
