import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ServerReport, serverReport } from './server-report.ts'

/** The role is unknown. `refused`: nothing listens there, which is an answer too; `silent`: nothing is known. */
export interface NoReport {
  readonly role: 'unknown'
  readonly at: number
  readonly why: 'refused' | 'silent'
  readonly error?: unknown
}

/** What is known of a server. */
export type View = ServerReport | NoReport

/** Monitors a server: asks for its role every second, and more often while it does not answer. */
export interface Watch {
  readonly view: View
  readonly down: boolean
  /** Whether it has owed an answer for a second. It may be busy; callers prefer another server. */
  readonly overdue: boolean
  /** Calls back once the server is overdue. The function returned cancels that. */
  whenOverdue(then: () => void): () => void
  /** Treats the server as down until it answers, and asks it at once. */
  suspect(): void
  /**
   * Asks for the role of the server behind the address: on a new connection, unless the open one leads to a standby;
   * always on a new one with `anew`. Calls made before the question is sent share its answer.
   */
  ask(anew?: boolean): Promise<View>
  stop(): void
}

const EVERY = 1000
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500
/** Time for a server to accept a connection, and to answer. Longer where no caller waits: a busy server is not down. */
const ANSWER = 1000
const ANSWER_AT_LEISURE = 2500
/** A server that has been silent for this long is overdue. */
export const OVERDUE = 1000
/** Requests ask a server no more often than this. */
const SPACE = 20

export function watch(config: pg.ClientConfig, note: (report: ServerReport) => void): Watch {
  const stopped = new AbortController()
  let woken = new AbortController()
  let kept: pg.Client | undefined
  let view: View = { role: 'unknown', at: performance.now(), why: 'silent' }
  let down = false
  let running: Promise<View> | undefined
  let next: Promise<View> | undefined
  let overdue = false
  const waiting = new Set<() => void>()

  const becomeOverdue = (): void => {
    overdue = true
    for (const then of waiting) then()
    waiting.clear()
  }

  const connect = async (limit: number): Promise<pg.Client> => {
    const opened = new pg.Client({
      ...config,
      application_name: 'antenne (monitor)',
      connectionTimeoutMillis: limit,
    })
    opened.on('error', () => {})
    opened.on('end', () => {
      if (kept === opened) kept = undefined
    })
    try {
      await opened.connect()
    } catch (error) {
      drop(opened)
      throw error
    }
    if (kept !== undefined) drop(kept)
    kept = opened
    return opened
  }

  const look = async (anew: boolean, limit: number): Promise<View> => {
    if (kept !== undefined && !anew) {
      const onKept = await serverReport(kept, limit).catch(() => undefined)
      if (onKept !== undefined) return onKept
      if (kept !== undefined) drop(kept)
      kept = undefined
    }
    try {
      return await serverReport(await connect(limit), limit)
    } catch (error) {
      // While a connection is open the server runs; it only accepts no other one.
      const why = kept === undefined && isRefusal(error) ? 'refused' : 'silent'
      return { role: 'unknown', at: performance.now(), why, error }
    }
  }

  const begin = (anew: boolean, limit: number): Promise<View> => {
    const late = setTimeout(becomeOverdue, OVERDUE).unref()
    const asked = look(anew, limit).then((seen) => {
      clearTimeout(late)
      overdue = false
      running = undefined
      if (stopped.signal.aborted && kept !== undefined) drop(kept)
      // A server without room for another connection keeps those it has.
      if (seen.role === 'unknown' && codeOf(seen.error) === '53300' && !down) return seen
      view = seen
      down = seen.role === 'unknown'
      if (seen.role !== 'unknown') note(seen)
      return seen
    })
    running = asked
    return asked
  }

  const keepAsking = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !stopped.signal.aborted; ) {
      await (running ?? begin(false, ANSWER_AT_LEISURE))
      pause = down ? Math.min(2 * pause, LONGEST_PAUSE) : FIRST_PAUSE
      // Jitter: instances that lost the same server do not all return at once.
      const rest = (down ? pause : EVERY) * (0.5 + Math.random() / 2)
      woken = new AbortController()
      const signal = AbortSignal.any([stopped.signal, woken.signal])
      await sleep(rest, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  void keepAsking()

  return {
    get view() {
      return view
    },
    get down() {
      return down
    },
    get overdue() {
      return overdue
    },
    whenOverdue(then) {
      waiting.add(then)
      return () => waiting.delete(then)
    },
    suspect() {
      if (down || stopped.signal.aborted) return
      down = true
      woken.abort()
    },
    ask(anew = false) {
      next ??= Promise.all([
        running,
        sleep(running === undefined ? 0 : SPACE, undefined, { ref: false }),
      ]).then(() => {
        next = undefined
        return running ?? begin(anew || view.role !== 'standby', ANSWER)
      })
      return next
    },
    stop() {
      stopped.abort()
      if (kept !== undefined) drop(kept)
      kept = undefined
    },
  }
}

/** Without a goodbye: a frozen server would keep us waiting. */
const drop = (client: pg.Client): void => void client.connection.stream.destroy()

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

/** Errors that prove that no primary is there: nothing listens, a balancer has no server, a server starts or stops. */
const isRefusal = (error: unknown): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|57P03)$/.test(codeOf(error)) ||
  (error instanceof Error && error.message === 'Connection terminated unexpectedly')
