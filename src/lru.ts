/** A map of at most so many entries: what was used least recently makes room for what is new. */
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

  /** Gives back the value that had to make room, if one had to. */
  set(key: Key, value: Value): Value | undefined {
    this.#renew(key, value)
    if (this.#entries.size <= this.#most) return undefined
    const [oldest, left] = this.#entries.entries().next().value as [Key, Value]
    this.#entries.delete(oldest)
    return left
  }

  /** A map keeps its keys in the order in which they came: the last one used comes last. */
  #renew(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
