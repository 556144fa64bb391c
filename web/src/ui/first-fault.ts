import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Leads to the first field of a form that is wrong, once that is told. Who is in a field already stays there. */
export function useFirstFault(told: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Before it is painted: who sees the fault can type.
  useLayoutEffect(() => {
    if (told === null || document.activeElement?.matches('input, select, textarea')) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [told])
  return form
}
