import type { IncomingMessage, ServerResponse } from 'node:http'

/** Where a request goes when there is room for it, or when there is none. */
export interface Ways {
  go(request: IncomingMessage, response: ServerResponse): void
  refuse(request: IncomingMessage, response: ServerResponse): void
}

/** Somebody at the gate. */
export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly ways: Ways
  readonly since: number
  /** Who has had no turn by then is told so. */
  readonly until: number
}

/** A burst waits this long at most for its turn. */
const PATIENCE = 500
/** When for so long the first in the line has always waited longer than a little, it is no burst: there are more than can be served. */
const STANDING = 500
const LITTLE = 200
/** Then nobody waits longer than this: those who are served are served at once, the others told at once. */
const SHORT_PATIENCE = 20
/** How long a request is taken to be inside before one was. */
const FIRST_STAY = 10

/** The requests of one kind: those who wait for their turn, and how it goes of late. */
export class Line {
  /** How many of them are inside. */
  inside = 0
  readonly #waiting: Arrival[] = []
  /** How long one is inside, of late. */
  #stay = FIRST_STAY
  /** When last the first in the line had waited only a little. */
  #movedAt = 0
  #pressedUntil = 0

  get length(): number {
    return this.#waiting.length
  }

  get first(): Arrival | undefined {
    return this.#waiting[0]
  }

  /** There are more than can be served. */
  isPressed(now: number): boolean {
    return now < this.#pressedUntil
  }

  patience(now: number): number {
    return this.isPressed(now) ? SHORT_PATIENCE : PATIENCE
  }

  /** With so many inside at once, as many may wait as will have their turn in time: others would wait in vain. */
  isFull(now: number, atOnce: number): boolean {
    const inTime = Math.round((this.patience(now) * atOnce) / Math.max(1, this.#stay))
    return this.#waiting.length >= Math.max(1, inTime)
  }

  join(arrival: Arrival): void {
    if (this.#waiting.length === 0) this.#movedAt = arrival.since
    this.#waiting.push(arrival)
  }

  next(): Arrival | undefined {
    return this.#waiting.shift()
  }

  /** One has left after so long inside. */
  note(milliseconds: number): void {
    this.#stay = 0.95 * this.#stay + 0.05 * milliseconds
  }

  /** Those who have waited too long; they wait no more. */
  dismiss(now: number): Arrival[] {
    const dismissed = this.#waiting.filter(({ until }) => until < now)
    if (now - (this.first?.since ?? now) <= LITTLE) this.#movedAt = now
    if (dismissed.length > 0 || now - this.#movedAt > STANDING) this.#pressedUntil = now + STANDING
    if (dismissed.length > 0) {
      const staying = this.#waiting.filter(({ until }) => until >= now)
      this.#waiting.splice(0, this.#waiting.length, ...staying)
    }
    return dismissed
  }

  /** Everybody who waits; nobody does any more. */
  clear(): Arrival[] {
    return this.#waiting.splice(0)
  }
}
