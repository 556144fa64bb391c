/** What was typed and not sent yet, kept on the device. */
export interface Draft<T> {
  /** Null where there is none. */
  read(): T | null
  keep(value: T): void
  forget(): void
  /** Forgets it, unless it has changed since it was this. */
  forgetIf(value: T): void
  /** Calls when what was kept is gone from elsewhere: sent in another window or after a reload. */
  onGone(listener: (value: T) => void): () => void
}

const storageKey = (user: string, of: string): string => `antenne.brouillon.${user}.${of}`

/** A draft of that person. */
export const draftBy = <T>(user: string, of: string): Draft<T> => draftIn(localStorage, user, of)

/** The same, for as long as this tab. */
export const tabDraftBy = <T>(user: string, of: string): Draft<T> => draftIn(sessionStorage, user, of)

function draftIn<T>(storage: Storage, user: string, of: string): Draft<T> {
  const place = storageKey(user, of)
  windows()
  return {
    read() {
      try {
        return JSON.parse(storage.getItem(place) ?? 'null')
      } catch {
        return null
      }
    },
    keep(value) {
      if (left.has(user)) return
      try {
        storage.setItem(place, JSON.stringify(value))
      } catch {
        // A device without room, or one that keeps nothing: it stays on the screen.
      }
    },
    forget: () => storage.removeItem(place),
    forgetIf(value) {
      const text = JSON.stringify(value)
      if (storage.getItem(place) !== text) return
      storage.removeItem(place)
      // The browser tells other windows, and not this one.
      dispatchEvent(new StorageEvent('storage', { key: place, oldValue: text }))
    },
    onGone(listener) {
      const hear = ({ key, oldValue, newValue }: StorageEvent) => {
        if (key === place && oldValue !== null && newValue === null) listener(JSON.parse(oldValue))
      }
      addEventListener('storage', hear)
      return () => removeEventListener('storage', hear)
    },
  }
}

/** Who signed out in another window: this one keeps nothing of them any more. */
const left = new Set<string>()

let opened: BroadcastChannel | undefined
/** All windows of the device. */
function windows(): BroadcastChannel {
  if (opened === undefined) {
    opened = new BroadcastChannel('antenne-brouillons')
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      left.add(data)
      removeDrafts(data)
    }
  }
  return opened
}

/** The names of what a person has typed and not sent, as far as it outlives the tab. */
export const keptDrafts = (user: string): readonly string[] =>
  draftsIn(localStorage, user).map((place) => place.slice(storageKey(user, '').length))

const draftsIn = (storage: Storage, user: string): readonly string[] =>
  Object.keys(storage).filter((place) => place.startsWith(storageKey(user, '')))

function removeDrafts(user: string): void {
  for (const storage of [localStorage, sessionStorage])
    for (const place of draftsIn(storage, user)) storage.removeItem(place)
}

/** Forgets all drafts of a person, in all windows. */
export function forgetDrafts(user: string): void {
  removeDrafts(user)
  windows().postMessage(user)
}
