import { bodies, lengths, tops } from './odd-tops.ts'
import type { Random } from './random.ts'
import { bearer, type Target } from './target.ts'
import { markerOf } from './texts.ts'

/** Bytes for a socket of their own. */
export interface RawCase {
  readonly kind: string
  readonly marker: string
  /** Sent one after the other, with a breath between them. */
  readonly pieces: readonly Buffer[]
  /** Good requests only, all answered in this order: the size of the page that one asks for, or null. */
  readonly sizes?: readonly (number | null)[]
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

interface Means {
  readonly random: Random
  readonly target: Target
  readonly marker: string
}

const paths = [
  '/api/v1/sante',
  '/api/v1/moi',
  '/api/v1/clients?taille=2',
  '/api/v1/offres?page=1',
  '/api/v1/inconnu',
]

/** A good request. */
const good = (means: Means, more = ''): string =>
  written(means, means.random.pick(paths), means.random.chance(0.7), more)

function written({ target, marker }: Means, path: string, signedIn: boolean, more: string): string {
  const [{ token }] = target.callers
  const authorization = bearer(signedIn ? token : null).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${marker}\r\n${authorization.join('')}${more}\r\n`
}

type Mutation = (means: Means) => Buffer

const flipped: Mutation = (means) => {
  const bytes = bytesOf(good(means))
  for (let n = 1 + means.random.below(8); n > 0; n -= 1) {
    const place = means.random.below(bytes.length)
    bytes[place] = (bytes[place] ?? 0) ^ (1 << means.random.below(8))
  }
  return bytes
}

const truncated: Mutation = (means) => {
  const bytes = bytesOf(good(means))
  return bytes.subarray(0, means.random.below(bytes.length))
}

const spliced: Mutation = (means) => {
  const [first, second] = [bytesOf(good(means)), bytesOf(good(means))]
  const cut = (bytes: Buffer) => means.random.below(bytes.length)
  return Buffer.concat([first.subarray(0, cut(first)), second.subarray(cut(second))])
}

const inserts = [
  ...['\x00', '\r', '\n', '\r\n', '\r\n\r\n', '\xff\xfe', ':', ' ', '\t', '\x7f', '%', 'HTTP/1.1'],
  '\x1b[2J',
]

const inserted: Mutation = (means) => {
  const text = good(means)
  const place = means.random.below(text.length)
  return bytesOf(text.slice(0, place) + means.random.pick(inserts) + text.slice(place))
}

const repeated: Mutation = (means) => {
  const text = good(means)
  const start = means.random.below(text.length)
  const slice = text.slice(start, start + 1 + means.random.below(60))
  return bytesOf(text.slice(0, start) + slice.repeat(2 + means.random.below(40)) + text.slice(start))
}

const followed: Mutation = (means) =>
  Buffer.concat([bytesOf(good(means)), rubbish(means), bytesOf(good(means))])

const rubbish: Mutation = ({ random }) =>
  Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256)))

/** The line ends are something else than CR LF. */
const otherLineEnds: Mutation = (means) =>
  bytesOf(
    good(means).replaceAll('\r\n', means.random.pick(['\r', '\n', '\n\r', '\r\r\n', '\r\n\n', ' \r\n'])),
  )

/** Lengths that contradict one another, and bodies that contradict them. */
const lengthy: Mutation = (means) => {
  const text = good(means, means.random.pick(lengths)) + means.random.pick(bodies)
  return bytesOf(means.random.chance(0.5) ? text.replace('GET', 'POST') + good(means) : text)
}

const mutations: readonly (readonly [string, Mutation])[] = [
  ['bits flipped', flipped],
  ['truncated', truncated],
  ['spliced', spliced],
  ['bytes inserted', inserted],
  ['slice repeated', repeated],
  ['rubbish between', followed],
  ['rubbish', rubbish],
  ['other line ends', otherLineEnds],
  ['lengths', lengthy],
  ['odd tops', (means) => bytesOf(means.random.pick(tops)(means))],
  ['odd tops', (means) => bytesOf(means.random.pick(tops)(means))],
  ['odd top, then a good request', (means) => bytesOf(means.random.pick(tops)(means) + good(means))],
]

export function rawCase(random: Random, target: Target): RawCase {
  const means = { random, target, marker: markerOf(random) }
  if (random.chance(0.08)) return pipelined(means)
  const [kind, mutation] = random.pick(mutations)
  const bytes = mutation(means)
  const pieces = random.chance(0.2) ? cut(random, bytes) : [bytes]
  return { kind: `raw: ${kind}`, marker: means.marker, pieces }
}

function pipelined(means: Means): RawCase {
  const { random } = means
  const sizes = Array.from({ length: 2 + random.below(20) }, (_, n) => (random.chance(0.7) ? n + 1 : null))
  const text = sizes
    .map((size, n) => {
      const closing = n === sizes.length - 1 ? 'Connection: close\r\n' : ''
      return size === null
        ? good(means, closing)
        : written(means, `/api/v1/offres?taille=${size}`, true, closing)
    })
    .join('')
  const pieces = random.chance(0.5) ? cut(random, bytesOf(text)) : [bytesOf(text)]
  return { kind: 'raw: pipelined', marker: means.marker, pieces, sizes }
}

/** The same bytes in a few pieces. */
function cut(random: Random, bytes: Buffer): Buffer[] {
  const places = Array.from({ length: 1 + random.below(5) }, () => random.below(bytes.length + 1)).sort(
    (a, b) => a - b,
  )
  return [0, ...places].map((start, n) => bytes.subarray(start, places[n] ?? bytes.length))
}
