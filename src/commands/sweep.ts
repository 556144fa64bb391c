import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expireDocuments, expiredDocuments } from '../actions/expire.ts'
import type { Connection } from '../database/database.ts'
import { isAway, withPrimary } from '../database/primary.ts'
import { sweepKept } from '../extension/sweep.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Called with what the sweep did, how many documents were locked, or why it failed. */
export type Report = (
  outcome: { readonly expired: number; readonly left: number } | { readonly failed: unknown },
) => void

/**
 * Sweeps expired KYC documents at start and within the minute after each midnight (UTC), until it is stopped. Of
 * several instances one writes and the others skip. Documents that an import or another action has locked are swept a
 * minute later; without a primary, the sweep is repeated every minute. A stop never waits: it drops the connection, and
 * the next sweep redoes what was not committed.
 */
export function keepSwept(
  servers: Connection | readonly Connection[],
  report: Report,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  /** Whether to sweep again soon. */
  const sweep = async (): Promise<boolean> => {
    try {
      const now = new Date()
      const work = async (client: pg.Client) => {
        const expired = (await expireDocuments(client, now, null)).length
        await sweepKept(client, now)
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

/** Milliseconds until the next day, UTC. */
export const untilMidnight = (now: number): number => DAY - (now % DAY)
