import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, nameOf } from './address.ts'
import { ATTEMPTS, isLate, isPassing, readFrom } from './attempts.ts'
import { Cluster, isComplete } from './cluster.ts'
import { errorText } from './error-text.ts'
import {
  DatabaseUnavailable,
  type Fit,
  NotFit,
  openReader,
  type Reader,
  type Statement,
  type Wait,
} from './reader.ts'
import { type NoStanding, OVERDUE, type View } from './watch.ts'

export type { Connection } from './address.ts'
export { DatabaseUnavailable, type Statement, type Wait } from './reader.ts'

/** What a statement is read from. */
export interface Source {
  read<Row extends object>(statement: Statement, wait?: Wait): Promise<Row[]>
}

/** A listed server, as it was when it was last asked. */
export interface ServerState {
  /** Host and port. */
  readonly name: string
  readonly role: 'primary' | 'standby' | 'unknown'
  readonly up: boolean
  /** Milliseconds behind the primary; null when nobody can tell. */
  readonly lagMs: number | null
  /** Of a primary. */
  readonly timeline: number | null
  /** Whether a standby was told not to replay what it receives. */
  readonly paused: boolean
  /** What it says, or what is said in its place, when it does not answer. */
  readonly error: string | null
}

/** What answers requests: reads only, each one statement, each with a deadline. */
export interface Database extends Source {
  /** The newest data there are: the primary's; while it fails over, those of a standby that has them all; or nobody's. */
  readonly current: Source
  /** Whether `read` may give what a standby has, a moment behind. */
  readonly replicated: boolean
  /** How many statements may run at once. */
  readonly places: number
  /** All listed servers, the one of DATABASE_URL first. */
  readonly servers: readonly ServerState[]
  /** Whether a primary answers, and only one. */
  readonly led: boolean
  /** False while a server is down, behind, or none is the primary. */
  readonly whole: boolean
  readonly connections: Reader['connections']
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections to each server. */
  readonly size?: number
  /** Other servers of the same cluster. Which of all is the primary, they say themselves. */
  readonly replicas?: readonly Connection[]
  /** Seconds after the primary was last seen in which a standby may confirm rights. */
  readonly failover?: number
}

/** What a silent server leaves open stays open for so long: nobody waits for it again. */
const UNSURE_HOLDS = 2000

export function openDatabase(
  connection: Connection,
  { size = 10, replicas = [], failover = 30 }: DatabaseOptions = {},
): Database {
  const addresses = [connection, ...replicas]
  const readers: readonly Reader[] = addresses.map((address) =>
    openReader(address, size, (standing) => cluster.note(standing)),
  )
  const views = () => readers.map(({ watch }) => watch.view)
  const cluster = new Cluster(views, failover)
  const isPrimary: Fit = (standing) => cluster.isPrimary(standing)
  const isUseful: Fit = (standing) => cluster.isUseful(standing)

  const primary = () => {
    const up = readers.filter((reader) => reader.up)
    return (
      up.find(({ watch }) => cluster.isPrimary(watch.view)) ?? up.find(({ watch }) => isUnasked(watch.view))
    )
  }

  let turn = 0
  /** Standbys that keep up, the least busy first and in turn; the primary stands in. */
  const useful = () => {
    turn = (turn + 1) % readers.length
    return [...readers.slice(turn), ...readers.slice(0, turn)]
      .flatMap((reader) => {
        const { view } = reader.watch
        if (!reader.up || !(view.role === 'unknown' ? isUnasked(view) : isUseful(view))) return []
        const spare = view.role === 'primary' ? Number.MAX_SAFE_INTEGER : reader.busy
        return { reader, rank: reader.watch.overdue ? Number.POSITIVE_INFINITY : spare }
      })
      .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
      .map(({ reader }) => reader)
  }

  /** What all servers are now, established after the request came; who is silent, or was a moment ago, is not waited for. */
  const ask = (anew: boolean, until: number): Promise<View[]> => {
    const now = performance.now()
    return Promise.all(
      readers.map(({ watch }) => {
        if (watch.overdue) return silence()
        if (isSilent(watch.view) && now - watch.view.at < UNSURE_HOLDS) return watch.view
        const late = sleep(Math.min(OVERDUE, until - now), undefined, { ref: false })
        return Promise.race([watch.ask(anew), late.then(silence)])
      }),
    )
  }

  /** Whoever may stand in for a primary that does not answer. */
  const standIn = async (until: number): Promise<{ reader: Reader; fit: Fit } | undefined> => {
    const began = performance.now()
    // A balancer may have led to the standby that lacks something: another connection may lead to the one that does not.
    const from = cluster.standInFrom(await ask(false, until)) ?? cluster.standInFrom(await ask(true, until))
    if (from === undefined) return undefined
    const fit: Fit = (standing) =>
      isPrimary(standing) ||
      (standing.role === 'standby' && standing.at >= began && isComplete(standing, from))
    const reader = readers.find(({ watch: { view } }) => view.role === 'standby' && isComplete(view, from))
    return reader === undefined ? undefined : { reader, fit }
  }

  /** The primary's answer, or, if it is overdue before it comes, that of whoever may stand in. */
  const readLeader = <Row extends object>(
    leader: Reader,
    statement: Statement,
    wait: Wait,
  ): Promise<Row[]> => {
    const answer = leader.read<Row>(statement, wait, isPrimary)
    if (!cluster.mayStandIn) return answer
    return new Promise((resolve, reject) => {
      const forget = leader.watch.whenOverdue(async () => {
        const other = await standIn(wait.until)
        other?.reader.read<Row>(statement, wait, other.fit).then(resolve, () => {})
      })
      answer.then(resolve, reject).finally(forget)
    })
  }

  const readCurrent = async <Row extends object>(
    statement: Statement,
    wait: Wait = patience(),
  ): Promise<Row[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const leader = primary()
      const other = leader === undefined || leader.watch.overdue ? await standIn(wait.until) : undefined
      const reader = other?.reader ?? leader
      // The question may have found a new primary.
      if (reader === undefined && primary() === undefined) throw new DatabaseUnavailable('no primary answers')
      try {
        if (other !== undefined) return await other.reader.read<Row>(statement, wait, other.fit)
        if (leader !== undefined) return await readLeader<Row>(leader, statement, wait)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        if (wait.left.aborted || isLate(wait) || attempt === ATTEMPTS) throw error
        const lost = !reader?.up
        if (error instanceof NotFit) await reader?.watch.ask()
        else if (!lost && !isPassing(error)) throw error
      }
    }
  }

  return {
    read: (statement, wait = patience()) =>
      replicas.length === 0 ? readCurrent(statement, wait) : readFrom(useful, isUseful, statement, wait),
    current: { read: readCurrent },
    replicated: replicas.length > 0,
    places: size * Math.max(1, replicas.length),
    get servers() {
      return readers.map(({ up, watch: { view } }, index) => ({
        name: nameOf(addresses[index] as Connection),
        role: view.role,
        up,
        lagMs: cluster.lagOf(view),
        timeline: view.role === 'primary' ? view.timeline : null,
        paused: view.role === 'standby' && view.paused,
        error: view.role === 'unknown' && view.error !== undefined ? errorText(view.error) : null,
      }))
    },
    get led() {
      return primary() !== undefined
    },
    get whole() {
      const well = ({ up, watch: { view } }: Reader) =>
        up && (view.role === 'unknown' ? isUnasked(view) : isUseful(view))
      return this.led && readers.every(well)
    },
    get connections() {
      const sum = (of: keyof Reader['connections']) =>
        readers.reduce((total, { connections }) => total + connections[of], 0)
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') }
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()))
    },
  }
}

const isSilent = (view: View): boolean =>
  view.role === 'unknown' && view.why === 'silent' && view.error !== undefined

const silence = (): NoStanding => ({ role: 'unknown', at: performance.now(), why: 'silent' })

/** Not asked yet: its first connection will tell. */
const isUnasked = (view: View): boolean => view.role === 'unknown' && view.error === undefined

/** Somebody who asks for nobody: a check, a start. */
const patience = (): Wait => ({ until: performance.now() + 3500, left: new AbortController().signal })
