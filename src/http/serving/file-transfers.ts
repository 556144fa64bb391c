import type { Writers } from '../../database/writers.ts'

/** How files are stored and read: a few pieces at once, so that nobody waits for a connection because of them. */
export interface FileTransfers {
  readonly writers: Writers
  readonly stores: Semaphore
  readonly reads: Semaphore
}

/** Lets this many work at once; the others wait for their turn. */
export class Semaphore {
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
