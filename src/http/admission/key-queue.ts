import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keys } from '../../identity/keys.ts'
import { unavailable } from '../errors.ts'
import type { AdmissionControl } from './admission.ts'
import { networkOf } from './rate-limits.ts'

/** A request whose token no key fits. */
export interface Waiting {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted when the caller hangs up. */
  readonly left: AbortSignal
}

/** With the rest of a request, within its deadline. */
const LONGEST_WAIT = 2000
const MOST_WAITING = 256
const MOST_OF_AN_ADDRESS = 32

/**
 * Where a token that no key fits waits for the provider's answer: outside of admission, so that strangers never hold what
 * users need, and not more of them than this.
 */
export class KeyQueue {
  readonly #keys: Keys
  readonly #admission: AdmissionControl
  readonly #byAddress = new Map<string, number>()
  /** How many wait now. */
  waiting = 0

  constructor(keys: Keys, admission: AdmissionControl) {
    this.#keys = keys
    this.#admission = admission
  }

  /**
   * Recognises a caller again after the keys were asked for again, and readmits who is known then. Undefined, at once, when too
   * many wait or nothing is asked for now. Throws 503 when there is no room to come back to, or when the caller has left.
   */
  async retry(
    { request, reply, left }: Waiting,
    recognise: () => Promise<string | null | undefined>,
  ): Promise<string | null | undefined> {
    const address = networkOf(request.ip ?? '')
    const ofAddress = this.#byAddress.get(address) ?? 0
    if (this.waiting >= MOST_WAITING || ofAddress >= MOST_OF_AN_ADDRESS) return undefined
    const renewed = this.#keys.renewed()
    if (renewed === undefined) return undefined
    this.#count(address, 1)
    const wasInside = this.#admission.leave(request.raw)
    await firstOf(renewed, left)
    this.#count(address, -1)
    if (left.aborted) throw unavailable()
    const subject = await recognise()
    if (subject && wasInside) await this.#readmit({ request, reply, left })
    return subject
  }

  #readmit({ request, reply, left }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(unavailable())
      left.addEventListener('abort', refuse, { once: true })
      this.#admission.enter(request.raw, reply.raw, { go: () => resolve(), refuse })
    })
  }

  #count(address: string, one: 1 | -1): void {
    this.waiting += one
    const ofAddress = (this.#byAddress.get(address) ?? 0) + one
    if (ofAddress === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, ofAddress)
  }
}

/** Waits for the keys, but not for ever, and not for somebody who has left. */
function firstOf(renewed: Promise<void>, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit)
      left.removeEventListener('abort', done)
      resolve()
    }
    const limit = setTimeout(done, LONGEST_WAIT)
    left.addEventListener('abort', done)
    void renewed.then(done)
  })
}
