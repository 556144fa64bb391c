import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where a request goes when there is room for it, or when there is none. */
export interface Ways {
  go(request: IncomingMessage, response: ServerResponse): void
  refuse(request: IncomingMessage, response: ServerResponse): void
}

interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly ways: Ways
  readonly kind: string
  readonly since: number
  /** Who has had no turn by then is told so. */
  readonly until: number
}

/** A burst waits this long at most for its turn. */
const PATIENCE = 500
/** People who have waited for so long without a pause are no burst: there are more than can be served. */
const STANDING = 250
/** Then nobody waits longer than this: those who are served are served at once, the others told at once. */
const SHORT_PATIENCE = 20
/** Nor is anybody let wait when the process itself comes too late to its work. */
const LATE = 100
/** When the process is woken so late, there is one place less, down to the least; with every time that it is not, a part of one more. */
const BUSY = 10
const LEAST = 4
const EASE = 0.05
const MOST_WAITING = 1000
/** How long a request is taken to be inside before one was. */
const FIRST_STAY = 10

const SWEEP_EVERY = 5
const WATCH_EVERY = 50

/**
 * Lets as many requests in as there are places. The others wait their turn while that is short, and are refused as soon
 * as it is not: under any load the work that is done is work for somebody who still waits. The last places are for kinds
 * of request that have nobody inside, so that those that are held up leave room for the others.
 */
export class Gate {
  readonly #places: number
  /** As many of them as are used now: fewer when the machine is so busy with what is inside that this process comes late. */
  #used: number
  readonly #inside = new Map<IncomingMessage, { readonly kind: string; readonly since: number }>()
  readonly #kinds = new Map<string, number>()
  readonly #waiting: Arrival[] = []
  #letting = false
  /** Since when somebody has been waiting without a pause. */
  #standingSince = 0
  #pressedUntil = 0
  /** How long a request is inside, of late: milliseconds. */
  #stay = FIRST_STAY
  #closed = false
  #sweep: NodeJS.Timeout | undefined
  readonly #watch: NodeJS.Timeout
  #watchedAt = performance.now()
  /** How late the process comes to its work, of late: milliseconds. */
  #lateness = 0
  /** Requests refused since the start. */
  refused = 0

  constructor(places: number) {
    this.#places = places
    this.#used = places
    this.#watch = setInterval(() => this.#look(), WATCH_EVERY).unref()
  }

  get inside(): number {
    return this.#inside.size
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** More than can be served are asking, or the process is late. */
  get pressed(): boolean {
    return this.#isLate || performance.now() < this.#pressedUntil
  }

  enter(request: IncomingMessage, response: ServerResponse, ways: Ways): void {
    const since = performance.now()
    const until = since + this.#patience
    const arrival = { request, response, ways, kind: kindOf(request.url ?? ''), since, until }
    const full = this.#closed || this.#isLate || this.#waiting.length >= this.#mostWaiting
    if (!this.#closed && this.#hasRoom(arrival.kind)) this.#admit(arrival)
    else if (full) this.#refuse(arrival)
    else this.#queue(arrival)
  }

  /** Its work is done, whether or not its answer has been taken yet: the place is free. */
  leave(request: IncomingMessage): void {
    const visit = this.#inside.get(request)
    if (visit === undefined) return
    const { kind, since } = visit
    this.#inside.delete(request)
    this.#stay = 0.95 * this.#stay + 0.05 * (performance.now() - since)
    const count = (this.#kinds.get(kind) ?? 1) - 1
    if (count === 0) this.#kinds.delete(kind)
    else this.#kinds.set(kind, count)
    this.#letIn()
  }

  /** From now on everybody is refused. */
  close(): void {
    this.#closed = true
    clearInterval(this.#watch)
    clearInterval(this.#sweep)
    for (const arrival of this.#waiting.splice(0)) this.#refuse(arrival)
  }

  #hasRoom(kind: string): boolean {
    const { size } = this.#inside
    return size < this.#share || (size < Math.floor(this.#used) && !this.#kinds.has(kind))
  }

  /** The places that are for any kind of request. */
  get #share(): number {
    const used = Math.floor(this.#used)
    return Math.max(1, used - Math.max(1, Math.floor(used / 4)))
  }

  get #patience(): number {
    return this.pressed ? SHORT_PATIENCE : PATIENCE
  }

  /** As many as will have their turn in time: whoever would wait in vain is told at the door. */
  get #mostWaiting(): number {
    const most = Math.round((this.#patience * this.#share) / Math.max(1, this.#stay))
    return Math.min(MOST_WAITING, Math.max(1, most))
  }

  #queue(arrival: Arrival): void {
    if (this.#waiting.length === 0) this.#standingSince = arrival.since
    this.#waiting.push(arrival)
    this.#sweep ??= setInterval(() => this.#dismiss(), SWEEP_EVERY)
    this.#letIn()
  }

  #admit({ request, response, ways, kind }: Arrival): void {
    this.#inside.set(request, { kind, since: performance.now() })
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
    response.once('close', () => this.leave(request))
    ways.go(request, response)
  }

  #refuse({ request, response, ways }: Arrival): void {
    this.refused += 1
    ways.refuse(request, response)
  }

  /** Lets in, in the order of their coming, whoever there is room for. */
  #letIn(): void {
    // Whoever is let in may leave at once: the loop goes on, it is not begun again inside itself.
    if (this.#letting) return
    this.#letting = true
    while (this.#inside.size < this.#used) {
      const index = this.#waiting.findIndex(({ kind }) => this.#hasRoom(kind))
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (next === undefined) break
      if (!next.response.destroyed) this.#admit(next)
    }
    this.#letting = false
  }

  /** Sends away who has waited too long. */
  #dismiss(): void {
    const now = performance.now()
    if (this.#waiting.length > 0 && now - this.#standingSince > STANDING) this.#press(now)
    const dismissed = this.#waiting.filter(({ until }) => until < now)
    if (dismissed.length > 0) {
      this.#press(now)
      const staying = this.#waiting.filter(({ until }) => until >= now)
      this.#waiting.splice(0, Number.POSITIVE_INFINITY, ...staying)
    }
    for (const arrival of dismissed) this.#refuse(arrival)
    if (this.#waiting.length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  #press(now: number): void {
    this.#pressedUntil = now + STANDING
  }

  get #isLate(): boolean {
    return this.#lateness > LATE
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#watchedAt - WATCH_EVERY
    this.#watchedAt = now
    this.#lateness = 0.7 * this.#lateness + 0.3 * late
    if (late > BUSY) this.#used = Math.max(Math.min(LEAST, this.#places), this.#used - 1)
    else this.#used = Math.min(this.#places, this.#used + EASE)
  }
}

/** What requests that are held up together have in common: the resource, and which view of it. */
function kindOf(url: string): string {
  const end = url.indexOf('?')
  const [, , , resource, id, part] = (end < 0 ? url : url.slice(0, end)).split('/', 6)
  return `${resource}/${id === undefined ? '' : 'id'}/${part ?? ''}`
}
