import { ResultatDoublon, StatutReservation } from '../contract/enums.ts'
import { Recherche } from '../contract/pagination.ts'
import { PartenaireResume } from '../contract/partenaires.ts'
import { Booleen, Uuid } from '../contract/primitives.ts'
import {
  ClientDemande,
  Demandeur,
  ReservationDetail,
  TriReservations,
} from '../contract/reservations-extension.ts'
import { doublonsDetectes } from '../database/duplicate-evidence.ts'
import { one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { item, type ListOperation, list } from '../operations/operation.ts'
import { matches } from '../operations/recherche.ts'

const shared = {
  permission: 'clients.consulter',
  of: ReservationDetail,
  reads: [
    ...(['file_reservation', 'reservation', 'client', 'partenaire', 'demandeur', 'voit_tout'] as const),
    ...(['reservation_correspondance', 'reservation_concurrente'] as const),
  ],
  from: sql`file_reservation as reservation`,
  fields: {
    doublons_detectes: doublonsDetectes,
    // Where the caller no longer sees the client, only the name under which it was asked for is left.
    client: one(
      ClientDemande,
      sql`(select reservation.client_id as demande, reservation.client_nom as garde) as vise left join client on client.id = demande`,
      {
        id: sql`client.id`,
        raison_sociale: sql`coalesce(client.raison_sociale, garde)`,
        ville: sql`client.ville`,
        statut: sql`client.statut`,
      },
    ),
    partenaire: one(PartenaireResume, sql`partenaire where id = reservation.partenaire_id`),
    demandeur: one(Demandeur, sql`demandeur where id = reservation.demandee_par`),
    // Others do not learn who competes with them, not even how many (D18).
    concurrentes: sql`case when exists (select from voit_tout) then (select count(*) from reservation as autre
      where autre.client_id = reservation.client_id and autre.id <> reservation.id and autre.en_attente) end`,
  },
} as const

/** A reservation with what is needed to decide it. */
export const lireReservation = item({
  ...shared,
  id: 'lireReservation',
  path: '/extension/v1/reservations/{id}',
  summary: 'Une réservation, avec le client, le partenaire et la personne qui a demandé',
})

/** Reservations to work through, the oldest first. */
export const listerFileReservations = list({
  ...shared,
  id: 'listerFileReservations',
  path: '/extension/v1/reservations',
  summary: 'Réservations à traiter, les plus anciennes en premier',
  query: {
    recherche: Recherche,
    en_attente: Booleen,
    statut: StatutReservation,
    resultat: ResultatDoublon,
    partenaire_id: Uuid,
    client_id: Uuid,
    tri: TriReservations,
  },
  filters: {
    recherche: matches,
    en_attente: (value) => sql`en_attente = ${value}`,
    statut: (value) => sql`statut = ${value}`,
    resultat: (value) => sql`doublon_resultat = ${value}`,
    partenaire_id: (value) => sql`partenaire_id = ${value}`,
    client_id: (value) => sql`client_id = ${value}`,
    // It chooses the operation.
    tri: () => sql`true`,
  },
  order: ['cree_le', 'id'],
})

/** The same, the newest first: another statement, and so another id. */
export const listerFileReservationsRecentes: ListOperation = {
  ...listerFileReservations,
  id: 'listerFileReservationsRecentes',
  order: ['recence', 'id'],
}
