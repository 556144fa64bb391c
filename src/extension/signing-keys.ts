import { Cancellation } from '../database/cancellation.ts'
import type { Writers } from '../database/writers.ts'

/** For strangers, unknown keys are looked for so often in a second at most: they can invent them. */
const LOOKS_PER_SECOND = 10
/** In milliseconds. */
const LONGEST_LOOK = 2000

/**
 * The keys that sign links and seal tokens of changes, as the database has them: a signature is checked before anything
 * is looked up.
 */
export class SigningKeys {
  readonly #writers: Writers
  #secrets = new Map<number, Buffer>()
  /** The look under way: all who need one share it. */
  #look: Promise<void> | undefined
  #looks = { second: 0, count: 0 }
  /** Why the last look failed; null when it did not. */
  failure: Error | null = null

  constructor(writers: Writers) {
    this.#writers = writers
  }

  known(cle: number): Buffer | undefined {
    return this.#secrets.get(cle)
  }

  /** The secret of a key, looked for if it is unknown. Only for callers who have been recognised. */
  async secretOf(cle: number): Promise<Buffer | undefined> {
    // The look under way may have begun before the key was made.
    for (let look = 0; look < 2 && !this.#secrets.has(cle); look += 1) await this.#shared()
    if (!this.#secrets.has(cle) && this.failure !== null) throw this.failure
    return this.#secrets.get(cle)
  }

  /** Looks for new keys, for whoever asks; undefined when there were too many looks. Never rejects. */
  renewed(): Promise<void> | undefined {
    return this.#look ?? (this.#mayLook() ? this.#shared() : undefined)
  }

  #mayLook(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (this.#looks.second !== second) this.#looks = { second, count: 0 }
    this.#looks.count += 1
    return this.#looks.count <= LOOKS_PER_SECOND
  }

  #shared(): Promise<void> {
    this.#look ??= this.#read().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  async #read(): Promise<void> {
    try {
      const rows = await this.#writers.run(
        (connection) => ({
          work: async () =>
            (await connection.query<{ id: number; secret: Buffer }>('select id, secret from cle_lien_secret'))
              .rows,
        }),
        { until: performance.now() + LONGEST_LOOK, cancellation: new Cancellation() },
      )
      this.#secrets = new Map(rows.map(({ id, secret }) => [id, secret]))
      this.failure = null
    } catch (error) {
      this.failure = error as Error
    }
  }
}
