import { StatutReservation } from '../contract/enums.ts'
import { Uuid } from '../contract/primitives.ts'
import { Reservation } from '../contract/reservations.ts'
import { doublonsDetectes } from '../database/duplicate-evidence.ts'
import { reservations } from '../identity/lists.ts'
import { materialisedList } from './operation.ts'

/** Reservations, pending ones first, with the duplicate evidence that the caller may see (D18). */
export const listerReservations = materialisedList({
  id: 'listerReservations',
  path: '/api/v1/reservations',
  permission: 'clients.consulter',
  summary: 'Réservations, celles en attente (`demandee`, `conflit`) en premier',
  description: 'Décider une réservation demande la permission `clients.reservation_valider`.',
  of: Reservation,
  materialised: reservations,
  reads: ['reservation', 'reservation_correspondance', 'reservation_concurrente'],
  fields: { doublons_detectes: doublonsDetectes },
  query: { statut: StatutReservation, partenaire_id: Uuid, client_id: Uuid },
  columns: { statut: 'statut', partenaire_id: 'partenaire_id', client_id: 'client_id' },
})
