import type { CopyStore } from './copy.ts'

/** The parts of IndexedDB that a copy needs; not every platform has their types. */
interface Asked<T> {
  readonly result: T
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}
interface Opening extends Asked<Database> {
  onupgradeneeded: (() => void) | null
}
interface Database {
  onversionchange: (() => void) | null
  close(): void
  createObjectStore(name: string): unknown
  transaction(names: readonly string[], mode: 'readonly' | 'readwrite'): Transaction
}
interface Transaction {
  readonly error: unknown
  oncomplete: (() => void) | null
  onabort: (() => void) | null
  objectStore(name: string): ObjectStore
}
interface ObjectStore {
  get(key: unknown): Asked<unknown>
  getAll(range: unknown): Asked<unknown[]>
  put(value: unknown, key: unknown): unknown
  delete(key: unknown): unknown
  clear(): unknown
}
interface Platform {
  readonly indexedDB: { open(name: string, version: number): Opening }
  readonly IDBKeyRange: { bound(lower: unknown, upper: unknown): unknown }
}

/** A copy in the browser's own database. Give each person a name of their own. */
export async function indexedDbStore(name: string): Promise<CopyStore> {
  const { indexedDB, IDBKeyRange } = globalThis as unknown as Platform
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('items')
    opening.result.createObjectStore('token')
  }
  const database = await done(opening)
  // Whoever removes the copy, in this window or another, does not wait for this one.
  database.onversionchange = () => database.close()
  const read = (of: string, ask: (store: ObjectStore) => Asked<unknown>): Promise<never> =>
    done(ask(database.transaction([of], 'readonly').objectStore(of))) as Promise<never>
  /** Writes in one transaction, if the last token is this one. */
  const write = (
    token: string | undefined | null,
    work: (items: ObjectStore, tokens: ObjectStore) => void,
  ): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(['items', 'token'], 'readwrite')
      let written = false
      transaction.oncomplete = () => resolve(written)
      transaction.onabort = () => reject(transaction.error)
      const tokens = transaction.objectStore('token')
      const last = tokens.get('')
      last.onsuccess = () => {
        written = token === null || last.result === token
        if (written) work(transaction.objectStore('items'), tokens)
      }
    })
  return {
    token: () => read('token', (store) => store.get('')),
    get: (ressource, id) => read('items', (store) => store.get([ressource, id])),
    all: (ressource) =>
      read('items', (store) => store.getAll(IDBKeyRange.bound([ressource], [ressource, []]))),
    apply: ({ changements, jeton, depuis }) =>
      write(depuis, (items, tokens) => {
        for (const { ressource, id, donnees } of changements) {
          if (donnees === null) items.delete([ressource, id])
          else items.put(donnees, [ressource, id])
        }
        tokens.put(jeton, '')
      }),
    async clear(token) {
      await write(token ?? null, (items, tokens) => {
        items.clear()
        tokens.clear()
      })
    },
  }
}

const done = <T>(request: Asked<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
