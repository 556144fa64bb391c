import { findRequested, noteAttempt } from '../actions/find-requested.ts'
import { storeRequest } from '../actions/request.ts'
import { Demande } from '../contract/corps-reservations.ts'
import { Refusal } from '../refusal.ts'
import { action } from './action.ts'
import { reservation } from './reservation.ts'

/** A partner asks for a client, or the operator for a partner. */
export const demanderReservation = action({
  id: 'demanderReservation',
  method: 'POST',
  path: '/extension/v1/reservations',
  rights: { operateur: ['clients.reservation_valider'], partenaire: ['clients.reserver'] },
  summary: 'Demande la réservation d’un client',
  description:
    'Un partenaire nomme un client qu’il voit par `client_id`, un autre par son `rccm` ou son `ncc`. L’opérateur donne `client_id` et `partenaire_id`.',
  geste: () => 'demande',
  body: Demande,
  example: { rccm: 'CI-KOR-2019-B-4417' },
  rules: ({ client_id, rccm, ncc }): Record<string, string> =>
    [client_id, rccm, ncc].filter((given) => given !== undefined).length === 1
      ? {}
      : { corps: 'Donnez exactement un de ces champs : client_id, rccm, ncc.' },
  // Its duplicate check tells whether others have such a client.
  asks: () => 'always',
  conflicts: ['etat_incompatible', 'limite_atteinte', 'client_reserve'],
  target: null,
  versioned: false,
  answer: reservation,
  status: 201,
  async run({ connection, who, now, settings: { mostPending } }, { body }) {
    const partenaire_id = partnerOf(who, body.partenaire_id)
    const found = await findRequested(connection, who, { ...body, partenaire_id, mostPending, now })
    if (found.reserves.length > 0) {
      await noteAttempt(connection, who, found.reserves, now)
      return new Refusal('client_reserve')
    }
    const { reservation_id } = await storeRequest(
      connection,
      who,
      { client_id: found.client_id, partenaire_id },
      now,
    )
    return reservation_id
  },
})

/** A partner asks for itself; the operator says for whom. */
function partnerOf(who: { type: string; partenaire_id: string | null }, given: string | undefined): string {
  if (who.type === 'operateur') {
    if (given !== undefined) return given
    throw invalid({ partenaire_id: 'Donnez le partenaire pour lequel vous demandez.' })
  }
  if (given !== undefined)
    throw invalid({ partenaire_id: 'Retirez ce champ : vous demandez pour votre organisation.' })
  // An organisation without its partner record is no partner that could have a client.
  if (who.partenaire_id === null) throw new Refusal('etat_incompatible')
  return who.partenaire_id
}

const invalid = (details: Record<string, string>) => new Refusal('parametres_invalides', { details })
