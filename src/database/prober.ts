import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Knows whether a server answers, and asks one that does not, one question at a time, until it does. */
export interface Prober {
  readonly down: boolean
  /** Takes the server for down until it has answered. */
  suspect(): void
  stop(): void
}

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500

export function prober(client: pg.ClientConfig): Prober {
  const stopped = new AbortController()
  let down = false

  const wait = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !stopped.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (await answers(client)) {
        down = false
        return
      }
      // Instances that lost the same server do not come back all at once.
      const jitter = 0.5 + Math.random() / 2
      await sleep(pause * jitter, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    }
  }
  return {
    get down() {
      return down
    },
    suspect() {
      if (down || stopped.signal.aborted) return
      down = true
      void wait()
    },
    stop: () => stopped.abort(),
  }
}

/** Whether the server takes a connection and answers on it. */
async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, query_timeout: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // Not seen off: a server that is frozen would keep us waiting.
    client.connection.stream.destroy()
  }
}
