/**
 * Tells whether the caller of a request has hung up. An AbortSignal would do; each request has one, and this costs
 * less.
 */
export class HangUp {
  #listeners: (() => void)[] = []
  #happened = false

  get happened(): boolean {
    return this.#happened
  }

  /** The caller has hung up: tells every listener, once. */
  tell(): void {
    this.#happened = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  /** Calls the listener when they hang up; the result stops that. */
  listen(listener: () => void): () => void {
    this.#listeners.push(listener)
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener)
    }
  }
}
