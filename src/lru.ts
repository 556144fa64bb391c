/** A bounded map: when it is full, a new entry replaces the least recently used one. */
export class Lru<Key, Value extends NonNullable<unknown>> {
  readonly #entries = new Map<Key, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#renew(key, value)
    return value
  }

  /** Returns the value that was evicted, if any. */
  set(key: Key, value: Value): Value | undefined {
    this.#renew(key, value)
    if (this.#entries.size <= this.#most) return undefined
    const [oldest, left] = this.#entries.entries().next().value as [Key, Value]
    this.#entries.delete(oldest)
    return left
  }

  /** A `Map` keeps insertion order, so the most recently used key is last. */
  #renew(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
