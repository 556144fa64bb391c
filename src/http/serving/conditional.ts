import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Answers 200 with the body, or 304 if the caller has it already. The tag depends on the body and the caller, so it
 * tells nothing to others.
 */
export function sendConditional(request: FastifyRequest, reply: FastifyReply, body: string, reader: string) {
  const etag = `"${hash('sha1', `${reader}\n${body}`, 'base64url')}"`
  reply.header('etag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.code(200).type('application/json; charset=utf-8').send(body)
}

/** Whether an If-None-Match holds that tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))
