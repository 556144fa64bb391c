interface Kept {
  readonly etag: string
  readonly body: unknown
}

/** The most recently used answers, by address, with their tags. */
export class KeptAnswers {
  readonly #answers = new Map<string, Kept>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(url: string): Kept | undefined {
    const kept = this.#answers.get(url)
    if (kept !== undefined) this.set(url, kept)
    return kept
  }

  clear(): void {
    this.#answers.clear()
  }

  set(url: string, kept: Kept): void {
    this.#answers.delete(url)
    this.#answers.set(url, kept)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#most) break
      this.#answers.delete(oldest)
    }
  }
}
