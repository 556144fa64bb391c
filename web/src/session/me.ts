import type { Moi, Permission } from 'antenne-client'
import { createContext, useContext } from 'react'

/** The signed-in person, which decides what the page shows. */
export const MeContext = createContext<Moi | null>(null)

export function useMe(): Moi {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in')
  return me
}

/** Whether the signed-in person holds a right: `can('clients.consulter')`. */
export function useRights(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** Whether the signed-in person decides reservations (A5). */
export function useDecides(): boolean {
  const { organisation } = useMe()
  const can = useRights()
  return organisation.type === 'operateur' && can('clients.consulter') && can('clients.reservation_valider')
}

/** Whether the signed-in person verifies documents (A5). */
export function useVerifies(): boolean {
  const { organisation } = useMe()
  return useRights()('partenaires.documents_verifier') && organisation.type === 'operateur'
}

/** Whether an entry of the menu is for the signed-in person. */
export function useMayEnter(): (entry: { permission: Permission | null; operators?: true }) => boolean {
  const { organisation } = useMe()
  const can = useRights()
  return ({ permission, operators }) =>
    (permission === null || can(permission)) && (operators !== true || organisation.type === 'operateur')
}
