import { useEffect, useRef } from 'react'
import { areKeysOn, isDialogOpen, isTyping } from '../ui/keys.tsx'

/** `v` validates and `r` refuses, while that is possible. */
export function useDecisionKeys(on: boolean, choose: (move: 'validee' | 'refusee') => void): void {
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    if (!on) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!areKeysOn() || isTyping(event.target) || isDialogOpen()) return
      if (event.key === 'v' || event.key === 'r') {
        event.preventDefault()
        latest.current(event.key === 'v' ? 'validee' : 'refusee')
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [on])
}
