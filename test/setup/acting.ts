import { randomUUID } from 'node:crypto'
import { insist } from '../../harness/http/insist.ts'
import type { World } from './world.ts'

export interface Act {
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** The key of idempotency; a new one unless given, none when null. */
  readonly key?: string | null
  /** The version that the person saw. */
  readonly version?: string
  /** A list sends a header as often as it has values. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Asks for an action as an application does, which comes back after a 503 under the same key. */
export function act(world: World, who: string | null, path: string, given: Act = {}) {
  const { key = randomUUID() } = given
  return insist(() => actOnce(world, who, path, { ...given, key }))
}

export async function actOnce(world: World, who: string | null, path: string, given: Act = {}) {
  const { method = 'POST', body, key = randomUUID(), version, headers } = given
  const response = await world.server.inject({
    method,
    url: `/extension/v1${path}`,
    headers: {
      ...(who === null ? {} : { authorization: `Bearer ${await world.token(who)}` }),
      ...(method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests find out
    body: (response.body === '' ? undefined : JSON.parse(response.body)) as any,
  }
}
