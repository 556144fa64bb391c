import { type PagedOperation, pages } from 'antenne-client'
import { useEffect, useRef, useState } from 'react'
import { type Cell, csvOf, saveAs } from '../csv.ts'
import { count } from '../format.ts'
import { Icon } from './icon.tsx'

/** How a list is exported: its operation, its columns, and what must be looked up for a page's rows. */
export interface Exported<Row> {
  readonly name: string
  readonly list: PagedOperation<{ page?: number | undefined; taille?: number | undefined }, Row>
  readonly columns: readonly (readonly [title: string, cell: (row: Row) => Cell])[]
  readonly prepare?: (rows: readonly Row[], signal: AbortSignal) => Promise<void>
}

type State =
  | { readonly step: 'idle' | 'done' | 'failed' }
  | { readonly step: 'running'; done: number; total: number }

const LARGEST_PAGE = 100

/** Exports all pages of the filtered list into a file. */
export function ExportButton<Row>({ exported }: { readonly exported: Exported<Row> }) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const stop = useRef<AbortController>(undefined)
  const part = useRef<HTMLDivElement>(null)
  const { step } = state
  // The button that had the keyboard is gone: the one in its place gets it.
  useEffect(() => {
    if (step !== 'idle' && document.activeElement === document.body)
      part.current?.querySelector('button')?.focus()
  }, [step])
  const run = async () => {
    stop.current = new AbortController()
    const { signal } = stop.current
    const rows: Cell[][] = [exported.columns.map(([title]) => title)]
    setState({ step: 'running', done: 0, total: 0 })
    try {
      for await (const { donnees, pagination } of pages(
        exported.list,
        { taille: LARGEST_PAGE },
        { signal },
      )) {
        await exported.prepare?.(donnees, signal)
        for (const row of donnees) rows.push(exported.columns.map(([, cell]) => cell(row)))
        setState({ step: 'running', done: rows.length - 1, total: pagination.total })
      }
      saveAs(`${exported.name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows))
      setState({ step: 'done' })
    } catch {
      setState({ step: signal.aborted ? 'idle' : 'failed' })
    }
  }
  if (state.step === 'running') {
    return (
      <div ref={part} className="export" role="status">
        <progress value={state.done} max={Math.max(1, state.total)} aria-label="Export en cours" />
        <span className="figures">
          {count(state.done)} / {count(state.total)}
        </span>
        <button type="button" className="button" onClick={() => stop.current?.abort()}>
          Arrêter
        </button>
      </div>
    )
  }
  return (
    <div ref={part} className="export">
      <span role="status" className={state.step === 'failed' ? 'export-failed' : 'unseen'}>
        {state.step === 'done' && 'Export terminé.'}
        {state.step === 'failed' && 'L’export a échoué. Réessayez.'}
      </span>
      <button type="button" className="button" onClick={() => void run()}>
        <Icon name="download" />
        Exporter en CSV
      </button>
    </div>
  )
}
