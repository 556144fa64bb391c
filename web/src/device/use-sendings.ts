import { useSyncExternalStore } from 'react'
import { knownSendings, onSendings, type Sending } from './sendings.ts'

/** What waits to be sent, or was refused, the oldest first. */
export const useSendings = (): readonly Sending[] => useSyncExternalStore(onSendings, knownSendings)
