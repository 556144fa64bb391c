import { decide } from '../actions/decide.ts'
import { Annulation } from '../contract/corps-reservations.ts'
import { action } from './action.ts'
import { reservation } from './reservation.ts'

/** The partner that asked, or the operator, withdraws a pending reservation. */
export const annulerReservation = action({
  id: 'annulerReservation',
  method: 'POST',
  path: '/extension/v1/reservations/{id}/annulation',
  rights: { operateur: ['clients.reservation_valider'], partenaire: ['clients.reserver'] },
  summary: 'Annule une réservation en attente',
  geste: () => 'annulation',
  body: Annulation,
  conflicts: ['etat_incompatible'],
  target: 'reservation',
  versioned: true,
  answer: reservation,
  status: 200,
  async run({ connection, who, now }, { id, body: { motif }, version }) {
    await decide(connection, who, { id, decision: 'annulee', motif, version, rivals: null }, now)
    return id
  },
})
