import type { AntenneError, Reservation } from 'antenne-client'
import { moment } from '../format.ts'
import type { Outcome } from '../ui/outcome.tsx'

/** What a person may do with a pending reservation. */
export type Move = 'validee' | 'refusee' | 'annulee'

/** The words of each move: its button, its button at work, and what it makes of a request. */
export const moves = {
  validee: { button: 'Valider', working: 'Validation en cours…', done: 'validée' },
  refusee: { button: 'Refuser', working: 'Refus en cours…', done: 'refusée' },
  annulee: { button: 'Annuler la demande', working: 'Annulation en cours…', done: 'annulée' },
} as const satisfies Record<Move, { button: string; working: string; done: string }>

/** Whether a reservation waits for a decision. */
export const isPending = (statut: string): boolean => statut === 'demandee' || statut === 'conflit'

/** What became of an open request while somebody looked at it. */
export function meanwhileWords({ statut, traitee_par }: Reservation, me: string, by: string | null): string {
  const other = ` par ${by ?? 'une autre personne'}`
  const who = traitee_par === null ? '' : traitee_par === me ? ' par vous, ailleurs' : other
  return `Cette demande vient d’être ${moves[statut as Move]?.done ?? 'traitée'}${who}.`
}

/** What became of a choice. */
export interface Told extends Outcome {
  /** Whether there is nothing left to decide. */
  readonly over: boolean
  /** Whether it would have been the same for any other request: no network, no right. */
  readonly general?: boolean
}

/** What happened, for the person who did it. */
export const doneWords = (name: string, { statut }: Reservation): Told => ({
  tone: 'good',
  text: `${name} : demande ${moves[statut as Move]?.done ?? 'traitée'}.`,
  over: true,
})

/** What stood in the way; `by` is the name of who was first, where it is known. */
export function refusedWords(name: string, error: AntenneError, me: string, by: string | null): Told {
  const told = (text: string, over = false, tone: Outcome['tone'] = 'bad') => ({ tone, text, over })
  switch (error.code) {
    case 'etat_incompatible': {
      const { statut, traitee_par, traitee_le } = error.details ?? {}
      if (traitee_le == null) return told(`${name} : ${error.message}`)
      const done = moves[statut as Move]?.done ?? 'traitée'
      const who = `par ${traitee_par === me ? 'vous' : (by ?? 'une autre personne')}`
      return told(
        `${name} : demande déjà ${done} ${who}, le ${moment(traitee_le)}. Votre choix n’a rien changé.`,
        true,
        'warning',
      )
    }
    case 'version_perimee':
      return told(`${name} : cette demande a changé entre-temps. Relisez-la, puis décidez.`, false, 'warning')
    case 'ressource_introuvable':
      return told(`${name} : ${error.message}`, true)
    case 'parametres_invalides':
      return told(`${name} : ${Object.values(error.champs).join(' ')}`)
    default:
      return { ...told(`${name} : ${error.message}`), general: true }
  }
}
