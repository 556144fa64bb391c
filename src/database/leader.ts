import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseAddress } from './address.ts'
import { withPrimary } from './primary.ts'

/** What only one of all instances does, on the connection that holds its lock. It ends when `signal` aborts. */
type Leading = (client: pg.Client, signal: AbortSignal) => Promise<void>

const TRY_EVERY = 1000
/** Each side notices when the other is gone or frozen: the server by missing beats, the instance by a late answer. */
const BEAT_EVERY = 5000
const ANSWER = 10_000
const settings = `set idle_session_timeout = '30s'; set idle_in_transaction_session_timeout = '10s';
  set statement_timeout = '5s'; set lock_timeout = '2s'`

/**
 * Lets one of all instances lead: the one whose connection to the primary holds the lock. The others try for it every
 * second, so that one of them takes over when that connection is lost. Calls `noted` with the reason while there is no
 * connection, and with null when there is one. A stop drops the connection: uncommitted work is rolled back.
 */
export function keepLeading(
  servers: readonly DatabaseAddress[],
  lock: number,
  lead: Leading,
  noted: (failure: unknown) => void,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const connected = async () => {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopped.signal, lost.signal])
    const work = async (client: pg.Client) => {
      client.once('end', () => lost.abort())
      await client.query(settings)
      noted(null)
      void keepBeating(client, signal, () => lost.abort())
      while (!signal.aborted && !(await takes(client, lock))) await pause(TRY_EVERY, signal)
      if (!signal.aborted) await lead(client, signal)
    }
    await withPrimary(servers, work, signal).finally(() => lost.abort())
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      await connected().catch((error) => {
        if (!stopped.signal.aborted) noted(error)
      })
      await pause(TRY_EVERY, stopped.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

async function takes(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ seul: boolean }>('select pg_try_advisory_lock($1) as seul', [lock])
  return rows[0]?.seul === true
}

async function keepBeating(client: pg.Client, signal: AbortSignal, lost: () => void): Promise<void> {
  for (;;) {
    await pause(BEAT_EVERY, signal)
    if (signal.aborted) return
    const late = setTimeout(lost, ANSWER)
    // A refusal is a sign of life too.
    await client.query('select 1').catch(() => {})
    clearTimeout(late)
  }
}

/** Waits this many milliseconds, or until `signal` aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { ref: false, signal: signal }).catch(() => {})
