import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HangUp } from '../../database/hang-up.ts'
import { unavailable } from '../errors.ts'
import type { AdmissionControl } from './admission.ts'

/** A request that waits for something outside admission. */
export interface Waiting {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly hangUp: HangUp
}

/** Asks for admission once more. Throws 503 when it is refused, or when the caller has hung up. */
export function readmit(
  admission: Pick<AdmissionControl, 'enter'>,
  { request, reply, hangUp }: Waiting,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(unavailable())
    hangUp.listen(refuse)
    admission.enter(request.raw, reply.raw, { go: () => resolve(), refuse })
  })
}
