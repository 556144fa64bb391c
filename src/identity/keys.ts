import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** No key of the identity provider was fetched yet: callers cannot be recognised. */
export class KeysUnavailable extends Error {}

/** The keys for verifying tokens. */
export interface Keys {
  /** The known key for a token; throws jose's error when none fits. */
  readonly find: JWTVerifyGetKey
  /** Changes with the keys: tokens verified before must be verified again. */
  readonly generation: number
  readonly state: KeysState
  /** Fetches the keys again, in the background, when that is due. */
  tend(): void
  /**
   * For a token that no key fits: resolves when the keys have been fetched again; undefined when no fetch is allowed
   * now.
   */
  renewed(): Promise<void> | undefined
  /** Ends all fetching. */
  close(): void
}

/** The state of the keys, for health, metrics, log and diagnostic. */
export interface KeysState {
  /** Whether they were fetched once. Before that, tokens cannot be judged. */
  readonly ready: boolean
  /** False when the provider publishes none, or when those in use are too old because it does not answer. */
  readonly fresh: boolean
  /** How many are published; 0 after a fetch: the provider has revoked all. */
  readonly count: number
  readonly ageSeconds: number | null
  /** Why and when the last fetch failed; null if it did not. */
  readonly failure: { readonly message: string; readonly at: Date } | null
  readonly nextAttemptAt: Date | null
}

/** Our own keys: always there, always the same. */
export const ownKeys = (set: JSONWebKeySet): Keys => ({
  find: createLocalJWKSet(set),
  generation: 0,
  state: {
    ready: true,
    fresh: true,
    count: set.keys.length,
    ageSeconds: null,
    failure: null,
    nextAttemptAt: null,
  },
  tend: () => {},
  renewed: () => undefined,
  close: () => {},
})
