import type { Position, PrimaryReport, ServerReport, StandbyReport } from './server-report.ts'
import type { View } from './watch.ts'

/** A standby with more lag than this, in milliseconds, is not used. */
const LONGEST_LAG = 5000
/** How many positions of the primary are remembered, and how far apart in milliseconds. */
const REMEMBERED = 120
const APART = 100

/**
 * What this process knows of all listed servers together: which of them is the primary, how far it was when, and what a
 * standby may be trusted with. Roles come from the servers' answers, never from the order in which they are listed.
 */
export class Cluster {
  readonly #views: () => readonly View[]
  readonly #failover: number
  /** The highest timeline seen on a primary: a server on a lower one was deposed. */
  #timeline = 0
  /** The positions of that timeline's primary, oldest first, and when it was last known to be no further. */
  #written: { readonly position: Position; until: number }[] = []
  /** When a primary was last seen; before the first one, when the process started. */
  #seenAt = performance.now()
  /** The server it was on. */
  #seenIn: string | undefined
  /** Whether it was synchronous: it acknowledged only what a standby had. */
  #synchronous = false
  /** Where primaries were that have not followed another one since. */
  readonly #formerly = new Set<string>()
  /** The server to which each address led at its last answer. */
  readonly #led: string[] = []
  /** The position that standbys had received when the primary was first missed. */
  #receivedAtLoss: Position | undefined
  /** The furthest position that any standby, behind whichever address, has received since the primary was last seen. */
  #receivedSince: Position = 0

  constructor(views: () => readonly View[], failoverSeconds: number) {
    this.#views = views
    this.#failover = 1000 * failoverSeconds
  }

  /** Records a server's answer. */
  note(report: ServerReport): void {
    this.#views().forEach((view, address) => {
      if (view.role !== 'unknown') this.#led[address] = serverOf(view)
    })
    if (report.role === 'standby') {
      if (!this.#follows(report)) return
      this.#formerly.delete(report.place)
      this.#receivedSince = Math.max(this.#receivedSince, receivedBy(report))
      return
    }
    this.#formerly.add(report.place)
    if (report.timeline < this.#timeline) return
    // Positions before a promotion still count: a standby that lacks them has lacked them since they were written.
    if (report.timeline > this.#timeline)
      this.#written = this.#written.filter(({ position }) => position <= report.position)
    this.#timeline = report.timeline
    this.#seenIn = report.place
    this.#synchronous = report.synchronous
    this.#receivedAtLoss = undefined
    this.#receivedSince = 0
    this.#seenAt = Math.max(this.#seenAt, report.at)
    const last = this.#written.at(-1)
    if (last !== undefined && last.position >= report.position) {
      last.until = Math.max(last.until, report.at)
      return
    }
    // Between two that are close together nobody needs a third.
    if (report.at - (this.#written.at(-2)?.until ?? Number.NEGATIVE_INFINITY) < APART) this.#written.pop()
    this.#written.push({ position: report.position, until: report.at })
    if (this.#written.length > REMEMBERED) this.#written.shift()
  }

  /**
   * Whether a standby's position is of the primary's history. A leader that was cut off may have written what no other
   * server has; back as a standby it receives nothing past that, so it has replayed more than it has received. So has a
   * standby that was restarted, until something new is written: meanwhile it is exactly as far as the primary.
   */
  #follows(report: StandbyReport): boolean {
    if (this.#formerly.has(report.place)) return hasReceived(report) && !isSegmentStart(report.position)
    return hasReceived(report) || report.position === this.#written.at(-1)?.position
  }

  /**
   * Whether this is the one primary. A deposed one is on a lower timeline; of two on the same timeline neither counts.
   */
  isPrimary(report: View): report is PrimaryReport {
    return report.role === 'primary' && report.timeline === this.#timeline && !this.disputed
  }

  /** Whether two servers both claim to be the primary. */
  get disputed(): boolean {
    const views = this.#views()
    // Called at every request: a single address cannot disagree.
    if (views.length < 2) return false
    const servers = views.flatMap((view) =>
      view.role === 'primary' && view.timeline === this.#timeline ? view.server : [],
    )
    return new Set(servers).size > 1
  }

  /**
   * The most that a server can lag behind the primary's last known position, in milliseconds; infinite when it was
   * never known to have all or does not follow the primary, null when no primary was seen.
   */
  lagOf(view: View): number | null {
    if (view.role === 'unknown' || this.#written.length === 0) return null
    if (view.role === 'primary') return this.isPrimary(view) ? 0 : null
    if (!this.#follows(view)) return Number.POSITIVE_INFINITY
    return this.#hasAllKnown(view) ? 0 : this.#ageOf(view)
  }

  /** Whether it may answer reads: its data are current, or nobody knows of newer ones while no primary answers. */
  isUseful(report: ServerReport): boolean {
    if (report.role === 'primary') return this.isPrimary(report)
    if (!this.#follows(report)) return false
    if (this.#ageOf(report) <= LONGEST_LAG) return true
    const unled = performance.now() - this.#heardAt > LONGEST_LAG
    return unled && this.#hasAllKnown(report) && report.position >= this.#furthest()
  }

  #hasAllKnown({ position }: StandbyReport): boolean {
    return position >= (this.#written.at(-1)?.position ?? 0)
  }

  /**
   * The longest time for which a standby can have lacked something when it was asked: since the primary was last known
   * to be no further than it. Without a primary, this time keeps growing.
   */
  #ageOf({ position, at }: StandbyReport): number {
    const had = this.#written.findLast((one) => one.position <= position)
    const asked = this.#views().some((one) => this.isPrimary(one)) ? at : performance.now()
    return Math.max(asked, this.#heardAt) - (had?.until ?? Number.NEGATIVE_INFINITY)
  }

  /** When a primary was last asked and answered. */
  get #heardAt(): number {
    return this.#written.at(-1)?.until ?? Number.NEGATIVE_INFINITY
  }

  /** The furthest position that a standby is known to have received. One address may lead to several of them. */
  #furthest(): Position {
    const received = this.#views().map((one) => (one.role === 'standby' ? receivedBy(one) : 0))
    return Math.max(this.#receivedSince, ...received)
  }

  /** Whether a standby could stand in for a silent primary: it is synchronous, and two others may answer. */
  get mayStandIn(): boolean {
    return this.#synchronous && this.#views().length >= 3
  }

  /**
   * While no primary answers: a standby that has reached this position knows every withdrawn right, as far as anybody
   * can tell. Undefined when that cannot be told. The views were asked for after the request arrived (decision 0014).
   */
  standInFrom(views: readonly View[]): Position | undefined {
    const standbys = views.filter((view) => view.role === 'standby')
    if (standbys.length === 0 || performance.now() - this.#seenAt >= this.#failover) return undefined
    if (views.some(({ role }) => role === 'primary')) return undefined
    // None is missing, and none was ever the primary: it is not listed.
    if (this.#seenIn === undefined && standbys.length === views.length) return undefined
    // An instance that is cut off with one standby cannot know what the others do.
    const servers = views.map((view, address) =>
      view.role === 'unknown' ? (this.#led[address] ?? address) : serverOf(view),
    )
    const listed = new Set(servers).size
    const most = listed >= 3 && 2 * new Set(standbys.map(serverOf)).size > listed
    if (listed >= 3 && !most) return undefined
    // A silent server may be the primary for others. What a synchronous one acknowledges is here all the same.
    const silent = views.some((view) => view.role === 'unknown' && view.why === 'silent')
    if (silent && !(most && this.#synchronous)) return undefined
    // A primary that became a standby has a successor that is not listed or not reachable.
    if (standbys.some(({ place }) => place === this.#seenIn)) return undefined
    // One that replays its own disk, or was just restarted, does not say how much is there: perhaps what was
    // acknowledged last.
    if (standbys.some((one) => one.received === null || !this.#follows(one))) return undefined
    // What is received now comes from a primary that is not listed.
    const received = Math.max(...standbys.map(receivedBy))
    if (this.#seenIn !== undefined) this.#receivedAtLoss ??= received
    const before = this.#receivedAtLoss ?? 0
    if (standbys.some((one) => one.receiving && (one.received ?? 0) > before)) return undefined
    const required = Math.max(received, this.#receivedSince, this.#written.at(-1)?.position ?? 0)
    return standbys.some((one) => isComplete(one, required)) ? required : undefined
  }
}

/** Whether it has received all that it has replayed. */
const hasReceived = ({ position, received }: StandbyReport): boolean =>
  received !== null && received >= position

/** The smallest segment of the log. Where one begins, PostgreSQL says that it has received before it has. */
const SEGMENT = 2 ** 20
const isSegmentStart = (position: Position): boolean => position % SEGMENT === 0

const receivedBy = ({ position, received }: StandbyReport): Position => Math.max(position, received ?? 0)

/** Tells apart servers that look alike from within their networks. */
const serverOf = ({ server, place }: ServerReport): string => `${server} ${place}`

/** Whether it has replayed all that it received, and all that is known to have been written. */
export const isComplete = ({ position, received, paused }: StandbyReport, required: Position): boolean =>
  !paused && received !== null && position >= received && position >= required
