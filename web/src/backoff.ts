/** How long to wait before each further attempt, in milliseconds: twice as long each time, up to the longest. */
export class Backoff {
  readonly #first: number
  readonly #longest: number
  #next: number

  constructor(first: number, longest: number) {
    this.#first = first
    this.#longest = longest
    this.#next = first
  }

  next(): number {
    const now = this.#next
    this.#next = Math.min(2 * now, this.#longest)
    return now
  }

  /** An attempt succeeded. */
  reset(): void {
    this.#next = this.#first
  }
}
