import type { Reservation } from 'antenne-client'
import { moment } from '../format.ts'
import type { MoveWords } from './move-buttons.tsx'
import type { Told } from './refusal.ts'

/** What a person may do with a pending reservation. */
export type Move = 'validee' | 'refusee' | 'annulee'

const SENT = 'est en cours d’envoi : elle partira dès le retour du réseau.'

/** The words of each move, what it makes of a request, and what is said while it waits for a network. */
export const moves = {
  validee: {
    ...{ button: 'Valider', working: 'Validation en cours…', key: 'v' },
    ...{ done: 'validée', sent: `Votre validation ${SENT}` },
  },
  refusee: {
    ...{ button: 'Refuser', working: 'Refus en cours…', key: 'r' },
    ...{ done: 'refusée', sent: 'Votre refus est en cours d’envoi : il partira dès le retour du réseau.' },
  },
  annulee: {
    ...{ button: 'Annuler la demande', working: 'Annulation en cours…' },
    ...{ done: 'annulée', sent: `Votre annulation ${SENT}` },
  },
} as const satisfies Record<Move, MoveWords & { done: string; sent: string }>

/** What is said of a request while the validation of another one on its client waits for a network. */
export const sentFor = (partner = 'un autre partenaire'): string => `Votre validation pour ${partner} ${SENT}`

/** Whether a reservation waits for a decision. */
export const isPending = (statut: string): boolean => statut === 'demandee' || statut === 'conflit'

const doneOf = (statut: string | null): string => moves[statut as Move]?.done ?? 'traitée'

/** What became of an open request while somebody looked at it. */
export function meanwhileWords(reservation: Reservation, me: string, by: string | null): string {
  const { statut, traitee_par, traitee_le } = reservation
  const name = traitee_par === me ? 'vous' : (by ?? 'une autre personne')
  const who = traitee_par === null ? '' : ` par ${name}`
  const when = traitee_le === null ? '' : `, le ${moment(traitee_le)}`
  return `Cette demande vient d’être ${doneOf(statut)}${who}${when}.`
}

/** What happened, for the person who did it. */
export const doneWords = (name: string, { statut }: Reservation): Told => ({
  tone: 'good',
  text: `${name} : demande ${doneOf(statut)}.`,
  over: true,
  counts: true,
})

/** How requests are spoken of when something stood in the way. */
export const refusedRequest = {
  already: (statut: string | null) => `demande déjà ${doneOf(statut)}`,
  changed: 'cette demande a changé entre-temps. Relisez-la, puis décidez.',
}
