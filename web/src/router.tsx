import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

const listeners = new Listeners()
addEventListener('popstate', () => {
  if (location.pathname !== shown) {
    moves += 1
    comeFrom(shown)
  }
  shown = location.pathname
  listeners.tell()
})

// `/clients/` is `/clients`.
if (/.\/$/.test(location.pathname))
  history.replaceState(null, '', location.pathname.replace(/\/+$/, '') + location.search)

let moves = 0
let shown = location.pathname

/** The last query of each path: a list is found again as it was left. */
const left = new Map<string, string>()
export const lastAddress = (path: string): string => path + (left.get(path) ?? '')
const note = () => left.set(location.pathname, location.search)

/** How far each address was last scrolled. */
const scrolled = new Map<string, number>()
const here = () => location.pathname + location.search
const noteScroll = () => scrolled.set(here(), scrollY)
addEventListener('scroll', noteScroll, { passive: true })

interface Return {
  readonly to: string
  readonly from: string
  /** How far the screen was scrolled, where that is known. */
  readonly top: number | undefined
}
let returned: Return | undefined
let taken = false
const comeFrom = (from: string) => {
  returned = { to: here(), from, top: scrolled.get(here()) }
  taken = false
}

/** Whether somebody came back to what is shown, and has gone nowhere since. */
export const isReturn = (): boolean => returned?.to === here()

/** Where somebody came back from: told once. */
export function takeReturn(): Return | undefined {
  if (taken || !isReturn()) return undefined
  taken = true
  return returned
}

/** Number of navigations since the page was loaded: the first screen does not take the focus, the next ones do. */
export const movesMade = (): number => moves

/** Goes to an address of the page. `replace` leaves the previous one out of the history; `back` finds a list as left. */
export function navigate(to: string, { replace = false, back = false } = {}): void {
  note()
  const from = location.pathname
  const samePath = new URL(to, location.href).pathname === from
  noteScroll()
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  shown = location.pathname
  returned = undefined
  if (!samePath) {
    moves += 1
    if (back) comeFrom(from)
    scrollTo(0, 0)
  }
  note()
  listeners.tell()
}

export const usePath = (): string => useSyncExternalStore(listeners.subscribe, () => location.pathname)
export const useSearch = (): string => useSyncExternalStore(listeners.subscribe, () => location.search)

/** A click that opens here, rather than in another tab or window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

interface LinkProps extends ComponentProps<'a'> {
  readonly href: string
  /** Leads back to a list, which is found as it was left. */
  readonly back?: boolean
}

/** A link within the page. */
export function Link({ href, back = false, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlain(event) || event.defaultPrevented) return
        event.preventDefault()
        navigate(href, { back })
      }}
    />
  )
}
