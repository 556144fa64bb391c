const FIRST_WAIT = 1000
const LONGEST_WAIT = 60_000

/** Contents without a verdict, and when each is tried again: after 1 s, then after twice as long, up to 60 s. */
export class Backoff {
  readonly #tried = new Map<string, { readonly wait: number; readonly at: number; readonly reason: string }>()

  get tried(): string[] {
    return [...this.#tried.keys()]
  }

  /** Why the last one got none; null when there is none. */
  get reason(): string | null {
    return [...this.#tried.values()].at(-1)?.reason ?? null
  }

  due(now: number): string[] {
    return [...this.#tried].flatMap(([contenu, { at }]) => (at <= now ? contenu : []))
  }

  failed(contenu: string, reason: string, now: number): void {
    const wait = Math.min(2 * (this.#tried.get(contenu)?.wait ?? FIRST_WAIT / 2), LONGEST_WAIT)
    this.#tried.delete(contenu)
    this.#tried.set(contenu, { wait, at: now + wait, reason })
  }

  over(contenus: readonly string[]): void {
    for (const contenu of contenus) this.#tried.delete(contenu)
  }
}
