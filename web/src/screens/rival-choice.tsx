import type { ReservationDetail } from 'antenne-client'
import { useState } from 'react'
import { useDecides } from '../session/me.ts'
import type { Choice } from './deciding.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useWorks } from './intentions.ts'
import { isPending, type Move, moves } from './outcome-words.ts'
import { useSentDecisions } from './sent-decisions.ts'

interface RivalChoiceProps {
  readonly rival: ReservationDetail
  /** Whether there is still something to choose. */
  readonly on: boolean
  readonly decide: (seen: ReservationDetail, choice: Choice) => Promise<boolean>
}

/** Gives the client to the partner of a competing request: the others are refused with it. */
export function RivalChoice({ rival, on, decide }: RivalChoiceProps) {
  const decides = useDecides()
  const sent = useSentDecisions().has(rival.id)
  const work = useWorks<Move>()[rival.id]
  // What was shown when the dialog opened is what is decided, whatever is read meanwhile.
  const [seen, setSeen] = useState<ReservationDetail | null>(null)
  // A validation needs an active partner.
  const may = on && decides && !sent && isPending(rival.statut) && rival.partenaire.statut === 'actif'
  return (
    <>
      {may && (
        <button
          type="button"
          className="button"
          aria-disabled={work !== undefined}
          onClick={() => work === undefined && setSeen(rival)}
        >
          {work === undefined ? 'Choisir ce partenaire' : moves[work.move].working}
          <span className="unseen"> {rival.partenaire.raison_sociale}</span>
        </button>
      )}
      {seen !== null && (
        <DecisionDialog
          move="validee"
          reservation={seen}
          work={work}
          decide={(choice) => decide(seen, choice)}
          close={() => setSeen(null)}
        />
      )}
    </>
  )
}
