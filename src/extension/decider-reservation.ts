import { decide, gestes } from '../actions/decide.ts'
import { Decision } from '../contract/corps-reservations.ts'
import { action } from './action.ts'
import { reservation } from './reservation.ts'

/** The operator validates or refuses a pending reservation. */
export const deciderReservation = action({
  id: 'deciderReservation',
  method: 'POST',
  path: '/extension/v1/reservations/{id}/decision',
  rights: { operateur: ['clients.reservation_valider'] },
  summary: 'Valide ou refuse une réservation en attente',
  description:
    'Valider attribue le client au partenaire et refuse les autres demandes sur ce client. Un refus exige un motif, que le partenaire lira.',
  geste: ({ decision }) => gestes[decision],
  body: Decision,
  example: { decision: 'validee' },
  rules: ({ decision, motif, concurrentes_vues }): Record<string, string> => {
    if (decision === 'refusee' && motif === undefined) return { motif: 'Donnez un motif : un refus l’exige.' }
    if (decision === 'validee' && motif !== undefined)
      return { motif: 'Retirez le motif : seul un refus en a un.' }
    if (decision === 'refusee' && concurrentes_vues !== undefined)
      return { concurrentes_vues: 'Retirez ce champ : un refus ne change rien aux autres demandes.' }
    return {}
  },
  conflicts: ['etat_incompatible'],
  target: 'reservation',
  versioned: true,
  answer: reservation,
  status: 200,
  async run({ connection, who, now }, { id, body, version }) {
    const { decision, motif = null, concurrentes_vues: rivals = null } = body
    await decide(connection, who, { id, decision, motif, version, rivals }, now)
    return id
  },
})
