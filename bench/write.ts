import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { transaction, withWriter } from '../src/database/writer.ts'
import { changesAmong, type Subjects, type Undo } from './changes.ts'
import { countOf, type List, total } from './count.ts'
import { tidy } from './tidy.ts'

/** What the process is told when it is started. */
export interface WriteTask {
  readonly address: string
  readonly subjects: Subjects
  /** The lists whose totals are followed. */
  readonly lists: readonly List[]
}

/** A transaction that was committed: no reader saw it before `begun`, every reader sees it after `done`. */
export interface Written {
  readonly begun: number
  readonly done: number
  /** By how much the total of each list changed. */
  readonly changes: readonly number[]
}

const EVERY = 100

/** Writes ten times a second while it is asked to, each time in a transaction of its own, and can undo all of it. */
class Writer {
  readonly #database: pg.Client
  readonly #lists: readonly List[]
  readonly #changes: ReturnType<typeof changesAmong>
  #undos: Undo[] = []
  #written: Written[] = []
  #writing: Promise<void> | undefined
  #stopped = true

  constructor(database: pg.Client, { subjects, lists }: WriteTask) {
    this.#database = database
    this.#lists = lists
    this.#changes = changesAmong(database, subjects)
  }

  async start(): Promise<void> {
    this.#stopped = false
    this.#written = []
    this.#writing = this.#write()
  }

  async stop(): Promise<readonly Written[]> {
    this.#stopped = true
    await this.#writing
    return this.#written
  }

  async undo(): Promise<void> {
    await transaction(this.#database, async () => {
      for (const undo of this.#undos.reverse()) await undo()
    })
    this.#undos = []
  }

  async tidy(): Promise<void> {
    await tidy(this.#database)
  }

  async #write(): Promise<void> {
    for (let next = Date.now() + EVERY; !this.#stopped; next += EVERY) {
      await this.#writeOnce()
      await sleep(Math.max(0, next - Date.now()))
    }
  }

  async #writeOnce(): Promise<void> {
    const { client, make } = (await this.#changes.next()).value
    const [changes, begun] = await transaction(this.#database, async () => {
      const before = await this.#countsOf(client)
      this.#undos.push(await make())
      const after = await this.#countsOf(client)
      return [after.map((count, list) => count - (before[list] ?? 0)), Date.now()] as const
    })
    this.#written.push({ begun, done: Date.now(), changes })
  }

  /** How often each list holds that client. */
  async #countsOf(client: string): Promise<number[]> {
    const counts: number[] = []
    for (const list of this.#lists) {
      const count = countOf(list, client)
      counts.push(count === undefined ? 0 : await total(this.#database, count))
    }
    return counts
  }
}

/** What the process is asked; it answers with what the method gives. */
export type WriteRequest = 'start' | 'stop' | 'undo' | 'tidy'

const task = JSON.parse(process.argv[2] ?? '') as WriteTask
await withWriter({ connectionString: task.address }, async (database) => {
  const writer = new Writer(database, task)
  process.on('message', async (request: WriteRequest) => process.send?.((await writer[request]()) ?? request))
  // Ctrl-C is for the parent: what was changed is undone however that ends.
  process.on('SIGINT', () => {})
  process.send?.('ready')
  await new Promise((resolve) => process.once('disconnect', resolve))
  await writer.stop()
  await writer.undo()
})
