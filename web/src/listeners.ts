/** Who is told when something outside of React changes. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** The result ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => {
      this.#all.delete(listener)
    }
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
