import { type CopyStore, indexedDbStore } from 'antenne-client'

/** Of what a person may read, a copy is kept on the device: it can be searched without a network. */
const nameOf = (user: string): string => `antenne-copie-${user}`

/** When the copy was last up to date, in milliseconds. */
export const timeKey = (user: string): string => `antenne.copie.${user}`

let opened: { readonly user: string; readonly store: Promise<CopyStore> } | undefined

/** The copy of what a person may read. */
export function storeOf(user: string): Promise<CopyStore> {
  if (opened?.user !== user) opened = { user, store: indexedDbStore(nameOf(user)) }
  return opened.store
}

/** Removes a copy. Other windows let go of it when they are told to. */
export const forgetCopy = (user: string): Promise<void> =>
  new Promise((resolve) => {
    opened = undefined
    localStorage.removeItem(timeKey(user))
    const removing = indexedDB.deleteDatabase(nameOf(user))
    removing.onsuccess = removing.onerror = removing.onblocked = () => resolve()
  })
