import { createContext, useContext } from 'react'

/** Whether the form around is being sent. Its fields then stay as they are, and keep the focus. */
export const Locked = createContext(false)
export const useLocked = (): boolean => useContext(Locked)
