import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdmissionControl } from '../../src/http/admission/admission.ts'
import type { AdmissionCallbacks } from '../../src/http/admission/queue.ts'

/** Somebody who comes to a admission, and what became of them. */
export interface Visitor {
  readonly url: string
  readonly request: IncomingMessage
  readonly came: number
  /** How often they were let in and refused, and when that was first. */
  admitted: number
  refused: number
  told: number | undefined
  /** The work is done. */
  finish(): void
  /** They hang up. */
  hangUp(): void
}

/** Comes to the admission. `inside` is done as soon as the visitor is let in. */
export function visit(
  admission: AdmissionControl,
  url: string,
  inside: (visitor: Visitor) => void = () => {},
): Visitor {
  const request = { url } as IncomingMessage
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const visitor: Visitor = {
    url,
    request,
    came: performance.now(),
    admitted: 0,
    refused: 0,
    told: undefined,
    finish: () => admission.leave(request),
    hangUp() {
      response.destroyed = true
      response.emit('close')
    },
  }
  const callbacks: AdmissionCallbacks = {
    go() {
      visitor.admitted += 1
      visitor.told ??= performance.now()
      inside(visitor)
    },
    refuse() {
      visitor.refused += 1
      visitor.told ??= performance.now()
    },
  }
  admission.enter(request, response as unknown as ServerResponse, callbacks)
  return visitor
}

/** How long somebody waited to be told yes or no. */
export const waited = ({ came, told }: Visitor): number => (told ?? Number.POSITIVE_INFINITY) - came
