import type { Cancellation } from '../../database/cancellation.ts'
import { unavailable } from '../errors.ts'
import type { AdmissionControl } from './admission.ts'
import { networkOf } from './rate-limits.ts'
import { readmit, type Waiting } from './readmit.ts'

/** Together with the rest of the request, within its deadline. */
const LONGEST_WAIT = 2000
const MOST_WAITING = 256
const MOST_OF_AN_ADDRESS = 32

/** Keys that can be fetched again: undefined when that is not allowed now. */
interface Renewable {
  renewed(): Promise<void> | undefined
}

/**
 * Where requests with an unknown key wait until keys are fetched again: outside admission, so that they take no
 * capacity from users, and only a bounded number of them.
 */
export class KeyQueue {
  readonly #keys: Renewable
  readonly #admission: AdmissionControl
  readonly #byAddress = new Map<string, number>()
  /** How many are waiting. */
  waiting = 0

  constructor(keys: Renewable, admission: AdmissionControl) {
    this.#keys = keys
    this.#admission = admission
  }

  /**
   * Waits until the keys have been fetched again, recognises the caller once more, and readmits a known one. Returns
   * undefined at once when too many wait or no fetch is allowed. Throws 503 when admission refuses it, or when the
   * caller has hung up.
   */
  async retry<T>(
    { request, reply, cancellation }: Waiting,
    recognise: () => Promise<T>,
  ): Promise<T | undefined> {
    const address = networkOf(request.ip ?? '')
    const ofAddress = this.#byAddress.get(address) ?? 0
    if (this.waiting >= MOST_WAITING || ofAddress >= MOST_OF_AN_ADDRESS) return undefined
    const renewed = this.#keys.renewed()
    if (renewed === undefined) return undefined
    this.#count(address, 1)
    const wasInside = this.#admission.leave(request.raw)
    await firstOf(renewed, cancellation)
    this.#count(address, -1)
    if (cancellation.requested) throw unavailable()
    const subject = await recognise()
    if (subject && wasInside) await readmit(this.#admission, { request, reply, cancellation })
    return subject
  }

  #count(address: string, one: 1 | -1): void {
    this.waiting += one
    const ofAddress = (this.#byAddress.get(address) ?? 0) + one
    if (ofAddress === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, ofAddress)
  }
}

/** Waits for the keys, with a time limit, and not for a caller who has hung up. */
function firstOf(renewed: Promise<void>, cancellation: Cancellation): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit)
      forget()
      resolve()
    }
    const limit = setTimeout(done, LONGEST_WAIT)
    const forget = cancellation.listen(done)
    void renewed.then(done)
  })
}
