import type { IncomingMessage } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** For browsers: the answer is data for this caller, not to be displayed, framed or sniffed. */
const base: Headers = {
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

const EXPOSED =
  'etag, location, idempotency-replayed, retry-after, x-request-id, content-disposition, content-range'
const ACCEPTED = 'authorization, if-none-match, x-request-id'
const ACCEPTED_BY_ACTIONS = `${ACCEPTED}, content-type, content-disposition, idempotency-key, if-match, range`

/** The headers of all answers, and of preflights. */
export interface CommonHeaders {
  /** For the answer to this request, or to something that never became one. */
  of(request?: IncomingMessage): Headers
  /** For a preflight of a listed origin; undefined for any other request. */
  ofPreflight(request: IncomingMessage): Headers | undefined
}

/** Pages of these origins may read all answers, so that they can tell a refusal from a broken network. */
export function commonHeaders(origins: readonly string[]): CommonHeaders {
  const varying = { ...base, vary: 'Authorization, Accept-Encoding, Origin' }
  const byOrigin = new Map<string, Headers>(
    origins.map((origin) => [
      origin,
      {
        ...varying,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
      },
    ]),
  )
  const other = origins.length > 0 ? varying : base
  const allowed = (request: IncomingMessage | undefined) => byOrigin.get(request?.headers.origin ?? '')
  return {
    of: (request) => allowed(request) ?? other,
    ofPreflight(request) {
      const headers = allowed(request)
      const asks = request.headers['access-control-request-method'] !== undefined
      if (headers === undefined || !asks || request.method !== 'OPTIONS') return undefined
      const acts = request.url?.startsWith('/extension/') === true
      return {
        ...headers,
        'access-control-allow-methods': acts ? 'GET, HEAD, POST, PATCH, DELETE' : 'GET, HEAD',
        'access-control-allow-headers': acts ? ACCEPTED_BY_ACTIONS : ACCEPTED,
        'access-control-max-age': '600',
      }
    },
  }
}

/** Whether the request has a body. Where nobody reads it (D4), its connection is closed after the answer. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** How often a header was sent. Node.js joins or drops repeated ones. */
export function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string
    if (header.length === name.length && header.toLowerCase() === name) times += 1
  }
  return times
}
