import type { Static } from 'typebox'
import type { TypeOrganisation } from '../contract/enums.ts'
import { dayOf } from '../day.ts'
import { Lru } from '../lru.ts'

/** The caller and their rights, as the database has them at this request (D20, D21). */
export interface Caller {
  readonly utilisateur_id: string
  readonly organisation_id: string
  readonly type: Static<typeof TypeOrganisation>
  /** The partner record of the caller's organisation, if any. */
  readonly partenaire_id: string | null
  readonly double_authentification: boolean
  /** Whether both the account and the organisation are active; otherwise there are no permissions (D20). */
  readonly actif: boolean
  readonly permissions: readonly string[]
}

/** An id that no user, organisation or record has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A caller on the day of that instant, in UTC (D12). */
export const dated = <C extends Caller>(caller: C, now: Date): C & { readonly aujourdhui: string } => ({
  ...caller,
  aujourdhui: dayOf(now),
})

/**
 * The last callers, a bounded number of them. It decides nothing: it lets one statement do the work of two, and that
 * statement confirms it.
 */
export class CallerMemory {
  static readonly SIZE = 5000
  readonly #known = new Lru<string, Caller>(CallerMemory.SIZE)
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
