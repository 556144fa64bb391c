import { useEffect } from 'react'
import { takeReturn } from '../router.tsx'

/** Who comes back to a list finds it scrolled as it was left, with the focus on the row that was open. */
export function useFoundAgain(): void {
  useEffect(() => {
    const returned = takeReturn()
    // Who is already elsewhere on the screen stays there.
    if (returned === undefined || !document.activeElement?.matches('body, h1')) return
    if (returned.top !== undefined) scrollTo(0, returned.top)
    const [link] = [...document.querySelectorAll<HTMLAnchorElement>('.table-frame a')]
      .filter(({ pathname }) => pathname === returned.from)
      .sort((one, other) => fromMiddle(one) - fromMiddle(other))
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }, [])
}

/** How far it is from the middle of the window: several rows may lead to the same record. */
const fromMiddle = (link: Element): number => Math.abs(link.getBoundingClientRect().top - innerHeight / 2)
