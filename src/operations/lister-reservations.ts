import { StatutReservation } from '../contract/enums.ts'
import { Uuid } from '../contract/primitives.ts'
import { Reservation } from '../contract/reservations.ts'
import { doublonsDetectes } from '../database/controle-doublon.ts'
import { sql } from '../database/sql.ts'
import { list } from './operation.ts'

/** Reservations, pending ones first, with as much of their duplicate evidence as the caller may see (D18). */
export const listerReservations = list({
  id: 'listerReservations',
  path: '/api/v1/reservations',
  permission: 'clients.consulter',
  summary: 'Réservations, celles en attente (`demandee`, `conflit`) en premier',
  description: 'Décider une réservation demande la permission `clients.reservation_valider`.',
  of: Reservation,
  reads: [
    'reservation',
    'reservation_compte',
    'client',
    'reservation_correspondance',
    'reservation_concurrente',
  ],
  from: sql`reservation`,
  parts: { doublons_detectes: doublonsDetectes },
  query: { statut: StatutReservation, partenaire_id: Uuid, client_id: Uuid },
  filters: {
    statut: (statut) => sql`statut = ${statut}`,
    partenaire_id: (partenaire) => sql`partenaire_id = ${partenaire}`,
    client_id: (client) => sql`client_id = ${client}`,
  },
  order: sql`en_attente desc, reservation.cree_le desc, id`,
  counts: { from: sql`reservation_compte`, by: ['statut', 'partenaire_id'] },
})
