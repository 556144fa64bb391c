import type { Wait } from '../database/database.ts'
import type { Writers } from '../database/writers.ts'

/** Unknown keys are looked for so often in a second at most: callers can invent them. */
const LOOKS_PER_SECOND = 10

/** The keys that sign links, as the database has them: a signature is checked before anything is looked up. */
export class LinkSecrets {
  readonly #writers: Writers
  #secrets = new Map<number, Buffer>()
  #looks = { second: 0, count: 0 }

  constructor(writers: Writers) {
    this.#writers = writers
  }

  async secretOf(cle: number, wait: Wait): Promise<Buffer | undefined> {
    if (!this.#secrets.has(cle) && this.#mayLook()) this.#secrets = await this.#read(wait)
    return this.#secrets.get(cle)
  }

  #mayLook(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (this.#looks.second !== second) this.#looks = { second, count: 0 }
    this.#looks.count += 1
    return this.#looks.count <= LOOKS_PER_SECOND
  }

  async #read(wait: Wait): Promise<Map<number, Buffer>> {
    const rows = await this.#writers.run(
      (connection) => ({
        work: async () =>
          (await connection.query<{ id: number; secret: Buffer }>('select id, secret from cle_lien_secret'))
            .rows,
      }),
      wait,
    )
    return new Map(rows.map(({ id, secret }) => [id, secret]))
  }
}
