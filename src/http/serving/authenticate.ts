import type { FastifyRequest } from 'fastify'
import { type Keys, KeysUnavailable } from '../../identity/keys.ts'
import type { Verify } from '../../identity/token.ts'
import { unknownCaller } from '../../refusal.ts'
import type { KeyQueue } from '../admission/key-queue.ts'
import type { Limits } from '../admission/rate-limits.ts'
import type { Waiting } from '../admission/readmit.ts'
import { timesSent } from './headers.ts'

/** What is needed to recognise a caller. */
export interface Identification {
  readonly verify: Verify
  readonly keys: Pick<Keys, 'state' | 'generation'>
  readonly keyQueue: KeyQueue
  readonly limits: Limits
}

/**
 * Returns the user's id. Checks the token, then the rate: per user for a valid token, per address otherwise, so that
 * guessing is slow. A request that may have to wait for a key is counted before. While no key is known, every request
 * gets 503 and none is counted.
 */
export async function authenticate(
  asking: Waiting,
  { verify, keys, keyQueue, limits }: Identification,
): Promise<string> {
  const { request } = asking
  const token = tokenOf(request)
  const { generation } = keys
  let subject = token === undefined ? null : await verify(token)
  const counted = subject === undefined && keys.state.ready
  if (counted) await limits.address(request.ip)
  if (token !== undefined && subject === undefined) {
    const again = () => verify(token)
    subject = await (keys.generation === generation ? keyQueue.retry(asking, again) : again())
    if (!keys.state.ready) throw new KeysUnavailable(keys.state.failure?.message ?? 'no keys yet')
  }
  if (subject) {
    await limits.user(subject)
    return subject
  }
  if (!counted) await limits.address(request.ip)
  throw unknownCaller()
}

/** A repeated header is ignored: we would use the first, a proxy in front perhaps the last. */
function tokenOf({ headers, raw }: FastifyRequest): string | undefined {
  return timesSent(raw, 'authorization') > 1
    ? undefined
    : /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
