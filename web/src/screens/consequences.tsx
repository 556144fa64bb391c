import type { ReservationDetail } from 'antenne-client'
import { several } from '../format.ts'
import { statutClient } from '../labels.ts'
import { useClient } from '../queries.ts'
import { evidenceOf } from './evidence-words.ts'

interface ConsequencesProps {
  readonly reservation: ReservationDetail
  /** The requests that it refuses, where they are known. */
  readonly others: readonly ReservationDetail[] | undefined
}

/** What a validation does, said beforehand. */
export function Consequences({ reservation, others }: ConsequencesProps) {
  const { client, partenaire, statut } = reservation
  const taken = useTakenAway(reservation)
  const evidence = evidenceOf(reservation)
  return (
    <>
      <p>
        {client.raison_sociale} sera attribué à {partenaire.raison_sociale}.
      </p>
      {taken !== null && <p className="banner">{taken}</p>}
      {evidence !== null && <p className="banner">{evidence}</p>}
      {others === undefined && statut === 'conflit' && (
        <p className="banner">Les autres demandes sur ce client seront refusées.</p>
      )}
      {others !== undefined && others.length > 0 && (
        <p className="banner">
          {several(others.length, 'autre demande', 'autres demandes')} sur ce client{' '}
          {others.length === 1 ? 'sera refusée' : 'seront refusées'} :{' '}
          {others.map((rival) => rival.partenaire.raison_sociale).join(', ')}.
        </p>
      )}
    </>
  )
}

/** From whom the client is taken; as long as its record is not there, that it may be somebody's. */
function useTakenAway({ client, partenaire }: ReservationDetail): string | null {
  const { data } = useClient(client.id)
  const statut = data?.statut ?? client.statut
  const state = statut === null ? '' : ` (${statutClient[statut][0].toLocaleLowerCase('fr')})`
  if (data === undefined)
    return statut === 'reserve' || statut === 'actif'
      ? `Ce client${state} sera retiré au partenaire qui le gère, si c’en est un autre.`
      : null
  const { partenaire_actuel: manager } = data
  if (manager === null || manager.id === partenaire.id) return null
  const after = statut === 'reserve' ? '' : ' et redeviendra « Réservé »'
  return `Ce client${state} est géré par ${manager.raison_sociale} : il lui sera retiré${after}.`
}
