import { useRef, useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'

let pressed = false
const listeners = new Listeners()
const note = (now: boolean) => {
  pressed = now
  listeners.tell()
}
addEventListener('pointerdown', () => note(true), true)
// What was pressed is clicked first.
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(end, () => setTimeout(() => note(false)), true)

/** A value as it was when the pointer went down, until it is let go: what is pressed does not move away from it. */
export function useUnmoved<T>(value: T): T {
  const held = useSyncExternalStore(listeners.subscribe, () => pressed)
  const shown = useRef(value)
  if (!held) shown.current = value
  return shown.current
}
