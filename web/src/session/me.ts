import type { Moi, Permission, TypeOrganisation } from 'antenne-client'
import { createContext, useContext } from 'react'
import { decides, may, verifies } from './rights.ts'

/** The signed-in person, which decides what the page shows. */
export const MeContext = createContext<Moi | null>(null)

export function useMe(): Moi {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in')
  return me
}

/** Whether the signed-in person holds a right: `can('clients.consulter')`. */
export function useRights(): (permission: Permission) => boolean {
  const me = useMe()
  return (permission) => may(me, permission)
}

/** Whether the signed-in person decides reservations. */
export const useDecides = (): boolean => decides(useMe())

/** Whether the signed-in person verifies documents. */
export const useVerifies = (): boolean => verifies(useMe())

interface Entry {
  readonly permission: Permission | null
  readonly types?: readonly TypeOrganisation[]
}

/** Whether an entry of the menu is for the signed-in person. */
export function useMayEnter(): (entry: Entry) => boolean {
  const { organisation } = useMe()
  const can = useRights()
  return ({ permission, types }) =>
    (permission === null || can(permission)) && (types === undefined || types.includes(organisation.type))
}
