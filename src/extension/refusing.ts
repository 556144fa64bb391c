import { type Reason, RuleBroken } from '../actions/rule-broken.ts'
import { type Code, Refusal } from '../refusal.ts'
import type { Action, ActionResult } from './action.ts'

const codes: Record<Reason, Code> = {
  client_introuvable: 'ressource_introuvable',
  reservation_introuvable: 'ressource_introuvable',
  utilisateur_introuvable: 'authentification_requise',
  partenaire_introuvable: 'parametres_invalides',
  acces_refuse: 'acces_refuse',
  deja_gere: 'etat_incompatible',
  deja_demandee: 'etat_incompatible',
  deja_decidee: 'etat_incompatible',
  partenaire_inactif: 'etat_incompatible',
  limite_atteinte: 'limite_atteinte',
  motif_requis: 'parametres_invalides',
  version_perimee: 'version_perimee',
}

/** Turns the refusal of a rule into an answer. A conflict that the action does not declare is a fault of ours. */
export async function refusing(
  { id, conflicts }: Action,
  work: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const declared = <T>(outcome: T): T => {
    const { status, code } = outcome instanceof Refusal ? outcome : { status: 0, code: '' }
    if (status !== 409 || conflicts.some((one) => one === code)) return outcome
    throw new Error(`${id} does not declare ${code}`, { cause: outcome })
  }
  try {
    return declared(await work())
  } catch (error) {
    throw declared(error instanceof RuleBroken ? answerTo(error) : error)
  }
}

function answerTo({ reason, details, message }: RuleBroken): Refusal {
  const own =
    reason !== 'client_introuvable' && reason !== 'reservation_introuvable' && reason !== 'acces_refuse'
  return new Refusal(codes[reason], {
    ...(own ? { message } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  })
}
