import type { CallOptions } from './client.ts'
import type { Operations } from './contract.ts'
import type { CopyStore } from './copy.ts'
import { AntenneError } from './error.ts'

/** What a synchronisation did. */
export interface Synced {
  /** How many items came, those that went included. */
  readonly changes: number
  /** Whether the copy was made anew: its token was no longer good. */
  readonly anew: boolean
}

/** Options of a synchronisation. */
export interface SyncOptions extends CallOptions {
  /** Items per page: 500. Each page is stored with its token, so that an interrupted one goes on where it was. */
  readonly taille?: number | undefined
  /** Called after each page with the number of items so far. */
  readonly onPage?: ((changes: number) => void) | undefined
}

/**
 * Brings a copy up to date. Once it resolves, the copy equals what the reads show. A person who may no longer read what
 * is in it, or somebody else, gets a copy of their own: the old one is emptied first.
 */
export async function sync(
  { listerChangements }: Pick<Operations<CallOptions>, 'listerChangements'>,
  store: CopyStore,
  { taille, onPage, ...options }: SyncOptions = {},
): Promise<Synced> {
  let changes = 0
  let anew = false
  for (;;) {
    const depuis = await store.token()
    try {
      const page = await listerChangements({ depuis, taille }, options)
      // Another tab may have been faster: then it goes on from where that one is.
      if (!(await store.apply({ ...page, depuis }))) continue
      changes += page.changements.length
      onPage?.(changes)
      if (!page.suite) return { changes, anew }
    } catch (error) {
      if (!(error instanceof AntenneError) || error.code !== 'jeton_perime' || depuis === undefined)
        throw error
      await store.clear(depuis)
      anew = true
      changes = 0
    }
  }
}
