import type { MouseEvent } from 'react'
import { isPlain, navigate } from '../router.tsx'

/** Whether text is selected: then a click ends the selection, and opens nothing. */
export const isSelecting = (): boolean => getSelection()?.isCollapsed === false

/** A second click within this time, in milliseconds, selects a word. */
const DOUBLE_CLICK = 250

let waiting: ReturnType<typeof setTimeout> | undefined

/** Opens a row that is clicked beside its link, unless its text is being selected. */
export function followRow(event: MouseEvent<HTMLElement>, href: string): void {
  clearTimeout(waiting)
  const { target, detail } = event
  const own = target instanceof Element && target.closest('a, button, input, label') !== null
  if (own || detail > 1 || !isPlain(event) || isSelecting()) return
  waiting = setTimeout(() => navigate(href), DOUBLE_CLICK)
}
