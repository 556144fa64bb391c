import type { ResultatDoublon, StatutReservation } from 'antenne-client'
import { resultatDemande, resultatDoublon, statutDemande, statutReservation, type Words } from '../labels.ts'
import { useMe } from '../session/me.ts'

interface ReservationWords {
  readonly statut: Words<StatutReservation>
  readonly resultat: Words<ResultatDoublon>
}

const operators: ReservationWords = { statut: statutReservation, resultat: resultatDoublon }
const others: ReservationWords = { statut: statutDemande, resultat: resultatDemande }

/** The words for reservations: operators read what is to be done, partners what became of their requests. */
export const useReservationWords = (): ReservationWords =>
  useMe().organisation.type === 'operateur' ? operators : others
