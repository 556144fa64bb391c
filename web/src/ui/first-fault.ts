import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Leads to the first field of a form that is wrong, or else to its alert, once that is told. Who is in a field already
 * stays there.
 */
export function useFirstFault(told: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Before it is painted: who sees the fault can type.
  useLayoutEffect(() => {
    if (told === null) return
    const find = (wanted: string) => form.current?.querySelector<HTMLElement>(wanted)
    const fault = find('[aria-invalid="true"]')
    const alert = fault === null ? find('[role="alert"]') : null
    alert?.scrollIntoView({ block: 'nearest' })
    if (!document.activeElement?.matches('input, select, textarea')) (fault ?? alert)?.focus()
  }, [told])
  return form
}
