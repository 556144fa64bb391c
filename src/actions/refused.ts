import { Failure } from '../failure.ts'

/** Why a move was not made. Nothing has changed; the message is French and says what to do. */
export type Reason =
  | 'client_introuvable'
  | 'partenaire_introuvable'
  | 'utilisateur_introuvable'
  | 'reservation_introuvable'
  | 'acces_refuse'
  | 'deja_gere'
  | 'deja_demandee'
  | 'deja_decidee'
  | 'motif_requis'

export class MoveRefused extends Failure {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}
