import Type from 'typebox'
import { StatutClient } from './enums.ts'
import { object } from './object.ts'
import { ContratCadre, PartenaireResume } from './partenaires.ts'
import { Email, Entier, enumeration, Nom, nullable, Telephone, Texte, Uuid } from './primitives.ts'
import { ZoneGeographique } from './referentiel.ts'
import { Reservation } from './reservations.ts'

export const ClientDemande = object(
  'ClientDemande',
  'Client demandé ; hors de votre périmètre, son nom seul',
  {
    id: nullable(Uuid),
    raison_sociale: Nom,
    ville: nullable(Texte),
    statut: nullable(StatutClient),
  },
)

export const Demandeur = object('Demandeur', 'Personne qui a demandé', { prenom: Texte, nom: Texte })

export const ReservationDetail = object(
  'ReservationDetail',
  'Réservation avec le client, le partenaire et la personne qui a demandé',
  {
    ...Reservation.properties,
    client: ClientDemande,
    partenaire: PartenaireResume,
    demandeur: nullable(Demandeur),
    concurrentes: nullable(Entier(0)),
  },
)

export const TriReservations = enumeration('TriReservations', ['anciennes', 'recentes'], 'Ordre des demandes')

export const FicheProche = object('FicheProche', 'Ce qu’une fiche proche a de comparable', {
  id: Uuid,
  raison_sociale: Nom,
  rccm: nullable(Texte),
  ncc: nullable(Texte),
  telephone: nullable(Telephone),
  emails: Type.Array(Email),
  statut: StatutClient,
})

export const PartenaireConcurrent = object(
  'PartenaireConcurrent',
  'Ce qui départage les partenaires qui demandent un même client',
  {
    id: Uuid,
    clients_geres: Entier(0),
    zones: nullable(Type.Array(ZoneGeographique)),
    contrat_cadre: nullable(ContratCadre),
  },
)

export const ComparaisonReservation = object(
  'ComparaisonReservation',
  'De quoi comparer une demande aux fiches proches et aux demandes concurrentes',
  { fiches: Type.Array(FicheProche), partenaires: Type.Array(PartenaireConcurrent) },
)
