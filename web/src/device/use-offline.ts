import { useSyncExternalStore } from 'react'
import { isOffline, onNetwork } from './network.ts'

/** Whether the service cannot be reached. */
export const useOffline = (): boolean => useSyncExternalStore(onNetwork, isOffline)
