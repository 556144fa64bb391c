import type { FastifyRequest } from 'fastify'
import { readId } from './validation.ts'

/** Called for every answer. */
export type CountAnswer = (operation: string | null, status: number, milliseconds: number) => void

/** Counts each answer and logs it: who asked, for which operation and record (D27). */
export const requestLog =
  (answered: CountAnswer) =>
  (request: FastifyRequest, status: number, milliseconds: number): void => {
    const operation = request.routeOptions.config?.operation ?? null
    answered(operation, status, milliseconds)
    request.log.info({
      caller_request_id: callersId(request),
      operation,
      method: request.method,
      status,
      duration_ms: Math.round(milliseconds * 10) / 10,
      utilisateur_id: request.caller?.utilisateur_id ?? null,
      organisation_id: request.caller?.organisation_id ?? null,
      ressource_id: recordOf(request),
      filtres: request.filters ?? null,
      reason: request.reason ?? null,
    })
  }

/** The id that the caller gave the request; anything that is not a plain word is not repeated. */
function callersId({ headers }: FastifyRequest): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : null
}

/** The record id in the path; anything that is not an id is not repeated. */
const recordOf = ({ params }: FastifyRequest): string | null =>
  readId((params as { id?: string } | null)?.id ?? '')
