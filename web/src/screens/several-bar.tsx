import type { ReservationDetail } from 'antenne-client'
import { useState } from 'react'
import { several } from '../format.ts'
import { ALONE, type Choosing } from './choosing.ts'
import { type DecidingSeveral, summaryOf } from './deciding-several.ts'
import type { Work } from './intentions.ts'
import { useMoveKeys } from './move-keys.ts'
import { Progress, SeveralDialog, type SharedMove } from './several-dialog.tsx'

interface SeveralBarProps {
  readonly choosing: Choosing
  readonly deciding: DecidingSeveral
  readonly works: Readonly<Record<string, Work>>
  /** Whether `v` and `r` mean the chosen requests, and not an open one. */
  readonly keyed: boolean
}

interface Asked {
  readonly move: SharedMove
  readonly rows: readonly ReservationDetail[]
}

const KEYS = { v: 'validee', r: 'refusee' } as const

/**
 * What may be done with the chosen requests, and how far it is; at the bottom of the window, where it moves nothing.
 */
export function SeveralBar({ choosing, deciding, works, keyed }: SeveralBarProps) {
  const { chosen, others, conflicts } = choosing
  const { run, forget } = deciding
  const follow = () => run && { move: run.choice.move as SharedMove, rows: run.rows }
  // Who comes back finds the report of what was done meanwhile.
  const [asked, setAsked] = useState<Asked | null>(() => (run?.over ? follow() : null))
  const ask = (move: SharedMove) => setAsked({ move, rows: chosen })
  useMoveKeys(keyed && run === null && chosen.length > 0, KEYS, ask)
  const close = () => {
    setAsked(null)
    if (run?.over) forget()
  }
  return (
    <>
      {(chosen.length > 0 || run !== null) && (
        <section className="several" aria-label="Demandes sélectionnées">
          {run === null ? (
            <>
              <p role="status">
                {several(chosen.length, 'demande sélectionnée', 'demandes sélectionnées')}&nbsp;:
              </p>
              <button type="button" className="button primary" onClick={() => ask('validee')}>
                Valider
              </button>
              <button type="button" className="button" onClick={() => ask('refusee')}>
                Refuser
              </button>
              {others.length > 0 && (
                <button
                  type="button"
                  className="link"
                  onClick={() => choosing.choose(others.map(({ id }) => id))}
                >
                  {others.length === 1
                    ? 'Sélectionner aussi l’autre'
                    : `Sélectionner aussi les ${others.length} autres`}
                </button>
              )}
              <button type="button" className="link" onClick={choosing.clear}>
                Tout désélectionner
              </button>
              {conflicts && <p className="note">{ALONE}</p>}
            </>
          ) : (
            <>
              <p>{run.over ? summaryOf(run.told, run.choice).text : <Progress run={run} works={works} />}</p>
              <button type="button" className="button" onClick={() => setAsked(follow())}>
                {run.over ? 'Voir le compte rendu' : 'Suivre'}
              </button>
            </>
          )}
        </section>
      )}
      {asked !== null && (
        <SeveralDialog {...asked} chosen={chosen} deciding={deciding} works={works} close={close} />
      )}
    </>
  )
}
