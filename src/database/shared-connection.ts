import type pg from 'pg'

/** At most this many statements share a connection: each waits for those before it. */
const MAX_STATEMENTS = 4
/** How long a statement waits behind another, in milliseconds, before it is tried elsewhere. */
const LONGEST_WAIT = 250

/** It waited behind a statement that takes long. Elsewhere it may be answered at once. */
export class HeldUp extends Error {
  override readonly message = 'another statement took long'
}

/** The share of one statement in a connection. */
interface Share {
  /** Tells whoever waits for the answer that none will come from here. */
  fail: (reason: Error) => void
}

type Query = pg.QueryConfig & { readonly query_timeout: number }

/**
 * A connection of a pool, taken for one statement or for a few that are asked for in the same moment: these are sent in
 * one write, and answered in their order. It returns to the pool when all have been answered. It is closed as soon as
 * nobody waits for those that have not, which ends them (decision 0024).
 */
export class SharedConnection {
  readonly taken: Promise<pg.PoolClient>
  #client: pg.PoolClient | undefined
  /** Those who wait. */
  readonly #shares: Share[] = []
  /** Those whose statement was sent and is not answered yet, in this order; some may have stopped waiting. */
  readonly #sent: Share[] = []
  #late: NodeJS.Timeout | undefined

  constructor(connecting: Promise<pg.PoolClient>) {
    this.taken = connecting.then((client) => {
      this.#client = client
      if (this.#shares.length > 1) this.#writeOnce(client)
      return client
    })
  }

  /** Whether there is room for one more. */
  get hasRoom(): boolean {
    return this.#shares.length < MAX_STATEMENTS
  }

  join(): Share {
    const share = { fail: () => {} }
    this.#shares.push(share)
    return share
  }

  ask<Row extends object>(share: Share, query: Query): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#client === undefined || !this.#shares.includes(share)) return reject(new HeldUp())
      share.fail = reject
      this.#sent.push(share)
      this.#client.query<Row>(query, (error: Error | null, result) => {
        this.#sent.splice(this.#sent.indexOf(share), 1)
        if (error) reject(error)
        else resolve(result.rows)
      })
    })
  }

  /** The statement of this share is answered, or has failed. */
  leave(share: Share, broken: boolean): void {
    if (!this.#remove(share)) return
    if (broken || this.#shares.length === 0) this.#end(broken || this.#sent.length > 0)
  }

  /** Nobody waits for the answer any more. Others who share the connection still get theirs. */
  abandon(share: Share): void {
    if (!this.#remove(share)) return
    share.fail(new Error('nobody waits for the answer any more'))
    if (this.#shares.length === 0) this.#end(true)
  }

  #remove(share: Share): boolean {
    const place = this.#shares.indexOf(share)
    if (place >= 0) this.#shares.splice(place, 1)
    return place >= 0
  }

  /** Writing costs the process more than anything else that it does for a statement. */
  #writeOnce({ connection: { stream } }: pg.PoolClient): void {
    stream.cork()
    process.nextTick(() => stream.uncork())
    this.#late = setTimeout(() => this.#letGo(), LONGEST_WAIT)
  }

  /** Only the statement that holds up the others goes on here. */
  #letGo(): void {
    const [first] = this.#sent
    for (const share of this.#shares.filter((one) => one !== first)) {
      this.#remove(share)
      share.fail(new HeldUp())
    }
    if (this.#shares.length === 0) this.#end(true)
  }

  #end(broken: boolean): void {
    clearTimeout(this.#late)
    const client = this.#client
    this.#client = undefined
    if (client === undefined) return
    // The driver would wait for the answers before it says goodbye.
    if (broken) client.connection.stream.destroy()
    client.release(broken)
  }
}

/** Lets statements of the same moment share a connection. */
export function gathering(connect: () => Promise<pg.PoolClient>): () => SharedConnection {
  let gathered: SharedConnection | undefined
  return () => {
    if (gathered?.hasRoom) return gathered
    const next = new SharedConnection(
      new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        if (gathered === next) gathered = undefined
        return connect()
      }),
    )
    gathered = next
    return next
  }
}
