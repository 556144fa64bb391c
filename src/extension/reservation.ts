import { Reservation } from '../contract/reservations.ts'
import { doublonsDetectes } from '../database/duplicate-evidence.ts'
import { sql } from '../database/sql.ts'
import { item } from '../operations/operation.ts'

/**
 * A reservation as the contract shows it, with the evidence that the caller may see (D18): what an action on it
 * answers. Its path is only that of the `Location`, where `lireReservation` answers.
 */
export const reservation = item({
  id: 'reservation',
  path: '/extension/v1/reservations/{id}',
  permission: 'clients.consulter',
  summary: 'Une réservation',
  of: Reservation,
  reads: ['reservation', 'client', 'reservation_correspondance', 'reservation_concurrente'],
  from: sql`reservation`,
  fields: { doublons_detectes: doublonsDetectes },
})
