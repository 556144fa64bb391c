import { StatutReservation } from '../contract/enums.ts'
import { Uuid } from '../contract/primitives.ts'
import { Reservation } from '../contract/reservations.ts'
import { doublonsDetectes } from '../database/duplicate-evidence.ts'
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
    'reservation_compte_par_partenaire',
    'reservation_repere',
    'reservation_ecart',
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
  order: ['ordre', 'id'],
  listings: [
    {
      given: 'partenaire_id',
      from: sql`reservation`,
      counts: [{ from: sql`reservation_compte_par_partenaire`, by: ['partenaire_id', 'statut'] }],
    },
    {
      from: sql`reservation`,
      counts: [{ from: sql`reservation_compte`, by: ['statut'] }],
      places: {
        from: sql`reservation_repere`,
        since: sql`reservation_ecart`,
        lowest: [sql`-1::bigint << 60`, sql`antenne.tout()`],
      },
    },
  ],
})
