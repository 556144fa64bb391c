import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Stored {
  readonly texts: readonly unknown[]
  readonly databases: readonly unknown[]
  readonly files: readonly unknown[]
}

/** Everything that the device keeps. */
export const stored = (page: Page): Promise<Stored> =>
  page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const found = { texts: [{ ...localStorage }, { ...sessionStorage }], databases: [], files: [] }
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const of of database.objectStoreNames)
        found.databases.push([name, of, await done(database.transaction(of).objectStore(of).getAll())])
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        found.files.push([request.url, (await (await cache.match(request)).text()).length])
    }
    return found
  })()`)

/** What waits to be sent. */
export async function sendingsOf(page: Page): Promise<readonly unknown[]> {
  const { databases } = await stored(page)
  const found = (databases as [string, string, unknown[]][]).find(([name]) => name === 'antenne-envois')
  return found?.[2] ?? []
}

/** Until the copy of what that user may read is there. */
export const copied = (page: Page, user: string) =>
  expect.poll(() => page.evaluate(`Number(localStorage.getItem('antenne.copie.${user}'))`)).toBeGreaterThan(0)
