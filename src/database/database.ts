import pg from 'pg'
import { Lag } from './lag.ts'
import {
  type Connection,
  DatabaseUnavailable,
  openReader,
  type Reader,
  type Statement,
  type Wait,
} from './reader.ts'

export { type Connection, DatabaseUnavailable, type Statement, type Wait } from './reader.ts'

/** What a statement is read from. */
export interface Source {
  read<Row extends object>(statement: Statement, wait?: Wait): Promise<Row[]>
}

/** What answers requests: reads only, each one statement, each with a deadline. */
export interface Database extends Source {
  /** The newest data there are: the primary's, while it answers. */
  readonly current: Source
  /** Whether `read` may give what a replica has, a moment behind. */
  readonly replicated: boolean
  /** How many statements may run at once. */
  readonly places: number
  /** False while a server is down that the others stand in for. */
  readonly whole: boolean
  readonly connections: Reader['connections']
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections to each server. */
  readonly size?: number
  /** Streaming replicas, which share the reads; the primary stands in when none answers. */
  readonly replicas?: readonly Connection[]
}

/** Servers that nobody asks are looked after this often. */
const LOOK_EVERY = 1000
/** A statement is tried on so many servers and connections before it is given up: each may have an old plan of it. */
const ATTEMPTS = 15

export function openDatabase(
  connection: Connection,
  { size = 10, replicas = [] }: DatabaseOptions = {},
): Database {
  const primary = openReader(connection, size)
  const copies = replicas.map((replica) => openReader(replica, size))
  const all = [primary, ...copies]
  const lag = new Lag()
  const look =
    copies.length > 0 ? setInterval(() => lag.look(primary, copies), LOOK_EVERY).unref() : undefined

  const turn = inTurn(copies)
  const useful = () => turn().filter((copy) => copy.up && !lag.behind(copy))
  return {
    // A replica that lags is better than nothing.
    read: (statement, wait) => readFrom([...useful(), primary, ...copies], statement, wait),
    current: { read: (statement, wait) => readFrom([primary, ...turn()], statement, wait) },
    replicated: copies.length > 0,
    places: size * Math.max(1, copies.length),
    get whole() {
      return all.every((reader) => reader.up && !lag.behind(reader))
    },
    get connections() {
      const sum = (of: keyof Reader['connections']) =>
        all.reduce((total, { connections }) => total + connections[of], 0)
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') }
    },
    async close() {
      clearInterval(look)
      await Promise.all(all.map((reader) => reader.close()))
    },
  }
}

/** The readers, each time starting with the next one. */
function inTurn(readers: readonly Reader[]): () => readonly Reader[] {
  let turn = 0
  return () => {
    if (readers.length < 2) return readers
    turn = (turn + 1) % readers.length
    return [...readers.slice(turn), ...readers.slice(0, turn)]
  }
}

/** Somebody who asks for nobody: a check, a start. */
const patience = (): Wait => ({ until: performance.now() + 3500, left: new AbortController().signal })

/** Asks the first that is up; what fails for reasons of its own is tried again there, or at the next. */
async function readFrom<Row extends object>(
  readers: readonly Reader[],
  statement: Statement,
  wait: Wait = patience(),
): Promise<Row[]> {
  const failed = new Set<Reader>()
  for (let attempt = 1; ; attempt += 1) {
    const reader = nextOf(readers, failed)
    try {
      return await reader.read<Row>(statement, wait)
    } catch (error) {
      const another = readers.length > 1 && error instanceof DatabaseUnavailable
      if (!(isPassing(error) || another) || wait.left.aborted || isLate(wait)) throw error
      // Nowhere else to go, and this one is known to be down.
      if (attempt === ATTEMPTS || (!reader.up && !readers.some(({ up }) => up))) throw error
      failed.add(reader)
    }
  }
}

const isLate = ({ until }: Wait): boolean => performance.now() >= until

/** The first that is up, rather none that has just failed; the last is the one to ask when all have. */
const nextOf = (readers: readonly Reader[], failed: ReadonlySet<Reader>): Reader => {
  const up = readers.filter((reader) => reader.up)
  const found = up.find((reader) => !failed.has(reader)) ?? up.at(-1) ?? readers[0]
  if (found === undefined) throw new Error('no server')
  return found
}

/**
 * Worth another try on another connection: this one was lost, a migration has changed a table under a prepared
 * statement (0A000), a replica had to give way
 * (40001), or a migration and this statement stood in one another's way (40P01).
 */
const isPassing = (error: unknown): boolean => {
  if (!(error instanceof DatabaseUnavailable)) return false
  const { cause } = error
  if (cause instanceof pg.DatabaseError) return /^(0A000|40001|40P01|57P0[12]|08)/.test(cause.code ?? '')
  return cause instanceof Error && /^Connection terminated|ECONNRESET|EPIPE/.test(cause.message)
}
