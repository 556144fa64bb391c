import type { Random } from './random.ts'
import type { Header } from './request.ts'
import { hostileText } from './texts.ts'

/** Headers beside the usual ones, and what they make of an answer that would have been `answer`. */
interface FuzzedHeaders {
  readonly headers: readonly Header[]
  readonly statuses: (answer: readonly number[]) => readonly number[]
}

const unchanged = (answer: readonly number[]) => answer
const becomes =
  (...statuses: number[]) =>
  () =>
    statuses
const orElse =
  (...statuses: number[]) =>
  (answer: readonly number[]) => [...answer, ...statuses]
const notModified = (answer: readonly number[]) => answer.map((status) => (status === 200 ? 304 : status))

type Make = (random: Random, marker: string) => FuzzedHeaders

/** A text that may stand in a header: visible bytes, blanks and high bytes. */
const headerText = (random: Random, marker: string): string =>
  Buffer.from(hostileText(random, marker))
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

const one = (name: string, value: string, statuses = unchanged): FuzzedHeaders => ({
  headers: [[name, value]],
  statuses,
})

const ignored =
  `Accept Accept-Encoding Accept-Language Accept-Version Accept-Charset Access-Control-Request-Headers
  Cache-Control Content-Encoding Content-Type Cookie DNT Forwarded From If-Match If-Modified-Since
  If-Range If-Unmodified-Since Link Max-Forwards Origin Pragma Priority Proxy-Authorization Range
  Referer Sec-Fetch-Mode TE Trailer Traceparent User-Agent Via X-Forwarded-For X-Forwarded-Host
  X-Forwarded-Proto X-HTTP-Method-Override X-Original-URL X-Real-IP __proto__ constructor toString`.split(
    /\s+/,
  )

const telling = [
  ...['*/*;q=0', 'text/html', 'gzip, br, zstd', 'bytes=0-0', 'bytes=-1,5-2', 'application/json'],
  ...['Thu, 01 Jan 1970 00:00:00 GMT', 'DELETE', '/api/v1/moi', 'no-cache', '1.2.3', '*'],
]

const addresses = [
  ...['203.0.113.7', '2001:db8::1', '::', ':::::::::', '::ffff:192.0.2.1', '1.2.3.4, 5.6.7.8', ',,,'],
  ...['256.1.1.1', '127.0.0.1:99999', '[::1]:80', 'unknown', '_hidden', '::1%eth0'],
]

/** What stands in place of a tag. */
export const junkTags = ['""', 'W/', 'W/""', '"', '"*"', ',', '\\', '"a,b"', "'x'", 'w/"x"', '"\xff"']

const makers: readonly Make[] = [
  (random, marker) => one(random.pick(ignored), headerText(random, marker)),
  (random) => one(random.pick(ignored), random.pick(telling)),
  (random) => one(random.pick(['X-Forwarded-For', 'Forwarded', 'X-Real-IP']), random.pick(addresses)),
  (random, marker) => one(marker.slice(0, 1 + random.below(8)), headerText(random, marker)),
  (_random, marker) => one('If-None-Match', `"${marker}", W/"${marker}"`),
  (random) => one('If-None-Match', random.pick(junkTags).repeat(1 + random.below(300))),
  () => one('If-None-Match', ' * ', notModified),
  (random, marker) => one('X-Request-Id', `${marker} ${headerText(random, marker)}`),
  (_random, marker) => one('X-Request-Id', marker.repeat(20)),
  (_random, marker) => one('X-Request-Id', `A-${marker}.0_9`),
  () => one('Connection', 'close'),
  (random) => one('Connection', random.pick(['keep-alive', 'authorization', 'TE, x', 'keep-alive, close'])),
  (random) => ({
    headers: [
      ['Connection', 'Upgrade'],
      ['Upgrade', random.pick(['websocket', 'h2c', 'TLS/1.0', 'x/1'])],
      ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
    ],
    statuses: unchanged,
  }),
  () => one('Expect', '100-continue'),
  (_random, marker) => one('Expect', marker, becomes(417)),
  () => one('Content-Length', '0'),
  (_random, marker) => one('Host', marker, orElse(400)),
  (_random, marker) => one(`bad ${marker}`, 'x', becomes(400)),
  (_random, marker) => one(`X-${marker}\xe9`, 'x', becomes(400)),
  (_random, marker) => one('X-Control', `${marker}\x00`, becomes(400)),
  (_random, marker) => one('X-Control', `${marker}\x7f\x01`, becomes(400)),
  (_random, marker) => one('X-Folded', `${marker}\r\n ${marker}`, orElse(400)),
  (_random, marker) => one('X-Split', `${marker}\r\nX-${marker}: 1`),
  (_random, marker) => one('X-Lone', `${marker}\rX-${marker}: 1`, becomes(400)),
  (_random, marker) => one('X-Lone', `${marker}\nX-${marker}: 1`, orElse(400)),
  (random, marker) => ({
    headers: Array.from({ length: 50 + random.below(150) }, (_, n) => [`X-${n}`, marker] as const),
    statuses: unchanged,
  }),
  (random, marker) => one('X-Long', marker.repeat(2000 + random.below(800)), becomes(431)),
]

export const fuzzedHeaders = (random: Random, marker: string): FuzzedHeaders =>
  random.pick(makers)(random, marker)

/** What stands in place of a good «Bearer token», and what that is worth: refused, or perhaps not. */
export function fuzzedAuthorization(random: Random, token: string, marker: string): FuzzedHeaders {
  const bad: readonly string[] = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${marker}`,
    `Bearer ${marker}.${marker}.${marker}`,
    `Basic ${marker}`,
    token,
    `Bearer ${token} ${marker}`,
    `Bearer ${token},`,
    `Bearer ${token}.`,
    `Bearer ${token.slice(0, -2)}`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${flipped(random, token)}`,
    `Bearer ${'a'.repeat(9000)}`,
    `Bearer ${'.'.repeat(100)}`,
    `Bearer ${forged({ alg: 'none' }, token)}`,
    `Bearer ${forged({ alg: 'HS256', kid: `../${marker}` }, token)}`,
    `Bearer ${forged({ alg: 'ES256', jku: `http://127.0.0.1/${marker}`, crit: ['x'] }, token)}`,
    `Bearer ${headerText(random, marker)}`,
    `Digest username="${marker}"`,
  ]
  if (random.chance(0.15)) {
    const first = random.chance(0.5)
    const pair: Header[] = [
      ['Authorization', `Bearer ${token}`],
      ['Authorization', `Bearer ${marker}`],
    ]
    return { headers: first ? pair : pair.reverse(), statuses: orElse(400, 401) }
  }
  if (random.chance(0.1)) return one('Authorization', `bEaReR    ${token}   `)
  return one('Authorization', random.pick(bad), becomes(401))
}

/** The token with one letter changed, not the last: its low bits may mean nothing. */
function flipped(random: Random, token: string): string {
  const place = random.below(token.length - 4)
  const letter = token[place] === 'A' ? 'B' : 'A'
  return token[place] === '.' ? `x${token}` : token.slice(0, place) + letter + token.slice(place + 1)
}

const forged = (header: object, token: string): string =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...token.split('.').slice(1)].join('.')
