import type { Operation } from '../../src/operations/operation.ts'

export type Header = readonly [name: string, value: string]

/** A request to send, and what may be answered to it. */
export interface Fuzzed {
  readonly kind: string
  readonly bytes: Buffer
  /** Answered without a body. */
  readonly head: boolean
  /** A word of the request that is to be nowhere in the answer. */
  readonly marker: string
  readonly allowed: readonly number[]
  /** What a 200 is the answer of. */
  readonly operation?: Operation
  /** The parameters that a 422 names: all of the first, any of the second. */
  readonly faults?: { readonly must: readonly string[]; readonly may: readonly string[] }
  /** Whether the service may close the connection without an answer: it has stopped reading. */
  readonly mayClose: boolean
  /**
   * Nothing else is asked on the same connection: the parser keeps to itself what is wrong with what follows an
   * upgrade.
   */
  readonly last: boolean
}

/** A request before it is written out: texts are bytes (Latin-1). */
export interface Draft extends Pick<Fuzzed, 'kind' | 'marker' | 'allowed'> {
  readonly method: string
  readonly target: string
  readonly headers: readonly Header[]
  readonly body?: string
  readonly operation?: Operation | undefined
  readonly faults?: Fuzzed['faults'] | undefined
}

/** All that a service in good health answers. */
export const anything = [200, 204, 304, 400, 401, 403, 404, 405, 408, 413, 414, 417, 422, 431]

/**
 * An address line that the service reads, and headers that it reads together with it; both told in D4 by their
 * statuses.
 */
const LONGEST_TARGET = 8192
const SAFE_TOP = 14_000

/** Writes a request out; what is too long may be refused for that, whatever else is wrong. */
export function writtenOut(draft: Draft): Fuzzed {
  const { method, target, headers, body, ...known } = draft
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const top = `${method} ${target} HTTP/1.1\r\n${lines}\r\n`
  const tooLong = target.length > LONGEST_TARGET || top.length > SAFE_TOP
  return {
    ...withoutUndefined(known),
    allowed: tooLong ? [...draft.allowed, 414, 431] : draft.allowed,
    bytes: Buffer.from(top + (body ?? ''), 'latin1'),
    head: method === 'HEAD',
    mayClose: tooLong || method === 'CONNECT',
    last: headers.some(([name]) => name === 'Upgrade'),
  }
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Omit<
    Fuzzed,
    'bytes' | 'head' | 'mayClose' | 'last'
  >

/** The same with HEAD, of a GET that is sure to be answered; else null. */
export function twinOf(request: Fuzzed): Fuzzed | null {
  const { bytes, mayClose } = request
  if (mayClose || bytes.toString('latin1', 0, 4) !== 'GET ') return null
  return { ...request, bytes: Buffer.concat([Buffer.from('HEAD'), bytes.subarray(3)]), head: true }
}
