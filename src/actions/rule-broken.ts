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
  | 'partenaire_inactif'
  | 'limite_atteinte'
  | 'motif_requis'
  | 'version_perimee'

/**
 * A rule forbids the action, and nothing was changed. The message, for the terminal, is French and says what to do;
 * over HTTP the engine makes a Refusal of it.
 */
export class RuleBroken extends Failure {
  readonly reason: Reason
  /** What a program may want to know of it. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(reason: Reason, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message, { code: reason })
    this.reason = reason
    this.details = details
  }
}
