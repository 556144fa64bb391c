import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useMe } from '../session/me.ts'
import { useEscape } from '../ui/escape.ts'
import { useName } from '../ui/names.tsx'
import { isPending, meanwhileWords } from './outcome-words.ts'
import { OpenReservation } from './reservation.tsx'

/** The open reservation takes the focus; its row has it when it is closed. */
export function Opened(props: ComponentProps<typeof OpenReservation>) {
  const { reservation, work, close } = props
  const { utilisateur } = useMe()
  const by = useName(reservation.traitee_par).data
  const [waited] = useState(() => isPending(reservation.statut))
  const meanwhile = waited && work === undefined && !isPending(reservation.statut)
  const panel = useRef<HTMLElement>(null)
  useEscape(close)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    // On a narrow screen it replaces the list, which may be scrolled far down.
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView()
    return () => {
      const row = document.querySelector<HTMLElement>(`.row-link[href*="ouverte=${reservation.id}"]`)
      if (row !== null) row.focus()
      else if (before instanceof HTMLElement) before.focus()
    }
  }, [reservation.id])
  return (
    <section ref={panel} tabIndex={-1} className="panel" aria-labelledby="reservation-title">
      <p role="status" className={meanwhile ? 'banner' : 'unseen'}>
        {meanwhile && meanwhileWords(reservation, utilisateur.id, by ?? null)}
      </p>
      <OpenReservation {...props} />
    </section>
  )
}
