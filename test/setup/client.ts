import type { AddressInfo } from 'node:net'
import { type AntenneClient, AntenneError, type ClientOptions, createClient } from '../../client/src/index.ts'
import { withoutRights } from './people.ts'
import { openWorld, type World, type WorldOptions } from './world.ts'

/** A world whose service listens, and clients of it. */
export interface ListeningWorld extends World {
  readonly address: string
  readonly port: number
  /** A client that speaks as that account. */
  client(who: string, options?: Partial<ClientOptions>): AntenneClient
}

export async function openListeningWorld(options?: WorldOptions): Promise<ListeningWorld> {
  const world = await openWorld(options)
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.server.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  // The first answer waits for all that a service loads: clients that do not insist begin after it.
  await world.get(withoutRights, '/api/v1/moi')
  return Object.assign(world, {
    address,
    port,
    client: (who: string, more: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl: address, token: () => world.token(who), retries: 0, ...more }),
  })
}

/** What a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<AntenneError> {
  const error = await call.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (error instanceof AntenneError) return error
  throw error
}

interface Exchange {
  readonly url: string
  readonly headers: Record<string, string>
  readonly status: number
}

/** The platform's fetch, and a note of each exchange. */
export function notedFetch() {
  const exchanges: Exchange[] = []
  const fetching: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const response = await fetch(url, init)
    exchanges.push({ url, headers: init.headers, status: response.status })
    return response
  }
  return { fetch: fetching, exchanges }
}
