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
}

/** Where a copy is kept, for one person: in memory, in a browser, in a file, or wherever else. */
export interface CopyStore {
  /** The last token; undefined where nothing was copied yet. */
  token(): Promise<string | undefined>
  /** Takes a page and its token together. `donnees: null` removes an item. */
  apply(page: CopiedPage): Promise<void>
  /** Forgets everything. */
  clear(): Promise<void>
  get<R extends Ressource>(ressource: R, id: string): Promise<Ressources[R] | undefined>
  /** All items of a resource, in no order. */
  all<R extends Ressource>(ressource: R): Promise<Ressources[R][]>
}

/** Items in memory, and the token that goes with them. */
export class Items {
  token: string | undefined
  readonly of = new Map<string, Map<string, unknown>>()

  take({ changements, jeton }: CopiedPage): void {
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
    apply: async (page) => items.take(page),
    clear: async () => items.clear(),
  })
}
