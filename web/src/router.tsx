import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', tell)

let moves = 0

/** How often one has moved since the page was loaded: the first screen takes no focus, the next ones do. */
export const movesMade = (): number => moves

/** Goes to an address of the page. `replace`: the one before it is not kept in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  const samePath = new URL(to, location.href).pathname === location.pathname
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  if (!samePath) {
    moves += 1
    scrollTo(0, 0)
  }
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)
export const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search)

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
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
