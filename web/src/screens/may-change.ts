import type { ClientDetail } from 'antenne-client'
import { useReservations } from '../queries.ts'
import { useMe, useRights } from '../session/me.ts'
import { useName } from '../ui/names.tsx'

/** A client, and whether the person may change it. */
export interface PartProps {
  readonly client: ClientDetail
  readonly changes: boolean
}

/**
 * Whether the person may change a client: operators any, partners those that they manage, or that their people created
 * and nobody manages. A partner sees others only by a request of its own.
 */
export function useMayChange({ id, partenaire_actuel_id, cree_par }: ClientDetail): boolean {
  const { organisation } = useMe()
  const can = useRights()
  const asked = useReservations({ client_id: id, taille: 1 })
  const own = asked.data?.donnees[0]
  const isPartner = organisation.type === 'partenaire'
  const isInQuestion = isPartner && own !== undefined && partenaire_actuel_id === null
  // People of other organisations are not named to a partner.
  const creator = useName(isInQuestion ? cree_par : null)
  if (!can('clients.modifier')) return false
  if (!isPartner) return organisation.type === 'operateur'
  // Where nobody answers it is not known: the service judges what is sent.
  if (asked.data === undefined) return asked.isError
  if (own === undefined) return true
  return partenaire_actuel_id === null ? creator.data != null : partenaire_actuel_id === own.partenaire_id
}
