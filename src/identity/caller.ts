import type { Static } from 'typebox'
import type { TypeOrganisation } from '../contract/enums.ts'
import { Lru } from '../lru.ts'

/** Who asks, with which rights, as the database says at this very request (D20, D21). */
export interface Caller {
  readonly utilisateur_id: string
  readonly organisation_id: string
  readonly type: Static<typeof TypeOrganisation>
  /** The partner that the caller's organisation is, if it is one. */
  readonly partenaire_id: string | null
  /** Empty as soon as the account or the organisation is not active. */
  readonly permissions: readonly string[]
}

/**
 * The callers of the last requests, a bounded number of them. Nothing is decided by what it holds: it only lets one
 * statement do the work of two, and that statement confirms it.
 */
export class CallerMemory {
  static readonly MOST = 5000
  readonly #known = new Lru<string, Caller>(CallerMemory.MOST)
  readonly uses = { hits: 0, misses: 0 }

  get(subject: string): Caller | undefined {
    const caller = this.#known.get(subject)
    this.uses[caller === undefined ? 'misses' : 'hits'] += 1
    return caller
  }

  set(subject: string, caller: Caller): void {
    this.#known.set(subject, caller)
  }
}
