import { Failure } from '../failure.ts'

/** Why an action was refused. */
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

/** The action was refused and changed nothing. The message is French and says what to do. */
export class ActionRefused extends Failure {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}
