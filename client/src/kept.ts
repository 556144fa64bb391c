interface Kept {
  readonly etag: string
  readonly body: unknown
  /** Length of its text. */
  readonly length: number
}

/** The most recently used answers, by address, with their tags: as many as fit. */
export class KeptAnswers {
  readonly #answers = new Map<string, Kept>()
  readonly #most: number
  #length = 0

  /** `most`: characters in all. */
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
    this.#length = 0
  }

  set(url: string, kept: Kept): void {
    this.#remove(url)
    if (kept.length > this.#most) return
    this.#answers.set(url, kept)
    this.#length += kept.length
    for (const oldest of this.#answers.keys()) {
      if (this.#length <= this.#most) break
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#length -= this.#answers.get(url)?.length ?? 0
    this.#answers.delete(url)
  }
}
