import type pg from 'pg'
import { expireDocuments, expiredDocuments } from '../actions/expire.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { isAway, withPrimary } from '../database/primary.ts'
import { sweepKept } from '../extension/sweep.ts'
import { MINUTE, repeat } from './repeat.ts'

const DAY = 24 * 60 * MINUTE

/** Called with what the sweep did, how many documents were locked, or why it failed. */
export type Report = (
  outcome: { readonly expired: number; readonly left: number } | { readonly failed: unknown },
) => void

/**
 * Sweeps expired KYC documents at start and within the minute after each midnight (UTC), until it is stopped. Of
 * several instances one writes and the others skip. Documents that an import or another action has locked are swept a
 * minute later; while no primary answers, the sweep is repeated every minute. A stop never waits: it drops the
 * connection, and the next sweep redoes what was not committed.
 */
export function keepSwept(
  servers: DatabaseAddress | readonly DatabaseAddress[],
  report: Report,
  longest?: number,
): { stop(): Promise<void> } {
  const work = async (client: pg.Client) => {
    const now = new Date()
    const expired = (await expireDocuments(client, now, null)).length
    await sweepKept(client, now)
    return { expired, left: (await expiredDocuments(client, now)).length }
  }
  /** Whether to sweep again soon. */
  const sweep = async (round: AbortSignal, stopped: AbortSignal): Promise<boolean> => {
    try {
      const outcome = await withPrimary([servers].flat(), work, round)
      report(outcome)
      return outcome.left > 0
    } catch (failed) {
      if (!stopped.aborted) report({ failed })
      return isAway(failed)
    }
  }
  return repeat(
    async (round, stopped) =>
      (await sweep(round, stopped)) ? MINUTE : untilMidnight(Date.now()) + MINUTE * Math.random(),
    longest,
  )
}

/** Milliseconds until the next day, UTC. */
export const untilMidnight = (now: number): number => DAY - (now % DAY)
