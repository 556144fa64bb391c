import { useRequestsOn } from '../queries.ts'
import { useMe } from '../session/me.ts'
import { isPending } from './outcome-words.ts'

/** All requests on a client, and those that are pending: operators alone see those of several partners. */
export function useRivals(client_id: string, enabled: boolean) {
  const { organisation } = useMe()
  const asked = enabled && organisation.type === 'operateur'
  const { data } = useRequestsOn(client_id, asked)
  const all = data?.donnees ?? []
  return { asked, known: data !== undefined, all, pending: all.filter(({ statut }) => isPending(statut)) }
}
