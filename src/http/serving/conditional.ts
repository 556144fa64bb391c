import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, codingOf, compressed, compressedAside, LARGE } from './coding.ts'

/**
 * Answers 200 with the body, or 304 if the caller has it already. The tag depends on the body, its coding and the
 * caller, so it tells nothing to others.
 */
export function sendConditional(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  body: string,
  { caller = '', type = 'application/json' }: { readonly caller?: string; readonly type?: string } = {},
) {
  const coding = codingOf(headers['accept-encoding'], body.length)
  const tag = hash('sha1', `${caller}\n${body}`, 'base64url')
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
  reply.header('etag', etag)
  if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send()
  return sendCoded(reply.code(200).type(`${type}; charset=utf-8`), body, coding)
}

/** Answers 200 with a body that is kept nowhere. It may hold no secret: its length would tell of it (BREACH). */
export const sendUnstored = ({ headers }: FastifyRequest, reply: FastifyReply, body: string) =>
  sendCoded(
    reply.code(200).type('application/json; charset=utf-8').header('cache-control', 'no-store'),
    body,
    codingOf(headers['accept-encoding'], body.length),
  )

function sendCoded(reply: FastifyReply, body: string, coding: Coding) {
  if (coding !== 'identity') reply.header('content-encoding', coding)
  if (body.length < LARGE) return reply.send(compressed(body, coding))
  return compressedAside(body, coding).then((bytes) => reply.send(bytes))
}

/** Whether an If-None-Match holds that tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag))
