import type pg from 'pg'
import { recordVerdict } from '../actions/record-verdict.ts'
import type { AntivirusAddress } from '../addresses.ts'
import type { DatabaseAddress } from '../database/address.ts'
import { errorText } from '../database/error-text.ts'
import { keepLeading, pause } from '../database/leader.ts'
import { locks } from '../database/locks.ts'
import { isAway } from '../database/primary.ts'
import { Backoff } from './backoff.ts'
import { NoVerdict, ping, scan, type Verdict } from './clamd.ts'
import { oldestBut, oldestOf, piecesOf, type Waiting } from './waiting.ts'

/** The scanner of files, as health and metrics see it. */
export interface Scanner {
  /** What is wrong, in French; null when it answers and nothing lacks a verdict. */
  readonly trouble: string | null
  /** How many scans of this instance ended how. */
  readonly scans: Readonly<Record<Verdict['statut'] | 'sans_verdict', number>>
  /** Ends a running scan at once. What it would have found is found later. */
  stop(): Promise<void>
}

/** Called with each verdict that changed files. */
export type ScanReport = (verdict: Verdict, fichiers: readonly string[]) => void

interface ScannerOptions {
  readonly address: AntivirusAddress
  /** The servers of actions. */
  readonly servers: readonly DatabaseAddress[]
  readonly now: () => Date
  readonly report: ScanReport
}

const LOOK_EVERY = 1000
const PING_EVERY = 5000
const PONG = 5000

/**
 * Has waiting files scanned, the oldest first, by one instance however many run. Each instance asks the scanner itself
 * whether it answers. What gets no verdict is tried again when no other file waits for its first turn.
 */
export function openScanner({ address, servers, now, report }: ScannerOptions): Scanner {
  const scans = { sain: 0, infecte: 0, sans_verdict: 0 }
  const stopped = new AbortController()
  let backoff = new Backoff()
  let unreached: string | null = null
  let unwritable: string | null = null

  const scanOne = async (client: pg.Client, waiting: Waiting, signal: AbortSignal) => {
    const { contenu_id } = waiting
    try {
      const verdict = await scan(address, piecesOf(client, waiting), { signal })
      unreached = null
      const fichiers = await recordVerdict(client, contenu_id, verdict.statut, now())
      backoff.over([contenu_id])
      scans[verdict.statut] += 1
      if (fichiers.length > 0) report(verdict, fichiers)
    } catch (error) {
      if (signal.aborted) return
      scans.sans_verdict += 1
      if (error instanceof NoVerdict && !error.reached) {
        unreached = error.message
        await pause(LOOK_EVERY, signal)
      } else backoff.failed(contenu_id, errorText(error), performance.now())
    }
  }
  const next = async (client: pg.Client): Promise<Waiting | undefined> => {
    const untried = await oldestBut(client, backoff.tried)
    const due = backoff.due(performance.now())
    if (untried !== undefined || due.length === 0) return untried
    const again = await oldestOf(client, due)
    // They have been removed, or judged by somebody else.
    if (again === undefined) backoff.over(due)
    return again
  }
  const lead = async (client: pg.Client, signal: AbortSignal) => {
    try {
      while (!signal.aborted) {
        const waiting = await next(client)
        if (waiting === undefined) await pause(LOOK_EVERY, signal)
        else await scanOne(client, waiting, signal)
      }
    } finally {
      backoff = new Backoff()
    }
  }
  const keepPinging = async () => {
    const { signal } = stopped
    while (!signal.aborted) {
      unreached = await ping(address, { signal, silence: PONG }).then(() => null, errorText)
      await pause(PING_EVERY, signal)
    }
  }

  const leading = keepLeading(servers, locks.antivirus, lead, (failure) => {
    // If no server takes writes, that is reported as the cause.
    unwritable = failure === null || isAway(failure) ? null : errorText(failure)
  })
  const pinging = keepPinging()
  return {
    scans,
    get trouble() {
      if (unreached !== null) return `ANTIVIRUS_URL ne répond pas (${unreached})`
      if (backoff.reason !== null)
        return `l’antivirus n’a pas rendu tous ses verdicts (${backoff.tried.length} : ${backoff.reason})`
      return unwritable === null
        ? null
        : `les verdicts de l’antivirus ne peuvent pas être écrits (${unwritable})`
    },
    async stop() {
      stopped.abort()
      await Promise.all([leading.stop(), pinging])
    },
  }
}
