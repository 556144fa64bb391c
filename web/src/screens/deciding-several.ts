import type { ReservationDetail } from 'antenne-client'
import { useSyncExternalStore } from 'react'
import { addresses } from '../addresses.ts'
import { several } from '../format.ts'
import { Listeners } from '../listeners.ts'
import { lastAddress } from '../router.tsx'
import { useTabDraft } from '../ui/draft.ts'
import { type Outcome, tellOutcome } from '../ui/outcome.tsx'
import type { Choosing } from './choosing.ts'
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

/** Undefined until what a reload interrupted was looked for. */
let run: Run | null | undefined
const listeners = new Listeners()

/**
 * Decides several requests with one choice, each as if it were decided alone, wherever the person goes meanwhile. The
 * report stays until it is read, through a reload too.
 */
export function useDecidingSeveral({ send, refresh }: Deciding, { drop, choose }: Choosing): DecidingSeveral {
  const draft = useTabDraft<Run>('decisions')
  if (run === undefined) run = interrupted(draft.read())
  const setRun = (now: Run | null) => {
    run = now
    if (now === null) draft.forget()
    else draft.keep(now)
    listeners.tell()
  }
  // From now on it is sent by itself, whatever becomes of the page.
  const sendChosen: typeof send = async (row, choice) => {
    drop(row.id)
    const next = await send(row, choice)
    if (!next.over) choose([row.id])
    return next
  }
  const start: DecidingSeveral['start'] = async (rows, choice) => {
    let told: readonly Told[] = []
    setRun({ choice, rows, told, over: false })
    tellOutcome(null)
    for (const row of rows) {
      const next = told.at(-1)?.general === true ? notSent(row) : await sendChosen(row, choice)
      told = [...told, next]
      setRun({ choice, rows, told, over: told.length === rows.length })
    }
    void refresh()
    if (tellSummary(told, choice)) setRun(null)
    return told
  }
  const now = useSyncExternalStore(listeners.subscribe, () => run ?? null)
  return { run: now, start, forget: () => setRun(null) }
}

/**
 * What a reload cut short is over: what was not begun is still chosen. Of a run of which nothing is known, the list tells
 * all.
 */
function interrupted(kept: Run | null): Run | null {
  if (kept === null || kept.over) return kept
  const { rows, told } = kept
  if (told.length === 0) return null
  const of = (row: ReservationDetail, index: number) => told[index] ?? cutShort(row, index === told.length)
  return { ...kept, told: rows.map(of), over: true }
}

const cutShort = ({ client }: ReservationDetail, begun: boolean): Told => ({
  tone: 'warning',
  text: `${client.raison_sociale} : traitement interrompu, vérifiez l’état de la demande dans la liste.`,
  over: begun,
})

/** Who is elsewhere by now is told all there is, and then it is true; or where to read it. */
function tellSummary(told: readonly Told[], choice: Choice): boolean {
  const summary = summaryOf(told, choice)
  const elsewhere = location.pathname !== addresses.reservations
  const complete = summary.tone === 'good'
  const link = { href: lastAddress(addresses.reservations), text: 'Voir le compte rendu' }
  tellOutcome(elsewhere && !complete ? { ...summary, link } : summary)
  return elsewhere && complete
}

/** What failed for a reason that holds for all is not tried with the next. */
const notSent = ({ client }: ReservationDetail): Told => ({
  tone: 'warning',
  text: `${client.raison_sociale} : pas envoyée.`,
  over: false,
  general: true,
})

/** What became of them all. */
export function summaryOf(told: readonly Told[], { move }: Choice): Outcome {
  const done = told.filter(({ tone }) => tone === 'good').length
  if (done === 0) {
    const waits = told.every(({ counts }) => counts)
    const text = `Aucune demande ${moves[move].done} : voyez le compte rendu.`
    return { tone: 'warning', text: waits ? `${several(told.length, 'décision')} dans vos envois.` : text }
  }
  const words = `${several(done, 'demande')} ${moves[move].done}${done < 2 ? '' : 's'}`
  const rest = told.length - done
  return rest === 0
    ? { tone: 'good', text: `${words}.` }
    : { tone: 'warning', text: `${words}, ${several(rest, 'autre', 'autres')} à voir dans le compte rendu.` }
}
