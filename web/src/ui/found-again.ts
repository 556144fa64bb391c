import { useEffect } from 'react'
import { takeReturn } from '../router.tsx'

/** Who comes back to a list finds it scrolled as it was left, with the focus on the row that was open. */
export function useFoundAgain(): void {
  useEffect(() => {
    const returned = takeReturn()
    if (returned === undefined) return
    const { from, top } = returned
    scrollTo(0, top)
    // Who is already elsewhere on the screen stays there.
    if (!document.activeElement?.matches('body, h1')) return
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.row-link')]
    links.find(({ pathname }) => pathname === from)?.focus({ preventScroll: true })
  }, [])
}
