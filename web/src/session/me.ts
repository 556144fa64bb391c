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
