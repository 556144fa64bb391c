import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expireDocuments, expiredDocuments } from '../actions/expire.ts'
import type { Connection } from '../database/database.ts'
import { isAway, withPrimary } from '../database/primary.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Told of what the sweep did, how many documents somebody else holds, or why it could not be done. */
export type Report = (
  outcome: { readonly expired: number; readonly left: number } | { readonly failed: unknown },
) => void

/**
 * Sweeps expired KYC documents at start and within the minute after each midnight (UTC), until it is stopped. Of several
 * instances one writes and the others skip. What an import or another action holds is swept a minute later, and everything once a primary is there. A stop never
 * waits: it drops the connection, and the next sweep finds what was not committed.
 */
export function keepSwept(
  servers: Connection | readonly Connection[],
  report: Report,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  /** Whether anything is left to be swept soon. */
  const sweep = async (): Promise<boolean> => {
    try {
      const now = new Date()
      const work = async (client: pg.Client) => {
        const expired = (await expireDocuments(client, now, null)).length
        return { expired, left: (await expiredDocuments(client, now)).length }
      }
      const outcome = await withPrimary([servers].flat(), work, signal)
      report(outcome)
      return outcome.left > 0
    } catch (failed) {
      if (!signal.aborted) report({ failed })
      return isAway(failed)
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      const soon = await sweep()
      const rest = soon ? MINUTE : untilMidnight(Date.now()) + MINUTE * Math.random()
      await sleep(rest, undefined, { ref: false, signal }).catch(() => {})
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

/** Milliseconds to the next day, UTC. */
export const untilMidnight = (now: number): number => DAY - (now % DAY)
