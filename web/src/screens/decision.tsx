import type { ReservationDetail } from 'antenne-client'
import { useState } from 'react'
import { useDecides, useMe, useRights } from '../session/me.ts'
import type { Choice, Work } from './deciding.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDecisionKeys } from './decision-keys.ts'
import { isPending, type Move, moves } from './outcome-words.ts'

interface DecisionProps {
  readonly reservation: ReservationDetail
  readonly work: Work | undefined
  readonly decide: (seen: ReservationDetail, choice: Choice) => Promise<boolean>
}

const keyOf: Partial<Record<Move, string>> = { validee: 'v', refusee: 'r' }

/** What this person may do with a pending reservation (A5, A6). */
function useMoves({ statut }: ReservationDetail): readonly Move[] {
  const can = useRights()
  const { organisation } = useMe()
  const decides = useDecides()
  if (!isPending(statut) || !can('clients.consulter')) return []
  if (decides) return ['validee', 'refusee', 'annulee']
  return organisation.type === 'partenaire' && can('clients.reserver') ? ['annulee'] : []
}

/** The buttons that decide a reservation, for whom may; each opens what has to be said or confirmed first. */
export function Decision({ reservation, work, decide }: DecisionProps) {
  const may = useMoves(reservation)
  // What was shown when the dialog opened is what is decided, whatever is read meanwhile.
  const [open, setOpen] = useState<{ move: Move; seen: ReservationDetail } | null>(null)
  const keyed = may.includes('validee') && work === undefined
  useDecisionKeys(keyed, (move) => setOpen({ move, seen: reservation }))
  if (may.length === 0 && open === null) return null
  return (
    <div className="decision">
      {may.map((move) => (
        <button
          key={move}
          type="button"
          className={`button${move === 'validee' ? ' primary' : ''}`}
          aria-keyshortcuts={keyOf[move]}
          aria-disabled={work !== undefined}
          onClick={() => work === undefined && setOpen({ move, seen: reservation })}
        >
          {work?.move === move ? moves[move].working : moves[move].button}
          {keyOf[move] !== undefined && work === undefined && (
            <span className="key" aria-hidden="true">
              {keyOf[move]}
            </span>
          )}
        </button>
      ))}
      <p className="note" role="status">
        {work?.retrying && RETRYING}
      </p>
      {open !== null && (
        <DecisionDialog
          key={open.move}
          move={open.move}
          reservation={open.seen}
          work={work}
          decide={(choice) => decide(open.seen, choice)}
          close={() => setOpen(null)}
        />
      )}
    </div>
  )
}

const RETRYING =
  'Le réseau ou le service ne répond pas : nouvel essai automatique. Votre choix ne sera pris en compte qu’une fois.'
