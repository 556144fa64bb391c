import { useRequestsOn } from '../queries.ts'
import { useMe } from '../session/me.ts'
import { isPending } from './outcome-words.ts'

/** All requests on a client, and those that are pending: operators alone see those of several partners. */
export function useRivals(client_id: string, enabled: boolean) {
  const { organisation } = useMe()
  const query = useRequestsOn(client_id, enabled && organisation.type === 'operateur')
  const all = query.data?.donnees ?? []
  return { known: query.data !== undefined, all, pending: all.filter(({ statut }) => isPending(statut)) }
}
