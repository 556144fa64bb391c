import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

const listeners = new Listeners()
addEventListener('popstate', () => {
  if (location.pathname !== shown) moves += 1
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

/** Number of navigations since the page was loaded: the first screen does not take the focus, the next ones do. */
export const movesMade = (): number => moves

/** Goes to an address of the page. `replace` leaves the previous one out of the history. */
export function navigate(to: string, { replace = false } = {}): void {
  note()
  const samePath = new URL(to, location.href).pathname === location.pathname
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  shown = location.pathname
  if (!samePath) {
    moves += 1
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

/** A link within the page. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlain(event) || event.defaultPrevented) return
        event.preventDefault()
        navigate(href)
      }}
    />
  )
}
