import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cancellation } from '../../database/cancellation.ts'
import { unavailable } from '../errors.ts'
import type { AdmissionControl } from './admission.ts'

/** A request that waits for something outside admission. */
export interface Waiting {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly cancellation: Cancellation
}

/** Asks for admission once more. Throws 503 when it is refused, or when the caller has hung up. */
export function readmit(
  admission: Pick<AdmissionControl, 'enter'>,
  { request, reply, cancellation }: Waiting,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(unavailable())
    cancellation.listen(refuse)
    admission.enter(request.raw, reply.raw, { go: () => resolve(), refuse })
  })
}
