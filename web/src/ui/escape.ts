import { useEffect, useRef } from 'react'
import { isDialogOpen, isTyping } from './shortcuts.tsx'

/** Escape, pressed once, closes what is open on the screen, unless a field, a dialog or a menu is there to take it. */
export function useEscape(close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return
      if (isTyping(event.target) || isDialogOpen() || document.querySelector(':popover-open') !== null) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
