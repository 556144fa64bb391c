import { type ComponentProps, useEffect, useRef } from 'react'
import { isDialogOpen } from '../ui/keys.tsx'
import { OpenReservation } from './reservation.tsx'

/** The open reservation takes the focus; its row has it when it is closed. */
export function Opened(props: ComponentProps<typeof OpenReservation>) {
  const { reservation, close } = props
  const panel = useRef<HTMLElement>(null)
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
    <section
      ref={panel}
      tabIndex={-1}
      className="panel"
      aria-labelledby="reservation-title"
      onKeyDown={(event) => event.key === 'Escape' && !isDialogOpen() && close()}
    >
      <OpenReservation {...props} />
    </section>
  )
}
