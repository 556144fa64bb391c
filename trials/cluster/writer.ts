import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { History } from '../../harness/history/history.ts'

export interface Writing {
  readonly history: History
  /** The address of the primary. */
  readonly rw: string
  readonly stopped: AbortSignal
}

/** A connection to the primary that is made anew when it breaks. */
export class Writer {
  readonly #rw: string
  #client: pg.Client | undefined

  constructor(rw: string) {
    this.#rw = rw
  }

  /** Whether the statement was acknowledged. */
  async write(text: string, values: unknown[]): Promise<boolean> {
    try {
      this.#client ??= await connect(this.#rw)
      await this.#client.query(text, values)
      return true
    } catch {
      this.#client?.connection.stream.destroy()
      this.#client = undefined
      return false
    }
  }

  close(): void {
    this.#client?.connection.stream.destroy()
  }
}

/**
 * As a person does who feeds the database by hand: with a deadline, and patience for a commit that waits for a standby.
 */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2000,
    query_timeout: 8000,
    options: '-c search_path=antenne_prive,antenne,public',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Counts the versions of a client up, all the time. */
export async function change(id: string, { history, rw, stopped }: Writing): Promise<void> {
  const writer = new Writer(rw)
  for (let version = 1; !stopped.aborted; version += 1) {
    const sent = history.now()
    const acknowledged = await writer.write('update client set adresse_facturation = $2 where id = $1', [
      id,
      `v${version}`,
    ])
    history.add({ kind: 'change', client: id, version, sent, received: history.now(), acknowledged })
    await sleep(500)
  }
  writer.close()
}
