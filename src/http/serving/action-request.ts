import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal.ts'

const json = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const patch = /^application\/(merge-patch\+)?json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** JSON in UTF-8, not encoded any further (A9). */
export function requireMediaType({ headers }: FastifyRequest, method: string): void {
  const known = (method === 'PATCH' ? patch : json).test(headers['content-type'] ?? '')
  if (!known || headers['content-encoding'] !== undefined) throw new Refusal('type_non_accepte')
}

const MOST_LEVELS = 10
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON value of a body. */
export function bodyOf(raw: Buffer | undefined): unknown {
  try {
    const value = JSON.parse(utf8.decode(raw))
    if (levelsOf(value) <= MOST_LEVELS) return value
  } catch {
    // Refused below, like a value that is too deep.
  }
  throw new Refusal('requete_invalide', {
    message:
      'Le contenu envoyé n’est pas du JSON valable, ou a plus de 10 niveaux. Corrigez-le, puis réessayez.',
  })
}

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0

/** The values of a header, one for each time that it was sent. */
const valuesOf = ({ raw }: FastifyRequest, name: string): string[] =>
  raw.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name)

/** The key of idempotency, taken literally (A2); null where it may be left out and is. */
export function keyOf(request: FastifyRequest, required: boolean): string | null {
  const [key, ...more] = valuesOf(request, 'idempotency-key')
  if (key === undefined && !required) return null
  if (key === undefined || more.length > 0 || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal('cle_requise')
  return key
}

/** The version that the person saw, as a read gives it (A3). */
export function versionOf(request: FastifyRequest, required: boolean): string | null {
  if (!required) return null
  const [value = '', ...more] = valuesOf(request, 'if-match')
  const instant = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/.exec(value)?.[1]
  if (instant === undefined || more.length > 0) throw new Refusal('version_requise')
  return instant
}

/** SHA-256 of what makes two requests the same (A2). */
export function fingerprint(request: FastifyRequest, raw: Buffer | undefined): Buffer {
  const { method, headers } = request
  const said = [method, request.raw.url, headers['content-type'] ?? '', headers['if-match'] ?? '']
  return createHash('sha256')
    .update(JSON.stringify(said))
    .update(raw ?? '')
    .digest()
}
