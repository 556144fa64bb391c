import type { ReservationDetail } from 'antenne-client'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { several } from '../format.ts'
import { areKeysOn } from '../ui/keys.tsx'
import type { Choice, Work } from './deciding.ts'
import { Motif } from './motif.tsx'
import { draftOf, keepDraft } from './motifs.ts'
import { type Move, moves } from './outcome-words.ts'
import { useRivals } from './rivals.tsx'

interface DialogProps {
  readonly move: Move
  readonly reservation: ReservationDetail
  readonly work: Work | undefined
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

/**
 * Asks for a confirmation, or for a reason; the focus is on the first choice, so that Enter takes it. It stays until the
 * answer is there; closed before, the work goes on.
 */
export function DecisionDialog({ move, reservation, work, decide, close }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const draft = `${move} ${reservation.id}`
  const [motif, setMotif] = useState(() => (move === 'validee' ? '' : draftOf(draft)))
  useEffect(() => dialog.current?.showModal(), [])
  const write = (text: string) => {
    setMotif(text)
    keepDraft(draft, text)
  }
  const submit = async () => {
    if (work !== undefined || (move !== 'validee' && motif.trim() === '')) return
    const over = await decide({ move, motif: motif.trim() })
    if (over) keepDraft(draft, '')
    // What was typed is found again when it is opened again.
    dialog.current?.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const again = move === 'validee' && event.key === 'v' && areKeysOn()
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.repeat || (!again && !sends)) return
    event.preventDefault()
    void submit()
  }
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={close} onKeyDown={onKeyDown}>
      <h2 id={titleId}>{titles[move]}</h2>
      <form
        className="deciding"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {move === 'validee' ? (
          <Consequences reservation={reservation} />
        ) : (
          <Motif move={move} value={motif} write={write} />
        )}
        <div className="decision">
          <button type="submit" className="button primary" aria-disabled={work !== undefined}>
            {work === undefined ? confirmations[move] : moves[work.move].working}
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {work === undefined ? 'Revenir' : 'Continuer sans attendre'}
          </button>
        </div>
        <p className="note" role="status">
          {work?.retrying &&
            'Le réseau ou le service ne répond pas : nouvel essai automatique, avec la même demande.'}
        </p>
      </form>
    </dialog>
  )
}

/** What a validation does, said beforehand. */
function Consequences({
  reservation: { id, client_id, client, partenaire, statut },
}: {
  readonly reservation: ReservationDetail
}) {
  const { known, pending } = useRivals(client_id, true)
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
