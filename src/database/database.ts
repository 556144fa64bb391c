import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseAddress, nameOf } from './address.ts'
import { ATTEMPTS, askAgain, isLate, isRetryable, readFrom } from './attempts.ts'
import { Cancellation } from './cancellation.ts'
import { Cluster, isComplete } from './cluster.ts'
import { errorText } from './error-text.ts'
import {
  DatabaseUnavailable,
  type Fit,
  NotFit,
  openReadPool,
  type ReadPool,
  type Statement,
  type Wait,
} from './read-pool.ts'
import { type NoReport, OVERDUE, type View } from './watch.ts'

export type { DatabaseAddress } from './address.ts'
export { DatabaseUnavailable, type Statement, type Wait } from './read-pool.ts'

/** Runs statements. */
export interface Source {
  read<Row extends object>(statement: Statement, wait?: Wait): Promise<Row[]>
}

/** A listed server, as of its last answer. */
export interface ServerState {
  /** Host and port. */
  readonly name: string
  readonly role: 'primary' | 'standby' | 'unknown'
  readonly up: boolean
  /** Whether it may answer reads. */
  readonly useful: boolean
  /** Lag in milliseconds, at most; infinite when it never had all or does not follow, null when nothing is known. */
  readonly lagMs: number | null
  /** Why it does not answer: its own message, or that of whatever answered instead. */
  readonly error: string | null
}

/** Answers requests: reads only, one statement each, each with a deadline. */
export interface Database extends Source {
  /**
   * The newest data: those of the primary; during a failover, those of a standby that has everything; otherwise none.
   */
  readonly current: Source
  /** Whether `read` may return a standby's data, which may be a moment old. */
  readonly replicated: boolean
  /** How many statements may run at once. */
  readonly concurrency: number
  /** All listed servers, the one of DATABASE_URL first. */
  readonly servers: readonly ServerState[]
  /** Whether exactly one primary answers. */
  readonly led: boolean
  /** False while a server is down or lags, or there is no primary. */
  readonly whole: boolean
  readonly connections: ReadPool['connections']
  close(): Promise<void>
}

interface DatabaseOptions {
  /** Connections to each server. */
  readonly size?: number
  /** Other servers of the same cluster. Each server reports whether it is the primary. */
  readonly replicas?: readonly DatabaseAddress[]
  /** For how many seconds after the primary was last seen a standby may confirm rights. */
  readonly failover?: number
}

/** A server that was silent is not waited for again for this long. */
const UNSURE_HOLDS = 2000

export function openDatabase(
  connection: DatabaseAddress,
  { size = 10, replicas = [], failover = 30 }: DatabaseOptions = {},
): Database {
  const addresses = [connection, ...replicas]
  const pools: readonly ReadPool[] = addresses.map((address) =>
    openReadPool(address, size, (report) => cluster.note(report)),
  )
  const views = () => pools.map(({ watch }) => watch.view)
  const cluster = new Cluster(views, failover)
  const isPrimary: Fit = (report) => cluster.isPrimary(report)
  const isUseful: Fit = (report) => cluster.isUseful(report)

  const primary = () => {
    const up = pools.filter((pool) => pool.up)
    return (
      up.find(({ watch }) => cluster.isPrimary(watch.view)) ?? up.find(({ watch }) => isUnasked(watch.view))
    )
  }

  let turn = 0
  /** Standbys that keep up, the least busy first, in turn; then the primary; overdue servers last. */
  const useful = () => {
    const ready = pools.flatMap((pool) => {
      const { view } = pool.watch
      if (!pool.up || !(view.role === 'unknown' ? isUnasked(view) : isUseful(view))) return []
      const leads = view.role === 'primary'
      const spare = leads ? Number.MAX_SAFE_INTEGER : pool.busy
      return { pool, leads, rank: pool.watch.overdue ? Number.POSITIVE_INFINITY : spare }
    })
    // If the primary took turns too, the standby that is listed after it would have its turn as well.
    const standbys = ready.filter(({ leads }) => !leads)
    turn += 1
    const from = turn % standbys.length
    return [...standbys.slice(from), ...standbys.slice(0, from), ...ready.filter(({ leads }) => leads)]
      .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
      .map(({ pool }) => pool)
  }

  /**
   * The reports of all servers, asked after the request arrived. Servers that are silent, or were a moment ago, are
   * not waited for.
   */
  const ask = (anew: boolean, until: number): Promise<View[]> => {
    const now = performance.now()
    return Promise.all(
      pools.map(({ watch }) => {
        if (watch.overdue) return silence()
        if (isSilent(watch.view) && now - watch.view.at < UNSURE_HOLDS) return watch.view
        const late = sleep(Math.min(OVERDUE, until - now), undefined, { ref: false })
        return Promise.race([watch.ask(anew), late.then(silence)])
      }),
    )
  }

  /** A standby that may stand in for a primary that does not answer. */
  const standIn = async (until: number): Promise<{ pool: ReadPool; fit: Fit } | undefined> => {
    const began = performance.now()
    // A balancer may have led to a standby that lacks something: a new connection may lead to one that does not.
    const from = cluster.standInFrom(await ask(false, until)) ?? cluster.standInFrom(await ask(true, until))
    if (from === undefined) return undefined
    const fit: Fit = (report) =>
      isPrimary(report) || (report.role === 'standby' && report.at >= began && isComplete(report, from))
    const pool = pools.find(({ watch: { view } }) => view.role === 'standby' && isComplete(view, from))
    return pool === undefined ? undefined : { pool, fit }
  }

  /** The primary's answer, or, if the primary becomes overdue first, that of a stand-in. */
  const readLeader = <Row extends object>(
    leader: ReadPool,
    statement: Statement,
    wait: Wait,
  ): Promise<Row[]> => {
    const answer = leader.read<Row>(statement, wait, isPrimary)
    if (!cluster.mayStandIn) return answer
    return new Promise((resolve, reject) => {
      const forget = leader.watch.whenOverdue(async () => {
        const other = await standIn(wait.until)
        other?.pool.read<Row>(statement, wait, other.fit).then(resolve, () => {})
      })
      answer.then(resolve, reject).finally(forget)
    })
  }

  const readCurrent = async <Row extends object>(
    statement: Statement,
    wait: Wait = defaultWait(),
  ): Promise<Row[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const leader = primary()
      const other = leader === undefined || leader.watch.overdue ? await standIn(wait.until) : undefined
      const pool = other?.pool ?? leader
      // Asking may have found a new primary.
      if (pool === undefined && primary() === undefined) throw new DatabaseUnavailable('no primary answers')
      try {
        if (other !== undefined) return await other.pool.read<Row>(statement, wait, other.fit)
        if (leader !== undefined) return await readLeader<Row>(leader, statement, wait)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        if (wait.cancellation.requested || isLate(wait) || attempt === ATTEMPTS) throw error
        const lost = !pool?.up
        if (error instanceof NotFit && pool !== undefined) await askAgain(pool, wait)
        else if (!lost && !isRetryable(error)) throw error
      }
    }
  }

  return {
    read: (statement, wait = defaultWait()) =>
      replicas.length === 0 ? readCurrent(statement, wait) : readFrom(useful, isUseful, statement, wait),
    current: { read: readCurrent },
    replicated: replicas.length > 0,
    concurrency: size * Math.max(1, replicas.length),
    get servers() {
      return pools.map(({ up, watch: { view } }, index) => ({
        name: nameOf(addresses[index] as DatabaseAddress),
        role: view.role,
        up,
        useful: up && (view.role === 'unknown' ? isUnasked(view) : isUseful(view)),
        lagMs: cluster.lagOf(view),
        error: view.role === 'unknown' && view.error !== undefined ? errorText(view.error) : null,
      }))
    },
    get led() {
      return primary() !== undefined
    },
    get whole() {
      return this.led && this.servers.every(({ useful }) => useful)
    },
    get connections() {
      const sum = (of: keyof ReadPool['connections']) =>
        pools.reduce((total, { connections }) => total + connections[of], 0)
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

const isSilent = (view: View): boolean =>
  view.role === 'unknown' && view.why === 'silent' && view.error !== undefined

const silence = (): NoReport => ({ role: 'unknown', at: performance.now(), why: 'silent' })

/** Not asked yet: its first connection will. */
const isUnasked = (view: View): boolean => view.role === 'unknown' && view.error === undefined

/** The wait of the service's own checks, without a caller. */
const defaultWait = (): Wait => ({ until: performance.now() + 3500, cancellation: new Cancellation() })
