import type { Changements } from './contract.ts'

export type Changement = Changements['changements'][number]

/** What can be copied, by the name of its resource. */
export type Ressources = { [C in Changement as C['ressource']]: NonNullable<C['donnees']> }
export type Ressource = keyof Ressources

/** A page of changes as a store takes it: all of it or nothing. */
export interface CopiedPage {
  readonly changements: readonly Changement[]
  /** From where it goes on. */
  readonly jeton: string
  /** From where it was asked for. */
  readonly depuis: string | undefined
}

/** Where a copy is kept, for one person: in memory, in a browser, in a file, or wherever else. */
export interface CopyStore {
  /** The last token; undefined where nothing was copied yet. */
  token(): Promise<string | undefined>
  /**
   * Takes a page and its token together; `donnees: null` removes an item. False, and nothing taken, if the last token
   * is not the one that the page was asked with: somebody else was faster.
   */
  apply(page: CopiedPage): Promise<boolean>
  /** Forgets everything; given a token, only if it is the last one. */
  clear(token?: string): Promise<void>
  get<R extends Ressource>(ressource: R, id: string): Promise<Ressources[R] | undefined>
  /** All items of a resource, in no order. */
  all<R extends Ressource>(ressource: R): Promise<Ressources[R][]>
}

/** Items in memory, and the token that goes with them. */
export class Items {
  token: string | undefined
  readonly of = new Map<string, Map<string, unknown>>()

  take({ changements, jeton }: Pick<CopiedPage, 'changements' | 'jeton'>): void {
    for (const { ressource, id, donnees } of changements) {
      const items = this.of.get(ressource) ?? new Map<string, unknown>()
      this.of.set(ressource, items)
      if (donnees === null) items.delete(id)
      else items.set(id, donnees)
    }
    this.token = jeton
  }

  clear(): void {
    this.of.clear()
    this.token = undefined
  }
}

/** Reads from memory what another way may keep for longer. */
export const storeOf = (items: Items, own: Pick<CopyStore, 'apply' | 'clear'>): CopyStore => ({
  ...own,
  token: async () => items.token,
  get: async (ressource, id) => items.of.get(ressource)?.get(id) as never,
  all: async (ressource) => [...(items.of.get(ressource)?.values() ?? [])] as never,
})

/** A copy that lasts as long as the program. */
export function memoryStore(): CopyStore {
  const items = new Items()
  return storeOf(items, {
    async apply(page) {
      if (page.depuis !== items.token) return false
      items.take(page)
      return true
    },
    async clear(token = items.token) {
      if (token === items.token) items.clear()
    },
  })
}
