import type { ReservationDetail } from 'antenne-client'
import { useMe } from '../session/me.ts'
import { AskDialog } from './ask-dialog.tsx'
import { Consequences } from './consequences.tsx'
import type { Choice } from './deciding.ts'
import type { Work } from './intentions.ts'
import { Motif } from './motif.tsx'
import { cancellationsBy, refusals, useMotif } from './motifs.ts'
import { type Move, moves } from './outcome-words.ts'
import { useOthers } from './use-rivals.ts'

interface DialogProps {
  readonly move: Move
  readonly reservation: ReservationDetail
  readonly work: Work<Move> | undefined
  readonly decide: (choice: Choice) => Promise<boolean>
  readonly close: () => void
}

const titles: Readonly<Record<Move, string>> = {
  validee: 'Valider la réservation',
  refusee: 'Refuser la réservation',
  annulee: 'Annuler la demande',
}

const confirmations: Readonly<Record<Move, string>> = {
  validee: 'Confirmer la validation',
  refusee: 'Confirmer le refus',
  annulee: 'Confirmer l’annulation',
}

/** Asks for the confirmation of a validation, or for the motif of anything else. */
export function DecisionDialog({ move, reservation, work, decide, close }: DialogProps) {
  const { motif, write } = useMotif(move, reservation.id)
  const { type } = useMe().organisation
  const usual = move === 'refusee' ? refusals : cancellationsBy(type)
  const validates = move === 'validee'
  const others = useOthers(reservation, validates)
  const send = async () => {
    const over = await decide({ move, motif: motif.trim(), rivals: others?.map(({ id }) => id) })
    if (over) write('')
  }
  return (
    <AskDialog
      title={titles[move]}
      description={validates ? <Consequences reservation={reservation} others={others} /> : undefined}
      action={confirmations[move]}
      working={moves[move].working}
      again={validates ? 'v' : undefined}
      work={work}
      ready={validates || motif.trim() !== ''}
      send={send}
      close={close}
    >
      {!validates && <Motif usual={usual} value={motif} write={write} />}
    </AskDialog>
  )
}
