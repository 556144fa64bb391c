import { useEffect, useState } from 'react'

/** Seconds left, counting down from `seconds`; calls `onEnd` once. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [until] = useState(() => Date.now() + 1000 * seconds)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until, onEnd])
  return left
}
