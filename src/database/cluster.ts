import type { Position, PrimaryStanding, StandbyStanding, Standing } from './standing.ts'
import type { View } from './watch.ts'

/** A standby further behind than this, in milliseconds, is not asked. */
export const LONGEST_LAG = 5000
/** How far back the primary's positions are known. */
const REMEMBERED = 120

/**
 * What this process knows of all listed servers together: which of those outside recovery is the primary, how far it was
 * when, and what a standby may be trusted with. Roles come from the servers' own answers, never from where they are listed.
 */
export class Cluster {
  readonly #views: () => readonly View[]
  readonly #failover: number
  /** The highest timeline seen on a primary: whoever is on a lower one was deposed. */
  #timeline = 0
  /** Where the primary of that timeline was, and until when it was there; oldest first. */
  #written: { readonly position: Position; readonly from: number; until: number }[] = []
  /** When a primary was last seen; before the first one, when the process began to look. */
  #seenAt = performance.now()
  /** Where it was. */
  #seenIn: string | undefined
  /** Whether it acknowledged nothing that no standby had. */
  #synchronous = false
  /** Which server each address led to when it last answered. */
  readonly #led: string[] = []
  /** What the standbys had when the primary was first found missing. */
  #receivedAtLoss: Position | undefined

  constructor(views: () => readonly View[], failoverSeconds: number) {
    this.#views = views
    this.#failover = 1000 * failoverSeconds
  }

  /** Takes note of what a server said. */
  note(standing: Standing): void {
    this.#views().forEach((view, address) => {
      if (view.role !== 'unknown') this.#led[address] = serverOf(view)
    })
    if (standing.role === 'standby' || standing.timeline < this.#timeline) return
    // What a successor took over counts on: who lacks it has lacked it since it was written.
    if (standing.timeline > this.#timeline)
      this.#written = this.#written.filter(({ position }) => position <= standing.position)
    this.#timeline = standing.timeline
    this.#seenIn = standing.place
    this.#synchronous = standing.synchronous
    this.#receivedAtLoss = undefined
    this.#seenAt = Math.max(this.#seenAt, standing.at)
    const last = this.#written.at(-1)
    if (last !== undefined && last.position >= standing.position)
      last.until = Math.max(last.until, standing.at)
    else this.#written.push({ position: standing.position, from: standing.at, until: standing.at })
    if (this.#written.length > REMEMBERED) this.#written.shift()
  }

  /** The primary, and the only one: a deposed one is on a lower timeline, and of two on the same nobody knows which counts. */
  isPrimary(standing: View): standing is PrimaryStanding {
    return standing.role === 'primary' && standing.timeline === this.#timeline && !this.disputed
  }

  /** Whether two servers both take themselves for the primary. */
  get disputed(): boolean {
    const views = this.#views()
    // Asked at every request: of one address there is nothing to compare.
    if (views.length < 2) return false
    const servers = views.flatMap((view) =>
      view.role === 'primary' && view.timeline === this.#timeline ? view.server : [],
    )
    return new Set(servers).size > 1
  }

  /** Milliseconds that a server is behind the primary's last known position; null when nobody can tell. */
  lagOf(view: View): number | null {
    if (view.role === 'unknown') return null
    if (view.role === 'primary') return this.isPrimary(view) ? 0 : null
    const newest = this.#written.at(-1)
    const missing = this.#written.find(({ position }) => position > view.position)
    if (newest === undefined) return null
    if (missing === undefined) return 0
    // What a standby lacked when it was asked has aged until then, whether or not the primary has been heard since; while there
    // is no primary it goes on ageing.
    const asked = this.#views().some((one) => this.isPrimary(one)) ? view.at : performance.now()
    return Math.max(newest.until, asked) - missing.from
  }

  /** Whether data may be read there. */
  isUseful(standing: Standing): boolean {
    return (
      this.isPrimary(standing) || (standing.role === 'standby' && (this.lagOf(standing) ?? 0) <= LONGEST_LAG)
    )
  }

  /** Whether anybody could stand in for a primary that says nothing: it is synchronous, and two others may answer. */
  get mayStandIn(): boolean {
    return this.#synchronous && this.#views().length >= 3
  }

  /**
   * While no primary answers: the position from which on a standby knows every right that was withdrawn, as far as anybody
   * can tell; undefined when nobody can. The views are those of questions asked after the request came (decision 0014).
   */
  standInFrom(views: readonly View[]): Position | undefined {
    const standbys = views.filter((view) => view.role === 'standby')
    if (standbys.length === 0 || performance.now() - this.#seenAt >= this.#failover) return undefined
    if (views.some(({ role }) => role === 'primary')) return undefined
    // An instance that is cut off with one standby does not know what the others do.
    const servers = views.map((view, address) =>
      view.role === 'unknown' ? (this.#led[address] ?? address) : serverOf(view),
    )
    const listed = new Set(servers).size
    const most = listed >= 3 && 2 * new Set(standbys.map(serverOf)).size > listed
    if (listed >= 3 && !most) return undefined
    // A server that says nothing may be the primary, to others. What a synchronous one acknowledges is here all the same.
    const silent = views.some((view) => view.role === 'unknown' && view.why === 'silent')
    if (silent && !(most && this.#synchronous)) return undefined
    // A primary that became a standby has a successor, which is not listed or not reached.
    if (standbys.some(({ place }) => place === this.#seenIn)) return undefined
    // What arrives now is sent by a primary that is not listed.
    const received = Math.max(...standbys.map((one) => Math.max(one.position, one.received ?? 0)))
    if (this.#seenIn !== undefined) this.#receivedAtLoss ??= received
    const before = this.#receivedAtLoss ?? 0
    if (standbys.some((one) => one.receiving && (one.received ?? 0) > before)) return undefined
    const required = Math.max(received, this.#written.at(-1)?.position ?? 0)
    return standbys.some((one) => isComplete(one, required)) ? required : undefined
  }
}

/** Tells servers apart that look alike from within their networks. */
const serverOf = ({ server, place }: Standing): string => `${server} ${place}`

/** Has replayed all that it received, and all that is known to have been written. */
export const isComplete = ({ position, received, paused }: StandbyStanding, required: Position): boolean =>
  !paused && received !== null && position >= received && position >= required
