import type { Writers } from '../../database/writers.ts'

/** How files are stored: on connections of their own, a few at once. */
export interface Storing {
  readonly writers: Writers
  readonly turns: Turns
}

/** Lets so many work at once; the others wait in their order. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
