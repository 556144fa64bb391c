import type { ReservationDetail } from 'antenne-client'
import { useSyncExternalStore } from 'react'
import { addresses } from '../addresses.ts'
import { several } from '../format.ts'
import { Listeners } from '../listeners.ts'
import { lastAddress } from '../router.tsx'
import { type Outcome, tellOutcome } from '../ui/outcome.tsx'
import type { Choice, Deciding } from './deciding.ts'
import { moves } from './outcome-words.ts'
import type { Told } from './refusal.ts'

/** How far several decisions are. */
export interface Run {
  readonly choice: Choice
  readonly rows: readonly ReservationDetail[]
  /** What became of each so far, in their order. */
  readonly told: readonly Told[]
  readonly over: boolean
}

export interface DecidingSeveral {
  readonly run: Run | null
  /** Decides them one after the other. What is over is dropped from the choice, what failed stays chosen. */
  start(rows: readonly ReservationDetail[], choice: Choice): Promise<readonly Told[]>
  forget(): void
}

let run: Run | null = null
const listeners = new Listeners()

function setRun(now: Run | null): void {
  run = now
  listeners.tell()
}

/**
 * Decides several requests with one choice, each as if it were decided alone, wherever the person goes meanwhile. The
 * report stays until it is read.
 */
export function useDecidingSeveral({ send, refresh }: Deciding, drop: (id: string) => void): DecidingSeveral {
  const start: DecidingSeveral['start'] = async (rows, choice) => {
    let told: readonly Told[] = []
    setRun({ choice, rows, told, over: false })
    tellOutcome(null)
    for (const row of rows) {
      const next = told.at(-1)?.general === true ? notSent(row) : await send(row, choice)
      if (next.over) drop(row.id)
      told = [...told, next]
      setRun({ choice, rows, told, over: told.length === rows.length })
    }
    void refresh()
    tellSummary(told, choice)
    return told
  }
  return { run: useSyncExternalStore(listeners.subscribe, () => run), start, forget: () => setRun(null) }
}

/** Who is elsewhere by now is told all there is, or where to read it. */
function tellSummary(told: readonly Told[], choice: Choice): void {
  const summary = summaryOf(told, choice)
  const elsewhere = location.pathname !== addresses.reservations
  const complete = summary.tone === 'good'
  if (elsewhere && complete) setRun(null)
  const link = { href: lastAddress(addresses.reservations), text: 'Voir le compte rendu' }
  tellOutcome(elsewhere && !complete ? { ...summary, link } : summary)
}

/** What failed for a reason that holds for all is not tried with the next. */
const notSent = ({ client }: ReservationDetail): Told => ({
  tone: 'warning',
  text: `${client.raison_sociale} : pas envoyée.`,
  over: false,
  general: true,
})

function summaryOf(told: readonly Told[], { move }: Choice): Outcome {
  const done = told.filter(({ tone }) => tone === 'good').length
  const words = `${several(done, 'demande')} ${moves[move].done}${done < 2 ? '' : 's'}`
  const rest = told.length - done
  return rest === 0
    ? { tone: 'good', text: `${words}.` }
    : { tone: 'warning', text: `${words}, ${several(rest, 'autre', 'autres')} à voir dans le compte rendu.` }
}
