import { useEffect, useRef } from 'react'

/** Whether what asks is still on the screen. */
export function useShown(): () => boolean {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}
