import type { IncomingMessage, ServerResponse } from 'node:http'

/** What happens to a request when it is admitted, or refused. */
export interface AdmissionCallbacks {
  go(request: IncomingMessage, response: ServerResponse): void
  refuse(request: IncomingMessage, response: ServerResponse): void
}

/** A request that asks for admission. */
export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly callbacks: AdmissionCallbacks
  readonly since: number
  /** It is refused if it has not been admitted by then. */
  readonly until: number
}

/** How long a request may wait in a queue that absorbs a burst, in milliseconds. */
const TIMEOUT = 500
/**
 * As in CoDel: when the queue delay has stayed above the target for an interval, this is no burst. There are more
 * requests than can be served, and waiting only makes all of them late.
 */
const INTERVAL = 500
const TARGET_DELAY = 200
/** In an overloaded queue: admitted at once, or refused at once. */
const OVERLOADED_TIMEOUT = 20
/** The assumed duration of a request before any has run. */
const FIRST_DURATION = 10

/** The queue of one kind of request. */
export class RequestQueue {
  /** How many requests of this kind run. */
  running = 0
  readonly #waiting: Arrival[] = []
  /** How long a request runs, smoothed. */
  #duration = FIRST_DURATION
  /** When the queue delay was last below its target. */
  #belowTargetAt = 0
  #overloadedUntil = 0

  get length(): number {
    return this.#waiting.length
  }

  get first(): Arrival | undefined {
    return this.#waiting[0]
  }

  /** More requests come than can be served. */
  isOverloaded(now: number): boolean {
    return now < this.#overloadedUntil
  }

  timeout(now: number): number {
    return this.isOverloaded(now) ? OVERLOADED_TIMEOUT : TIMEOUT
  }

  /** Whether one more would time out before its turn, with that many running at once. */
  isFull(now: number, concurrency: number): boolean {
    const servedInTime = Math.round((this.timeout(now) * concurrency) / Math.max(1, this.#duration))
    return this.#waiting.length >= Math.max(1, servedInTime)
  }

  add(arrival: Arrival): void {
    if (this.#waiting.length === 0) this.#belowTargetAt = arrival.since
    this.#waiting.push(arrival)
  }

  next(): Arrival | undefined {
    return this.#waiting.shift()
  }

  noteDuration(milliseconds: number): void {
    this.#duration = 0.95 * this.#duration + 0.05 * milliseconds
  }

  /** Removes and returns the requests that have waited too long. */
  expire(now: number): Arrival[] {
    const expired = this.#waiting.filter(({ until }) => until < now)
    if (now - (this.first?.since ?? now) <= TARGET_DELAY) this.#belowTargetAt = now
    if (expired.length > 0 || now - this.#belowTargetAt > INTERVAL) this.#overloadedUntil = now + INTERVAL
    if (expired.length > 0) {
      const remaining = this.#waiting.filter(({ until }) => until >= now)
      this.#waiting.splice(0, this.#waiting.length, ...remaining)
    }
    return expired
  }

  /** Removes and returns all requests. */
  clear(): Arrival[] {
    return this.#waiting.splice(0)
  }
}
