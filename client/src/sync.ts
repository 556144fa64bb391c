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
  { taille, onPage, signal }: SyncOptions = {},
): Promise<Synced> {
  let changes = 0
  let anew = false
  for (;;) {
    try {
      const page = await listerChangements({ depuis: await store.token(), taille }, { signal })
      await store.apply(page)
      changes += page.changements.length
      onPage?.(changes)
      if (!page.suite) return { changes, anew }
    } catch (error) {
      if (!(error instanceof AntenneError) || error.code !== 'jeton_perime' || anew) throw error
      await store.clear()
      anew = true
      changes = 0
    }
  }
}
