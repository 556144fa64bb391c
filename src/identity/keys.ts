import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** No key of the identity provider was fetched yet: nobody can be recognised for now. */
export class KeysUnavailable extends Error {}

/** The keys that tokens are verified with. */
export interface Keys {
  /** The key for a token, out of those at hand; jose's error when none fits. */
  readonly find: JWTVerifyGetKey
  /** Another number as soon as the keys are others: what was verified before is to be verified again. */
  readonly generation: number
  readonly state: KeysState
  /** Asks for the keys again, in the background, when that is due. */
  tend(): void
  /** For a token that no key fits: resolves when the keys have been asked for again; undefined when that is not done now. */
  renewed(): Promise<void> | undefined
  /** Asks for nothing any more. */
  close(): void
}

/** How the keys are: plain data for health, gauges, log lines and the diagnostic. */
export interface KeysState {
  /** They were fetched once. Before that, tokens are neither good nor bad. */
  readonly ready: boolean
  /** False when the provider publishes none, or when those in use are too old because it does not answer. */
  readonly fresh: boolean
  /** How many are published; 0 once fetched: the provider has revoked all of them. */
  readonly count: number
  readonly fetchedAt: Date | null
  readonly ageSeconds: number | null
  /** Why the last fetch failed, and when; null after one that did not. */
  readonly failure: { readonly message: string; readonly at: Date } | null
  readonly nextAttemptAt: Date | null
}

/** Keys that nobody else publishes: always there, always the same. */
export const ownKeys = (set: JSONWebKeySet): Keys => ({
  find: createLocalJWKSet(set),
  generation: 0,
  state: {
    ready: true,
    fresh: true,
    count: set.keys.length,
    fetchedAt: null,
    ageSeconds: null,
    failure: null,
    nextAttemptAt: null,
  },
  tend: () => {},
  renewed: () => undefined,
  close: () => {},
})
