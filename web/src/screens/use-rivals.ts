import type { ReservationDetail } from 'antenne-client'
import { useRequestsOn } from '../queries.ts'
import { useMe } from '../session/me.ts'
import { isPending } from './outcome-words.ts'
import { useSentDecisions } from './sent-decisions.ts'

/** All requests on a client: operators alone see those of several partners. */
export function useRivals(client_id: string, enabled: boolean) {
  const { organisation } = useMe()
  const asked = enabled && organisation.type === 'operateur'
  const { data } = useRequestsOn(client_id, asked)
  return { asked, all: data?.donnees ?? [], complete: data?.pagination.pages === 1 }
}

/** The pending requests that a validation would refuse; undefined as long as they are not all known. */
export function useOthers({ id, client_id, statut, concurrentes }: ReservationDetail, enabled: boolean) {
  const { all, complete } = useRivals(client_id, enabled && (statut === 'conflit' || concurrentes !== 0))
  return complete ? all.filter((other) => other.id !== id && isPending(other.statut)) : undefined
}

/** The request on a client whose validation waits to be sent: it decides the others as well. */
export function useChosen({ client_id, statut }: ReservationDetail): ReservationDetail | undefined {
  const { all } = useRivals(client_id, statut === 'conflit')
  const sent = useSentDecisions()
  return all.find(({ id }) => sent.get(id) === 'validee')
}
