import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { Lru } from '../../lru.ts'

/** How bytes are sent (RFC 9110 §8.4). */
export type Coding = 'zstd' | 'br' | 'gzip' | 'identity'

/** A way to compress: at once, and on another thread. */
interface Compress {
  readonly now: (text: string | Buffer) => Buffer
  readonly aside: (text: string | Buffer) => Promise<Buffer>
}

/** Node.js has them from 22.15 on. */
const { zstdCompressSync, zstdCompress } = zlib as {
  zstdCompressSync?: Compress['now']
  zstdCompress?: (text: string | Buffer, done: (error: Error | null, bytes: Buffer) => void) => void
}
const zstd =
  zstdCompressSync === undefined || zstdCompress === undefined
    ? undefined
    : { now: zstdCompressSync, aside: promisify(zstdCompress) }

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const brotli = (length: number): zlib.BrotliOptions => ({
  params: { [BROTLI_PARAM_QUALITY]: 2, [BROTLI_PARAM_SIZE_HINT]: length },
})
const gzip: zlib.ZlibOptions = { level: 4 }

/** The best first. Their levels were measured on lists of 100 (docs/performance.md): a millisecond, less than 18 kB. */
const codings = new Map<Coding, Compress>([
  ...(zstd === undefined ? [] : [['zstd', zstd] as const]),
  [
    'br',
    {
      now: (text) => zlib.brotliCompressSync(text, brotli(text.length)),
      aside: (text) =>
        promisify<string | Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(
          text,
          brotli(text.length),
        ),
    },
  ],
  [
    'gzip',
    {
      now: (text) => zlib.gzipSync(text, gzip),
      aside: (text) => promisify<string | Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)(text, gzip),
    },
  ],
])

/** Below this length, in characters, compression gains nothing. */
const SMALL = 1000

/** Callers send the same few texts in `Accept-Encoding`, over and over. */
const chosen = new Lru<string, Coding>(100)

/** The coding of an answer of this length, by what the caller accepts. */
export function codingOf(accepted: string | undefined, length: number): Coding {
  if (accepted === undefined || length < SMALL) return 'identity'
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const found = bestOf([...codings.keys()], accepted)
  chosen.set(accepted, found)
  return found
}

/** The first of these codings that the caller accepts. */
export function bestOf(offered: readonly Coding[], accepted: string): Coding {
  const named = accepted.split(',').map((one) => one.trim().toLowerCase())
  const takes = (coding: string) =>
    named.some((one) => one.split(';', 1)[0]?.trim() === coding && !/;\s*q=0(\.0*)?\s*$/.test(one))
  return offered.find(takes) ?? 'identity'
}

export const compressed = <Plain extends string | Buffer>(text: Plain, coding: Coding): Plain | Buffer =>
  codings.get(coding)?.now(text) ?? text

/** From this length on, in characters, others would wait for it. */
export const LARGE = 256 * 1024

/** The same on another thread, for large texts. */
export const compressedAside = async <Plain extends string | Buffer>(
  text: Plain,
  coding: Coding,
): Promise<Plain | Buffer> => codings.get(coding)?.aside(text) ?? text
