import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { fetchKeySet, type KeySource } from './fetch-keys.ts'
import type { Keys, KeysState } from './keys.ts'

/** Time for one attempt, all its requests included. */
const TIMEOUT = 2000
/** Pause between attempts while the last one failed or there are no keys: doubled up to the longest. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 1000
/** Keys are fetched again after this part of their time, so that the answer arrives before its end. */
const EARLY = 0.8
/**
 * An unknown key id may trigger this many fetches at once, then one per period: forged ids cannot flood the provider.
 */
const BURST = 3
const PERIOD = 30_000

interface PublishedKeysOptions extends KeySource {
  /** A withdrawn key is refused after this many milliseconds, as long as the provider answers. */
  readonly refreshAfter: number
  readonly now?: () => number
}

/**
 * The published keys of an OpenID provider. They are fetched at once and again before they are too old. While the
 * provider does not answer, the last good ones stay, and are renewed within a second of its return.
 */
export class PublishedKeys implements Keys {
  readonly #options: PublishedKeysOptions
  readonly #now: () => number
  #find: JWTVerifyGetKey | undefined
  #set = ''
  #count = 0
  #fetchedAt = 0
  #failure: KeysState['failure'] = null
  generation = 0

  /** Running attempts, oldest first: one that hangs does not delay the next. */
  readonly #attempts = new Set<AbortController>()
  #timer: NodeJS.Timeout | undefined
  #nextAt: number | undefined
  #pause = FIRST_PAUSE
  #waiting: (() => void)[] = []
  #closed = false

  #credit = BURST
  #creditAt: number

  constructor(options: PublishedKeysOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#creditAt = this.#now()
    this.#spend()
    this.#ask()
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (this.#find === undefined) throw new errors.JWKSNoMatchingKey()
    return this.#find(header, token)
  }

  get state(): KeysState {
    const ready = this.#find !== undefined
    const age = this.#now() - this.#fetchedAt
    return {
      ready,
      fresh: this.#count > 0 && (this.#failure === null || age <= this.#options.refreshAfter),
      count: this.#count,
      ageSeconds: ready ? age / 1000 : null,
      failure: this.#failure,
      nextAttemptAt: this.#nextAt === undefined ? null : new Date(this.#nextAt),
    }
  }

  /** A timer does this; but after the machine has slept, the timer is late. */
  tend(): void {
    const due = this.#now() - this.#fetchedAt > this.#options.refreshAfter
    if (due && this.#find !== undefined && this.#failure === null && this.#attempts.size === 0) this.#ask()
  }

  renewed(): Promise<void> | undefined {
    if (this.#closed) return undefined
    // Without any key the next attempt is due soon anyway.
    if (this.#attempts.size === 0 && this.#find !== undefined) {
      if (!this.#spend()) return undefined
      this.#ask()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#nextAt = undefined
    this.#end()
  }

  #ask(): void {
    const attempt = new AbortController()
    this.#attempts.add(attempt)
    this.#askAgainIn(LONGEST_PAUSE)
    const giveUp = () => attempt.abort(new Error(`no answer within ${TIMEOUT} ms`))
    const limit = setTimeout(giveUp, TIMEOUT).unref()
    fetchKeySet(this.#options, attempt.signal)
      .then((set) => this.#attempts.has(attempt) && this.#take(attempt, set))
      .catch((error: Error) => this.#attempts.has(attempt) && this.#fail(attempt, error))
      .finally(() => clearTimeout(limit))
  }

  /** An empty set is valid: the provider has revoked all keys. */
  #take(attempt: AbortController, set: JSONWebKeySet): void {
    this.#find = createLocalJWKSet(set)
    this.#attempts.delete(attempt)
    this.#count = set.keys.length
    this.#fetchedAt = this.#now()
    this.#failure = null
    const text = JSON.stringify(set)
    if (text !== this.#set) this.generation += 1
    this.#set = text
    if (this.#count > 0) this.#pause = FIRST_PAUSE
    this.#askAgainIn(this.#count > 0 ? EARLY * this.#options.refreshAfter : this.#nextPause())
    this.#end()
  }

  #fail(attempt: AbortController, { message }: Error): void {
    const isLast = [...this.#attempts].at(-1) === attempt
    this.#attempts.delete(attempt)
    this.#failure = { message, at: new Date(this.#now()) }
    if (isLast) this.#askAgainIn(this.#nextPause())
    this.#wake()
  }

  /** Ends running attempts: their answers would be older than this one. */
  #end(): void {
    const attempts = [...this.#attempts]
    this.#attempts.clear()
    for (const attempt of attempts) attempt.abort()
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #askAgainIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#nextAt = this.#now() + milliseconds
    this.#timer = setTimeout(() => this.#ask(), milliseconds).unref()
  }

  /** Jitter: instances that lost the provider together do not all return at once. */
  #nextPause(): number {
    const pause = this.#pause
    this.#pause = Math.min(LONGEST_PAUSE, 2 * pause)
    return pause * (0.75 + Math.random() / 4)
  }

  #spend(): boolean {
    const gained = Math.floor((this.#now() - this.#creditAt) / PERIOD)
    if (gained > 0) {
      this.#credit = Math.min(BURST, this.#credit + gained)
      this.#creditAt += gained * PERIOD
    }
    if (this.#credit === 0) return false
    this.#credit -= 1
    return true
  }
}
