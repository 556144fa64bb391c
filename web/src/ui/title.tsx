import { type ReactNode, useEffect, useRef } from 'react'
import { movesMade } from '../router.tsx'

let focusedAt = 0

/** The heading of a screen. It sets the window title, and takes the focus after a navigation. */
export function Title({ children, window: name }: { readonly children: ReactNode; readonly window: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${name} · Antenne`
  }, [name])
  useEffect(() => {
    if (movesMade() === focusedAt) return
    focusedAt = movesMade()
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
