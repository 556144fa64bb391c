import { useQueryClient } from '@tanstack/react-query'
import type { ReservationDetail } from 'antenne-client'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { isReturn, Link } from '../router.tsx'
import { useMe } from '../session/me.ts'
import { useEscape } from '../ui/escape.ts'
import { useName } from '../ui/names.tsx'
import { isPending, meanwhileWords } from './outcome-words.ts'
import { OpenReservation } from './reservation.tsx'

interface OpenedProps extends ComponentProps<typeof OpenReservation> {
  /** The next one to decide, if there is one. */
  readonly nextHref: string | undefined
}

/** The open reservation takes the focus; its row has it when it is closed. */
export function Opened({ nextHref, ...props }: OpenedProps) {
  const { reservation, work, decide, close } = props
  const { utilisateur } = useMe()
  const by = useName(reservation.traitee_par).data
  const [waited] = useState(() => isPending(reservation.statut))
  const [decidedHere, setDecidedHere] = useState(false)
  const meanwhile = waited && !decidedHere && work === undefined && !isPending(reservation.statut)
  useReadAgainWhenChanged(reservation, decidedHere || work !== undefined)
  const decideHere: typeof decide = async (seen, choice) => {
    setDecidedHere(true)
    const over = await decide(seen, choice)
    setDecidedHere(over)
    return over
  }
  const panel = useRef<HTMLElement>(null)
  useEscape(close)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    // On a narrow screen it replaces the list, which may be scrolled far down. Who comes back finds it as it was.
    const above = (panel.current?.getBoundingClientRect().top ?? 0) < 0
    if (above && !isReturn()) panel.current?.scrollIntoView()
    return () => {
      const row = document.querySelector<HTMLElement>(`.row-link[href*="ouverte=${reservation.id}"]`)
      if (row !== null) row.focus()
      else if (before instanceof HTMLElement) before.focus()
    }
  }, [reservation.id])
  return (
    <section ref={panel} tabIndex={-1} className="panel" aria-labelledby="reservation-title">
      <p role="status" className={meanwhile ? 'banner' : 'unseen'}>
        {meanwhile && (
          <>
            {meanwhileWords(reservation, utilisateur.id, by ?? null)}{' '}
            {nextHref !== undefined && <Link href={nextHref}>Ouvrir la demande suivante</Link>}
          </>
        )}
      </p>
      <OpenReservation {...props} decide={decideHere} />
    </section>
  )
}

/** Others changed the request, or its competitors: what is shown with it is read again. */
function useReadAgainWhenChanged(
  { client_id, modifie_le, concurrentes }: ReservationDetail,
  changedHere: boolean,
): void {
  const queries = useQueryClient()
  const now = `${modifie_le} ${concurrentes}`
  const seen = useRef(now)
  useEffect(() => {
    if (seen.current === now) return
    seen.current = now
    if (changedHere) return
    for (const queryKey of [['client', client_id], ['requests', client_id], ['historique']])
      void queries.invalidateQueries({ queryKey })
  }, [queries, client_id, now, changedHere])
}
