import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../database/database.ts'
import { withWriter } from '../database/writer.ts'
import { expireDocuments } from '../moves/expire.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Told of what the sweep did, or could not do. */
export type Report = (outcome: { readonly expired: number } | { readonly failed: unknown }) => void

/**
 * Sweeps expired KYC documents at start and within the minute after each midnight (UTC), until it is stopped. However many
 * instances do so, one of them writes: the others find nothing left.
 */
export function keepSwept(connection: Connection, report: Report): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const sweep = async () => {
    try {
      const found = await withWriter(connection, (client) => expireDocuments(client, new Date(), null))
      report({ expired: found.length })
    } catch (failed) {
      report({ failed })
    }
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      await sweep()
      const rest = untilMidnight(Date.now()) + MINUTE * Math.random()
      await sleep(rest, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
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
