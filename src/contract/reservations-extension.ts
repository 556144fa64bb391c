import { StatutClient } from './enums.ts'
import { object } from './object.ts'
import { PartenaireResume } from './partenaires.ts'
import { Entier, enumeration, Nom, nullable, Texte, Uuid } from './primitives.ts'
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
