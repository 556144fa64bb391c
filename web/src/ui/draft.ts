import { useMe } from '../session/me.ts'

/** What was typed and not sent yet, kept on the device. */
interface Draft<T> {
  /** Null where there is none. */
  read(): T | null
  keep(value: T): void
  forget(): void
  /** Forgets it, unless it has changed since it was this. */
  forgetIf(value: T): void
}

/** A draft of the signed-in person: a reload, a lost network or an expired session cost nothing. */
export const useDraft = <T>(of: string): Draft<T> => draftBy(useMe().utilisateur.id, of)

/** The same, of that person. */
export const draftBy = <T>(user: string, of: string): Draft<T> =>
  draftIn(localStorage, `antenne.brouillon.${user}.${of}`)

/** A draft that lasts as long as this tab. */
export const tabDraft = <T>(of: string): Draft<T> => draftIn(sessionStorage, `antenne.brouillon.${of}`)

const draftIn = <T>(storage: Storage, place: string): Draft<T> => ({
  read() {
    try {
      return JSON.parse(storage.getItem(place) ?? 'null')
    } catch {
      return null
    }
  },
  keep(value) {
    try {
      storage.setItem(place, JSON.stringify(value))
    } catch {
      // A device without room, or one that keeps nothing: it stays on the screen.
    }
  },
  forget: () => storage.removeItem(place),
  forgetIf(value) {
    if (storage.getItem(place) === JSON.stringify(value)) storage.removeItem(place)
  },
})
