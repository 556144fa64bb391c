import type { Schema } from '../../src/contract/kind.ts'
import type { Action } from '../../src/extension/action.ts'
import { actions } from '../../src/extension/index.ts'
import type { ActionTarget } from './action-target.ts'
import { fuzzedBody } from './bodies.ts'
import { fuzzedDownload, fuzzedFile } from './files.ts'
import type { Random } from './random.ts'
import { type Fuzzed, type Header, writtenOut } from './request.ts'
import { callerOf, headersOf } from './sound.ts'
import type { Versioned } from './target.ts'
import { hostileValue, markerOf } from './texts.ts'

/** All that an action may answer to whatever it is sent; 500 is not among them. */
const possible = [200, 201, 204, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 417, 422, 428, 431]

const NOBODY = '00000000-0000-4000-8000-000000000000'
const LARGEST = 65_536

/** What an action is asked on: its path filled in, and a version that may be right. */
function placeOf({ path, target: kind }: Action, random: Random, target: ActionTarget, marker: string) {
  const client = random.pick(target.clients)
  const parts: readonly Versioned[] = path.includes('/sites') ? client.sites : client.contacts
  const nothing = { id: NOBODY, modifie_le: client.modifie_le }
  const items = {
    ...{ client: [client], reservation: target.reservations, partenaire: target.partners },
    ...{ document_kyc: target.documents, fichier_pris: target.files },
  }
  const item = kind === null ? client : random.pick<Versioned>(items[kind])
  const part = random.pick(parts.length === 0 ? [nothing] : parts)
  const spoilt = (id: string) =>
    random.chance(0.9)
      ? id
      : random.pick([NOBODY, id.toUpperCase(), hostileValue(random, marker).raw, '', '%00'])
  return {
    raw: path.replace('{id}', spoilt(item.id)).replace(/\{\w+_id\}/, spoilt(part.id)),
    version: path.includes('_id}') ? part.modifie_le : item.modifie_le,
  }
}

const times = (name: string, values: readonly string[]): Header[] => values.map((value) => [name, value])

/** Keys of idempotency: mostly one of a few, so that they meet again with other requests. */
const keys = (random: Random, marker: string): Header[] => {
  if (random.chance(0.7))
    return times('Idempotency-Key', [random.chance(0.5) ? marker : `cle-${random.below(40)}`])
  const odd = [
    '',
    ' ',
    'é',
    '\xff',
    'a b',
    'x'.repeat(255),
    'x'.repeat(256),
    '"',
    "'; drop",
    '\x7f',
    '*',
    'null',
  ]
  return times('Idempotency-Key', random.pick([[], [random.pick(odd)], [marker, marker], ['', marker]]))
}

const versions = (random: Random, version: string): Header[] => {
  if (random.chance(0.75)) return times('If-Match', [`"${version}"`])
  const odd = [
    ...[
      '*',
      '""',
      '"',
      `W/"${version}"`,
      version,
      `'${version}'`,
      `"${version}", "${version}"`,
      `"${version}" `,
    ],
    ...['"9999-99-99T99:99:99.999Z"', '"0000-00-00T00:00:00.000Z"', '"2026-01-01T00:00:00Z"', '"\xff"'],
    ...[`"${version.replace('Z', '+00:00')}"`, 'x'.repeat(5000)],
  ]
  return times('If-Match', random.pick([[], [random.pick(odd)], [`"${version}"`, `"${version}"`]]))
}

const types = (random: Random): Header[] => {
  if (random.chance(0.9)) return [['Content-Type', 'application/json']]
  const odd = [
    ...[
      'application/merge-patch+json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'text/plain',
      '',
    ],
    ...[
      'application/json; charset=utf-16',
      'application/json;',
      'application/jsonx',
      'multipart/form-data',
      '/',
    ],
    ...[
      'application/json, text/plain',
      'application/json; charset="UTF-8"',
      '\xff',
      'application/json; a=b; c',
    ],
  ]
  return times('Content-Type', random.pick([[], [random.pick(odd)], ['application/json', 'text/plain']]))
}

const encodings = (random: Random): Header[] =>
  random.chance(0.95)
    ? []
    : [['Content-Encoding', random.pick(['gzip', 'identity', '', 'br, gzip', 'x', 'deflate'])]]

/** The body with the headers that say how long it is. */
function framed(random: Random, body: string): { headers: Header[]; body: string; last?: true } {
  if (random.chance(0.85)) return { headers: [['Content-Length', String(body.length)]], body }
  if (random.chance(0.6)) {
    const half = random.below(body.length + 1)
    const chunk = (text: string) => (text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`)
    const chunks = `${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`
    return { headers: [['Transfer-Encoding', 'chunked']], body: chunks }
  }
  const odd = [
    '-1',
    '+5',
    '0x10',
    '1e2',
    '',
    'x',
    '99999999999999999999',
    '1.5',
    `${body.length}, ${body.length}`,
  ]
  return { headers: [['Content-Length', random.pick(odd)]], body, last: true }
}

/** What is sent, and what says of which type it is. */
function sent(action: Action, random: Random, target: ActionTarget, marker: string) {
  if (action.binary) return fuzzedFile(random, marker)
  const ids = action.target === 'partenaire' ? target.depositable : target.ids
  return { headers: types(random), body: fuzzedBody(action.body as Schema, { random, marker, ids }) }
}

/** A request to act, or to open a link: any action, any caller, something wrong with it or nothing. */
export function fuzzedAction(random: Random, target: ActionTarget): Fuzzed {
  if (random.chance(0.08)) return fuzzedDownload(random, target)
  const action = random.pick(actions)
  const marker = markerOf(random)
  const place = placeOf(action, random, target, marker)
  const given = sent(action, random, target, marker)
  const { headers, body, last } = framed(random, given.body)
  const request = writtenOut({
    ...{ kind: action.id, marker, method: action.method, target: place.raw, allowed: possible, body },
    headers: [
      ...headersOf(callerOf({ random, target, marker }), marker),
      ...keys(random, marker),
      ...versions(random, place.version),
      ...given.headers,
      ...encodings(random),
      ...headers,
    ],
  })
  const mayClose = request.mayClose || body.length > LARGEST || last === true
  return { ...request, mayClose, last: request.last || last === true || body.length > LARGEST }
}
