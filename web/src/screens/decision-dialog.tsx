import type { ReservationDetail } from 'antenne-client'
import { several } from '../format.ts'
import { AskDialog } from './ask-dialog.tsx'
import type { Choice } from './deciding.ts'
import type { Work } from './intentions.ts'
import { Motif } from './motif.tsx'
import { motifs, useMotif } from './motifs.ts'
import { type Move, moves } from './outcome-words.ts'
import { useRivals } from './use-rivals.ts'

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
  const validates = move === 'validee'
  const send = async () => {
    const over = await decide({ move, motif: motif.trim() })
    if (over) write('')
  }
  return (
    <AskDialog
      title={titles[move]}
      action={confirmations[move]}
      working={moves[move].working}
      again={validates ? 'v' : undefined}
      work={work}
      ready={validates || motif.trim() !== ''}
      send={send}
      close={close}
    >
      {validates ? (
        <Consequences reservation={reservation} />
      ) : (
        <Motif usual={motifs[move]} value={motif} write={write} />
      )}
    </AskDialog>
  )
}

/** What a validation does, said beforehand. */
function Consequences({
  reservation: { id, client_id, client, partenaire, statut, concurrentes },
}: {
  readonly reservation: ReservationDetail
}) {
  // A request that comes meanwhile is another version: this one is not validated then.
  const { known, pending } = useRivals(client_id, statut === 'conflit' || concurrentes !== 0)
  const others = pending.filter((rival) => rival.id !== id)
  return (
    <>
      <p>
        {client.raison_sociale} sera attribué à {partenaire.raison_sociale}.
      </p>
      {!known && statut === 'conflit' && (
        <p className="banner">Les autres demandes sur ce client seront refusées.</p>
      )}
      {others.length > 0 && (
        <p className="banner">
          {several(others.length, 'autre demande', 'autres demandes')} sur ce client{' '}
          {others.length === 1 ? 'sera refusée' : 'seront refusées'} :{' '}
          {others.map((rival) => rival.partenaire.raison_sociale).join(', ')}.
        </p>
      )}
    </>
  )
}
