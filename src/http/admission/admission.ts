import type { IncomingMessage, ServerResponse } from 'node:http'
import { actions, reads } from '../../extension/index.ts'
import { operations } from '../../operations/index.ts'
import { type AdmissionCallbacks, type Arrival, RequestQueue } from './queue.ts'

/**
 * The concurrency limit follows the event-loop delay (AIMD): each delay above this many milliseconds lowers it by one,
 * down to a third; each check without one raises it by a fraction.
 */
const BUSY = 8
const INCREASE = 0.05

const MOST_QUEUED = 1000
const EXPIRE_EVERY = 5
const MEASURE_EVERY = 50

/**
 * Admission control. At most `limit` requests run at once; others wait in a queue, one for each kind of request, and
 * are refused early when the queue is longer than can be served in time. So work is only done for callers who still
 * wait for it. A quarter of the limit is reserved for kinds of request of which none is running: slow ones never block
 * the others. Files of the pages pass.
 */
export class AdmissionControl {
  readonly #limit: number
  readonly #slack: number
  /** How many requests may run before the reserved part of the limit is used. Lower while the event loop is delayed. */
  #shared: number
  readonly #running = new Map<IncomingMessage, { readonly queue: RequestQueue; readonly since: number }>()
  readonly #queues = new Map<string, RequestQueue>()
  #admitting = false
  #closed = false
  #expiry: NodeJS.Timeout | undefined
  readonly #measuring: NodeJS.Timeout
  #measuredAt = performance.now()
  /** Requests refused since the start. */
  refused = 0

  /** `slack` multiplies the delay that lowers the limit, where the process has other work than the service's. */
  constructor(limit: number, slack = 1) {
    this.#limit = limit
    this.#slack = slack
    this.#shared = this.#mostShared
    this.#measuring = setInterval(() => this.#measure(), MEASURE_EVERY).unref()
  }

  get running(): number {
    return this.#running.size
  }

  get queued(): number {
    let count = 0
    for (const { length } of this.#queues.values()) count += length
    return count
  }

  /** Whether requests are refused for lack of capacity. */
  get overloaded(): boolean {
    const now = performance.now()
    return [...this.#queues.values()].some((queue) => queue.isOverloaded(now))
  }

  enter(request: IncomingMessage, response: ServerResponse, callbacks: AdmissionCallbacks): void {
    if (!this.#closed && isPageFile(request)) callbacks.go(request, response)
    else this.#admitOrQueue(request, response, callbacks)
  }

  #admitOrQueue(request: IncomingMessage, response: ServerResponse, callbacks: AdmissionCallbacks): void {
    const since = performance.now()
    const queue = this.#queueOf(resourceOf(request.url ?? ''))
    const arrival = { request, response, callbacks, since, until: since + queue.timeout(since) }
    if (!this.#closed && this.#hasCapacity(queue)) this.#admit(arrival, queue)
    else if (this.#isFull(queue, since)) this.#refuse(arrival)
    else {
      queue.add(arrival)
      this.#expiry ??= setInterval(() => this.#expire(), EXPIRE_EVERY)
    }
  }

  /** The request has ended, whether or not its answer was read: another may run. False if it was not running. */
  leave(request: IncomingMessage): boolean {
    const run = this.#running.get(request)
    if (run === undefined) return false
    const { queue, since } = run
    this.#running.delete(request)
    queue.running -= 1
    queue.noteDuration(performance.now() - since)
    this.#admitNext()
    return true
  }

  /** From now on every request is refused. */
  close(): void {
    this.#closed = true
    clearInterval(this.#measuring)
    clearInterval(this.#expiry)
    for (const queue of this.#queues.values()) for (const arrival of queue.clear()) this.#refuse(arrival)
  }

  #queueOf(kind: string): RequestQueue {
    const queue = this.#queues.get(kind) ?? new RequestQueue()
    this.#queues.set(kind, queue)
    return queue
  }

  #hasCapacity(queue: RequestQueue): boolean {
    const { size } = this.#running
    return size < Math.floor(this.#shared) || (size < this.#limit && queue.running === 0)
  }

  get #mostShared(): number {
    return Math.max(1, this.#limit - Math.max(1, Math.floor(this.#limit / 4)))
  }

  #isFull(queue: RequestQueue, now: number): boolean {
    if (this.#closed || queue.isFull(now, Math.floor(this.#shared))) return true
    return this.queued >= MOST_QUEUED
  }

  #admit({ request, response, callbacks }: Arrival, queue: RequestQueue): void {
    this.#running.set(request, { queue, since: performance.now() })
    queue.running += 1
    response.once('close', () => this.leave(request))
    callbacks.go(request, response)
  }

  #refuse({ request, response, callbacks }: Arrival): void {
    this.refused += 1
    callbacks.refuse(request, response)
  }

  /** Admits queued requests, oldest first, while there is capacity. */
  #admitNext(): void {
    // An admitted request may end at once: the running loop continues instead of recursing.
    if (this.#admitting) return
    this.#admitting = true
    for (let queue = this.#nextQueue(); queue !== undefined; queue = this.#nextQueue()) {
      const next = queue.next()
      if (next !== undefined && !next.response.destroyed) this.#admit(next, queue)
    }
    this.#admitting = false
  }

  /** Of the queues that have capacity, the one whose first request is the oldest. */
  #nextQueue(): RequestQueue | undefined {
    let found: RequestQueue | undefined
    for (const queue of this.#queues.values()) {
      if (queue.first === undefined || !this.#hasCapacity(queue)) continue
      if (found?.first === undefined || queue.first.since < found.first.since) found = queue
    }
    return found
  }

  /** Refuses requests whose time in the queue is over. */
  #expire(): void {
    const now = performance.now()
    for (const queue of this.#queues.values()) for (const arrival of queue.expire(now)) this.#refuse(arrival)
    if (this.queued > 0) return
    clearInterval(this.#expiry)
    this.#expiry = undefined
  }

  #measure(): void {
    const now = performance.now()
    const delay = now - this.#measuredAt - MEASURE_EVERY
    this.#measuredAt = now
    if (delay > BUSY * this.#slack) this.#shared = Math.max(1, this.#mostShared / 3, this.#shared - 1)
    else this.#shared = Math.min(this.#mostShared, this.#shared + INCREASE)
    this.#admitNext()
  }
}

/**
 * Files of the pages are in memory and wait for nothing else, and a person whose page was refused has nothing before
 * them that would ask again. What is made when it is asked for is none, nor is a path with an escape, which may be any
 * other.
 */
const isPageFile = ({ url = '' }: IncomingMessage): boolean =>
  /^\/(?!\/|(?:api|extension|demonstration|configuration\.json|openapi\.json|llms\.txt)\b)[\w./-]*(?:\?|$)/.test(
    url,
  )

/** Callers can invent paths: all unknown words count as one. */
const words = new Set([...operations, ...reads, ...actions].flatMap(({ path }) => path.split('/')))
const known = (word = ''): string => (words.has(word) ? word : '')

/** What a request asks for: the resource, and whether the list, an item or a part of it is asked for. */
function resourceOf(url: string): string {
  const end = url.indexOf('?')
  const [, , , resource, id, part] = (end < 0 ? url : url.slice(0, end)).split('/', 6)
  return `${known(resource)}/${id === undefined ? '' : 'id'}/${known(part)}`
}
