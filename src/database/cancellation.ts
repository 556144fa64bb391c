/**
 * Tells whether a request was cancelled: its caller has hung up. An AbortSignal would do; each request has one, and
 * this costs less.
 */
export class Cancellation {
  #listeners: (() => void)[] = []
  #requested = false

  get requested(): boolean {
    return this.#requested
  }

  /** The caller has hung up: tells every listener, once. */
  cancel(): void {
    this.#requested = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  /** Calls the listener on cancellation; the result stops that. */
  listen(listener: () => void): () => void {
    this.#listeners.push(listener)
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener)
    }
  }
}
