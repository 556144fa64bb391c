import { METHODS } from 'node:http'
import type { Random } from './random.ts'
import type { Draft, Header } from './request.ts'
import { type Make, soundDraft } from './sound.ts'

const others = METHODS.filter((name) => !['GET', 'HEAD', 'CONNECT'].includes(name))
const unknown = [
  ...['get', 'Get', 'FOO', 'GETT', 'GET\t', '"GET"', 'G\x00T', '\xc9', 'PRI', 'BREW', 'A'.repeat(300)],
]
const bodies = ['', '{', '{"a":1}', '<a/>', '\x00\xff', 'a=1&a=2', '['.repeat(5000), 'x'.repeat(60_000)]
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; charset=utf-16',
  'x',
  '/',
  '',
]

/** The origin that the service is told to let in. */
export const ORIGIN = 'https://app.example'

/** Another method than GET and HEAD, with a body, on a known path or not. */
export const otherMethod: Make = (means) => {
  const { random, marker } = means
  const draft = { ...soundDraft(means), kind: 'method' }
  if (random.chance(0.15)) return { ...draft, method: random.pick(unknown), allowed: [400] }
  const method = random.pick([...others, 'OPTIONS', 'OPTIONS', 'OPTIONS'])
  const known = random.chance(0.7)
  const asks = method === 'OPTIONS' || random.chance(0.1) ? preflight(random, marker) : []
  return {
    ...withBody(random, { ...draft, headers: [...draft.headers, ...asks] }),
    method,
    target: known ? draft.target : `/${marker}`,
    allowed: [known ? 405 : 404, ...(method === 'OPTIONS' && asks.length > 1 ? [204] : [])],
  }
}

/** What a browser asks before it asks, whole or not. */
function preflight(random: Random, marker: string): Header[] {
  const headers: Header[] = [
    ['Origin', random.pick([ORIGIN, `https://${marker}.example`, 'null', ''])],
    ['Access-Control-Request-Method', random.pick(['GET', 'DELETE', marker, ''])],
    ['Access-Control-Request-Headers', random.pick(['authorization', marker, '*', ''])],
  ]
  return headers.filter(() => random.chance(0.8))
}

export const connectMethod: Make = (means) => ({
  ...soundDraft(means),
  kind: 'connect',
  method: 'CONNECT',
  target: means.random.pick([`${means.marker}:443`, '/api/v1/sante', '*', means.marker]),
  allowed: [400, 405],
})

/** A body where none is expected. */
export const withUnexpectedBody: Make = (means) => ({
  ...withBody(means.random, soundDraft(means)),
  kind: 'body',
})

function withBody(random: Random, draft: Draft): Draft {
  const body = random.pick(bodies)
  const type: Header = ['Content-Type', random.pick(types)]
  if (random.chance(0.3)) {
    const chunks = body === '' ? '' : `${body.length.toString(16)};x="y"\r\n${body}\r\n`
    const headers: Header[] = [...draft.headers, type, ['Transfer-Encoding', 'chunked']]
    return { ...draft, headers, body: `${chunks}0\r\nX-Trailer: ${draft.marker}\r\n\r\n` }
  }
  return { ...draft, headers: [...draft.headers, type, ['Content-Length', String(body.length)]], body }
}
