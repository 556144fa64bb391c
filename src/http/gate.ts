import type { IncomingMessage, ServerResponse } from 'node:http'
import { operations } from '../operations/index.ts'
import { type Arrival, Line, type Ways } from './line.ts'

/** Nobody is let wait when the process itself comes so late to its work. */
const LATE = 100
/** When it is woken so late, one place less is shared, down to a third of them; with every time that it is not, a part of one more. */
const BUSY = 8
const EASE = 0.05

const MOST_WAITING = 1000
const SWEEP_EVERY = 5
const WATCH_EVERY = 50

/**
 * Lets as many requests in as there are places. The others wait their turn, in a line for each kind of request, while that
 * is short, and are refused as soon as it is not: under any load the work that is done is work for somebody who still waits.
 * The last places are for kinds that have nobody inside, so that those that are held up leave room for the others.
 */
export class Gate {
  readonly #places: number
  readonly #slack: number
  /** Those that are for any kind of request: fewer when the machine is so busy with what is inside that this process comes late. */
  #shared: number
  readonly #inside = new Map<IncomingMessage, { readonly line: Line; readonly since: number }>()
  readonly #lines = new Map<string, Line>()
  #letting = false
  #closed = false
  #sweep: NodeJS.Timeout | undefined
  readonly #watch: NodeJS.Timeout
  #watchedAt = performance.now()
  /** How late the process comes to its work, of late: milliseconds. */
  #lateness = 0
  /** Requests refused since the start. */
  refused = 0

  /** `slack` multiplies what counts as late, where the process has other work than the service's. */
  constructor(places: number, slack = 1) {
    this.#places = places
    this.#slack = slack
    this.#shared = this.#mostShared
    this.#watch = setInterval(() => this.#look(), WATCH_EVERY).unref()
  }

  get inside(): number {
    return this.#inside.size
  }

  get waiting(): number {
    let count = 0
    for (const { length } of this.#lines.values()) count += length
    return count
  }

  /** More than can be served are asking, or the process is late. */
  get pressed(): boolean {
    const now = performance.now()
    return this.#isLate || [...this.#lines.values()].some((line) => line.isPressed(now))
  }

  enter(request: IncomingMessage, response: ServerResponse, ways: Ways): void {
    const since = performance.now()
    const line = this.#lineOf(kindOf(request.url ?? ''))
    const arrival = { request, response, ways, since, until: since + line.patience(since) }
    if (!this.#closed && this.#hasRoom(line)) this.#admit(arrival, line)
    else if (this.#isFull(line, since)) this.#refuse(arrival)
    else {
      line.join(arrival)
      this.#sweep ??= setInterval(() => this.#dismiss(), SWEEP_EVERY)
    }
  }

  /** Its work is done, whether or not its answer has been taken yet: the place is free. False when it was not inside. */
  leave(request: IncomingMessage): boolean {
    const visit = this.#inside.get(request)
    if (visit === undefined) return false
    const { line, since } = visit
    this.#inside.delete(request)
    line.inside -= 1
    line.note(performance.now() - since)
    this.#letIn()
    return true
  }

  /** From now on everybody is refused. */
  close(): void {
    this.#closed = true
    clearInterval(this.#watch)
    clearInterval(this.#sweep)
    for (const line of this.#lines.values()) for (const arrival of line.clear()) this.#refuse(arrival)
  }

  #lineOf(kind: string): Line {
    const line = this.#lines.get(kind) ?? new Line()
    this.#lines.set(kind, line)
    return line
  }

  #hasRoom(line: Line): boolean {
    const { size } = this.#inside
    return size < Math.floor(this.#shared) || (size < this.#places && line.inside === 0)
  }

  get #mostShared(): number {
    return Math.max(1, this.#places - Math.max(1, Math.floor(this.#places / 4)))
  }

  #isFull(line: Line, now: number): boolean {
    if (this.#closed || this.#isLate || line.isFull(now, Math.floor(this.#shared))) return true
    return this.waiting >= MOST_WAITING
  }

  #admit({ request, response, ways }: Arrival, line: Line): void {
    this.#inside.set(request, { line, since: performance.now() })
    line.inside += 1
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
    for (let line = this.#nextLine(); line !== undefined; line = this.#nextLine()) {
      const next = line.next()
      if (next !== undefined && !next.response.destroyed) this.#admit(next, line)
    }
    this.#letting = false
  }

  /** Of the lines that there is room for, that of whoever came first. */
  #nextLine(): Line | undefined {
    let found: Line | undefined
    for (const line of this.#lines.values()) {
      if (line.first === undefined || !this.#hasRoom(line)) continue
      if (found?.first === undefined || line.first.since < found.first.since) found = line
    }
    return found
  }

  /** Sends away who has waited too long. */
  #dismiss(): void {
    const now = performance.now()
    for (const line of this.#lines.values()) for (const arrival of line.dismiss(now)) this.#refuse(arrival)
    if (this.waiting > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  get #isLate(): boolean {
    return this.#lateness > LATE * this.#slack
  }

  #look(): void {
    const now = performance.now()
    const late = now - this.#watchedAt - WATCH_EVERY
    this.#watchedAt = now
    this.#lateness = 0.7 * this.#lateness + 0.3 * late
    if (late > BUSY * this.#slack) this.#shared = Math.max(1, this.#mostShared / 3, this.#shared - 1)
    else this.#shared = Math.min(this.#mostShared, this.#shared + EASE)
    this.#letIn()
  }
}

/** Anybody can make up an address: words that are not in those of the operations are all one. */
const words = new Set(operations.flatMap(({ path }) => path.split('/')))
const known = (word = ''): string => (words.has(word) ? word : '')

/** What requests that are held up together have in common: the resource, and which view of it. */
function kindOf(url: string): string {
  const end = url.indexOf('?')
  const [, , , resource, id, part] = (end < 0 ? url : url.slice(0, end)).split('/', 6)
  return `${known(resource)}/${id === undefined ? '' : 'id'}/${known(part)}`
}
