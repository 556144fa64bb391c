import type { ReservationDetail } from 'antenne-client'
import { ALONE, type Choosing, isChoosable } from './choosing.ts'

interface ChoiceBoxProps {
  readonly reservation: ReservationDetail
  readonly choosing: Choosing
}

/** Chooses a request, to decide it with others. */
export function ChoiceBox({ reservation, choosing }: ChoiceBoxProps) {
  const { id, client } = reservation
  const free = isChoosable(reservation)
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={`Sélectionner la demande pour ${client.raison_sociale}`}
        aria-keyshortcuts="x"
        title={free ? undefined : ALONE}
        disabled={!free}
        checked={free && choosing.isChosen(id)}
        onChange={() => choosing.toggle(id)}
      />
    </label>
  )
}
