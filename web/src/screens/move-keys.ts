import { useLayoutEffect, useRef } from 'react'
import { areKeysOn, isDialogOpen, isTyping } from '../ui/shortcuts.tsx'

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
      if (!areKeysOn() || isTyping(event.target) || isDialogOpen()) return
      const move = latest.current.keys[event.key]
      if (move === undefined) return
      event.preventDefault()
      latest.current.choose(move)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [on])
}
