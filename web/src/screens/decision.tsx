import type { ReservationDetail } from 'antenne-client'
import { useState } from 'react'
import { addresses } from '../addresses.ts'
import { Link } from '../router.tsx'
import { useDecides, useMe, useRights } from '../session/me.ts'
import type { Choice } from './deciding.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Work } from './intentions.ts'
import { MoveButtons } from './move-buttons.tsx'
import { isPending, type Move, moves, sentFor } from './outcome-words.ts'
import { useSentDecisions } from './sent-decisions.ts'
import { useChosen } from './use-rivals.ts'

interface DecisionProps {
  readonly reservation: ReservationDetail
  readonly work: Work<Move> | undefined
  readonly decide: (seen: ReservationDetail, choice: Choice) => Promise<boolean>
}

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
  const sent = useSentDecisions().get(reservation.id)
  const chosen = useChosen(reservation)
  if (may.length === 0 && open === null) return null
  return (
    <div className="decision">
      {(sent ?? chosen) !== undefined && isPending(reservation.statut) ? (
        <p className="banner" role="status">
          {sent === undefined ? sentFor(chosen?.partenaire.raison_sociale) : moves[sent].sent}{' '}
          <Link href={addresses.sendings}>Voir vos envois</Link>
        </p>
      ) : (
        <MoveButtons
          may={may}
          words={moves}
          work={work}
          choose={(move) => setOpen({ move, seen: reservation })}
        />
      )}
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
