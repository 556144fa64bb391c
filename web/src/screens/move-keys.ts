import { useLayoutEffect, useRef } from 'react'
import { areKeysOn, isDialogOpen, isTyping } from '../ui/shortcuts.tsx'

/** So long after the last press of a key, in milliseconds, another one is no longer meant for the same thing. */
const APART = 300
type Press = Pick<KeyboardEvent, 'key' | 'timeStamp'>
let confirmed = { key: '', at: Number.NEGATIVE_INFINITY }

/** A key was pressed in a dialog that it confirms: pressed on and on, it means nothing on the next screen. */
export const noteConfirming = ({ key, timeStamp }: Press): void => {
  confirmed = { key, at: timeStamp }
}

const isPressedOn = ({ key, timeStamp }: Press): boolean =>
  key === confirmed.key && timeStamp - confirmed.at < APART

// Presses count while nothing can be chosen, too: what can be chosen next may be long in coming.
addEventListener('keydown', (event) => isPressedOn(event) && noteConfirming(event), { capture: true })

/** A key chooses its move, while that is possible. */
export function useMoveKeys<Move extends string>(
  on: boolean,
  keys: Readonly<Record<string, Move>>,
  choose: (move: Move) => void,
): void {
  const latest = useRef({ keys, choose })
  latest.current = { keys, choose }
  // Before it is painted: who sees the buttons can use their keys.
  useLayoutEffect(() => {
    if (!on) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!areKeysOn() || isTyping(event.target) || isDialogOpen() || isPressedOn(event)) return
      const move = latest.current.keys[event.key]
      if (move === undefined) return
      event.preventDefault()
      latest.current.choose(move)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [on])
}
