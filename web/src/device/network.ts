import type { ClientOptions } from 'antenne-client'
import { Listeners } from '../listeners.ts'

let offline = !navigator.onLine
const listeners = new Listeners()

function note(now: boolean): void {
  if (now === offline) return
  offline = now
  listeners.tell()
}

/** Nobody answers: neither the service nor the identity provider. */
export const noteOffline = (): void => note(true)

addEventListener('offline', noteOffline)

type Fetch = NonNullable<ClientOptions['fetch']>

/** Notes whether the service can be reached. A device may be in a network and reach nothing, so answers decide. */
export const watched =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    try {
      const response = await fetch(url, init)
      note(false)
      return response
    } catch (error) {
      if (init.signal?.aborted !== true) note(true)
      throw error
    }
  }

export const isOffline = (): boolean => offline

export const onNetwork = listeners.subscribe
