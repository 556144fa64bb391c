import * as zlib from 'node:zlib'
import { Lru } from '../../lru.ts'

/** How bytes are sent (RFC 9110 §8.4). */
export type Coding = 'zstd' | 'br' | 'gzip' | 'identity'

type Compress = (text: string | Buffer) => Buffer

/** Node.js has it from 22.15 on. */
const zstd = (zlib as { zstdCompressSync?: Compress }).zstdCompressSync

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

/** The best first. Their levels were measured on lists of 100 (docs/performance.md): a millisecond, less than 18 kB. */
const codings = new Map<Coding, Compress>([
  ...(zstd === undefined ? [] : [['zstd', (text) => zstd(text)] as [Coding, Compress]]),
  [
    'br',
    (text) =>
      zlib.brotliCompressSync(text, {
        params: { [BROTLI_PARAM_QUALITY]: 2, [BROTLI_PARAM_SIZE_HINT]: text.length },
      }),
  ],
  ['gzip', (text) => zlib.gzipSync(text, { level: 4 })],
])

/** Below this length, in characters, compression gains nothing. */
const SMALL = 1000

/** What callers send in `Accept-Encoding` are few texts, over and over. */
const chosen = new Lru<string, Coding>(100)

/** The coding of an answer of this length, by what the caller accepts. */
export function codingOf(accepted: string | undefined, length: number): Coding {
  if (accepted === undefined || length < SMALL) return 'identity'
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const found = bestOf(accepted)
  chosen.set(accepted, found)
  return found
}

function bestOf(accepted: string): Coding {
  const named = accepted.split(',').map((one) => one.trim().toLowerCase())
  const takes = (coding: string) =>
    named.some((one) => one.split(';', 1)[0]?.trim() === coding && !/;\s*q=0(\.0*)?\s*$/.test(one))
  return [...codings.keys()].find(takes) ?? 'identity'
}

export const compressed = <Plain extends string | Buffer>(text: Plain, coding: Coding): Plain | Buffer =>
  codings.get(coding)?.(text) ?? text
