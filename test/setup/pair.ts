import pg from 'pg'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { type Level, type Levels, prepare, type Race, type Step } from './races.ts'

/** Two connections whose transactions are interleaved by hand, and one that looks on. */
export interface Pair {
  readonly first: pg.Client
  readonly second: pg.Client
  readonly observer: pg.Client
  /** Until a statement of the second has ended or waits for another transaction: true when it waits. */
  waits(statement: Promise<unknown>): Promise<boolean>
  close(): Promise<unknown>
}

export async function openPair(connection: DatabaseAddress): Promise<Pair> {
  // Whoever waits for what will not come is told so, instead of holding up all the others; every change looks whether
  // to fold.
  const options = '-c search_path=antenne_prive,antenne,public -c lock_timeout=10s -c antenne.un_sur=1'
  const open = async () => {
    const client = new pg.Client({ ...connection, options })
    await client.connect()
    return client
  }
  const [first, second, observer] = await Promise.all([open(), open(), open()])
  const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    first,
    second,
    observer,
    waits: waitsOf(observer, rows[0]?.pid),
    close: () => Promise.all([first, second, observer].map((client) => client.end())),
  }
}

const waitsOf =
  (observer: pg.Client, pid: number | undefined): Pair['waits'] =>
  async (statement) => {
    let settled = false
    const settle = () => {
      settled = true
    }
    statement.then(settle, settle)
    for (;;) {
      const { rows } = await observer.query<{ blocked: boolean }>(
        'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
        [pid],
      )
      if (settled) return false
      if (rows[0]?.blocked) return true
    }
  }

/**
 * Runs a race: both transactions are open at once, the first has changed its rows when the other starts, and ends first
 * unless it has to wait for the other. Returns how those that failed did so (SQLSTATE).
 */
export async function run(
  { first, second, observer, waits }: Pair,
  { one, other, afterwards }: Omit<Race, 'what'>,
  levels: Levels,
): Promise<string[]> {
  const ground = await prepare(observer)
  const failures = new Map<pg.Client, string>()
  const act = async (client: pg.Client, [text, ...rows]: Step) => {
    if (failures.has(client)) return
    await client
      .query(
        text,
        rows.map((row) => ground[row]),
      )
      .catch(({ code, message }: pg.DatabaseError) => failures.set(client, code ?? message))
  }
  await begin(first, levels[0])
  await begin(second, levels[1])
  await act(first, one)
  const pending = act(second, other)
  const waiting = await waits(pending)
  const last = afterwards === undefined ? undefined : act(first, afterwards)
  if (last !== undefined && !waiting) await second.query('commit')
  await last
  await first.query('commit')
  await pending
  await second.query('commit')
  return [...failures.values()]
}

/** Begins a transaction and, if it keeps one, takes its snapshot. */
async function begin(client: pg.Client, level: Level): Promise<void> {
  await client.query(`begin isolation level ${level}`)
  await client.query('select from client limit 1')
}
