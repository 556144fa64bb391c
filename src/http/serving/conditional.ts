import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingOf } from './coding.ts'

/**
 * Answers 200 with the body, or 304 if the caller has it already. The tag depends on the body, its coding and the caller,
 * so it tells nothing to others.
 */
export function sendConditional(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
  { reader = '', type = 'application/json' }: { readonly reader?: string; readonly type?: string } = {},
) {
  const coding = codingOf(headers['accept-encoding'], body.length)
  const tag = hash('sha1', `${reader}\n${body}`, 'base64url')
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
  reply.header('etag', etag)
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.code(200).type(`${type}; charset=utf-8`).send(body)
}

/** Whether an If-None-Match holds that tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))
