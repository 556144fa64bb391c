import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, items } from '../client/src/index.ts'
import { type Network, openNetwork } from '../harness/database/network.ts'
import { withWriter } from '../src/database/writer.ts'
import { failureOf, type ListeningWorld, notedFetch, openListeningWorld } from './setup/client.ts'
import { operator } from './setup/people.ts'

let world: ListeningWorld
let network: Network
/** Enough for the headers of an answer, too little for its body. */
const CUT = { cutAfter: 900 }
beforeAll(async () => {
  world = await openListeningWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  network = await openNetwork(world.port)
})
afterEach(() => network.close())

/** Over the weak network, a connection for each request. */
const overWeak = (retries: number, timeout = 60_000) =>
  world.client(operator, {
    baseUrl: `http://127.0.0.1:${network.port}`,
    retries,
    timeout,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } }),
  })

describe('429 and 503', () => {
  test('too many requests: waits as long as the service says, then asks again', async () => {
    const limited = await openListeningWorld({
      environment: { RATE_LIMIT_USER: '1', RATE_LIMIT_WINDOW_S: '5' },
    })
    const { fetch, exchanges } = notedFetch()
    const patient = limited.client(operator, { fetch, retries: 2 })
    let start = 0
    // A machine that has much else to do may need more than one window for two requests.
    while (!exchanges.some(({ status }) => status === 429)) {
      start = performance.now()
      await patient.lireMoi()
    }
    expect(exchanges.slice(-2).map(({ status }) => status)).toEqual([429, 304])
    expect(performance.now() - start).toBeGreaterThan(900)
    const impatient = limited.client(operator)
    const error = await failureOf(
      (async () => {
        for (;;) await impatient.lireMoi()
      })(),
    )
    expect(error).toMatchObject({ code: 'trop_de_requetes', status: 429 })
    if (error.code === 'trop_de_requetes') {
      expect(error.retryAfter).toBe(error.details.reessayer_dans_secondes)
    }
    await limited.close()
  })

  test('a wait that is too long is left to the caller, who is told how long', async () => {
    const limited = await openListeningWorld({ environment: { RATE_LIMIT_USER: '1' } })
    const { fetch, exchanges } = notedFetch()
    const patient = limited.client(operator, { fetch, retries: 5, longestWait: 2000 })
    await patient.lireMoi()
    const error = await failureOf(patient.lireMoi())
    expect(error.code).toBe('trop_de_requetes')
    expect(error.retryAfter).toBeGreaterThan(2)
    expect(exchanges).toHaveLength(2)
    await limited.close()
  })

  test('a proxy that asks for a wait is heard too; one as long as the longest is waited', async () => {
    let sent = 0
    const wait = async (seconds: string, longestWait: number) => {
      sent = 0
      const fetch = async () => {
        sent += 1
        return new Response('<h1>Unavailable</h1>', { status: 503, headers: { 'retry-after': seconds } })
      }
      return failureOf(world.client(operator, { fetch, retries: 1, longestWait }).lireMoi())
    }
    expect(await wait('2', 1000)).toMatchObject({ code: 'reponse_inattendue', retryAfter: 2 })
    expect(sent).toBe(1)
    expect(await wait('1', 1000)).toMatchObject({ code: 'reponse_inattendue', retryAfter: 1 })
    expect(sent).toBe(2)
  })

  test('unavailable: asks again when the service said, and is answered once it can', async () => {
    const { fetch, exchanges } = notedFetch()
    const patient = world.client(operator, { fetch, retries: 2 })
    const answered = await withWriter(world.connection, async (writer) => {
      await writer.query('begin')
      await writer.query('lock table offre in access exclusive mode')
      const call = patient.listerOffres()
      while (exchanges.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      await writer.query('rollback')
      return call
    })
    expect(exchanges.map(({ status }) => status)).toEqual([503, 200])
    expect(answered.donnees.length).toBeGreaterThan(0)
  })

  test('nothing else is tried again', async () => {
    const { fetch, exchanges } = notedFetch()
    const patient = world.client(operator, { fetch, retries: 5 })
    await failureOf(patient.lireClient('inconnu'))
    await failureOf(patient.listerClients({ page: 0 }))
    expect(exchanges.map(({ status }) => status)).toEqual([404, 422])
  })
})

describe('a weak network', () => {
  test('connections that are dropped and answers that are cut off are tried again', async () => {
    network.forecast = ['resetting', CUT, 'whole']
    const { donnees } = await overWeak(2).listerClients()
    expect([donnees.length, network.connections]).toEqual([20, 3])
  })

  test('and given up in the end, as a typed error in French', async () => {
    network.forecast = ['resetting', 'resetting', CUT, 'whole']
    const error = await failureOf(overWeak(2).listerClients())
    expect(error).toMatchObject({ code: 'reseau', status: null, requestId: null, details: null })
    expect(error.message).toMatch(/^Le service est injoignable/)
    expect(error.cause).toBeInstanceOf(Error)
    expect(network.connections).toBe(3)
  })

  test('an answer that does not come in time is tried again, then told', async () => {
    network.forecast = ['stalled', 'whole']
    expect((await overWeak(20, 300).lireMoi()).permissions.length).toBeGreaterThan(0)
    network.forecast = ['stalled']
    expect((await failureOf(overWeak(0, 300).lireMoi())).code).toBe('delai')
    network.forecast = ['stalled', 'stalled']
    const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })
    for (const call of [
      overWeak(0).lireMoi({ timeout: 300 }),
      overWeak(0).deposerFichier(file, { timeout: 300 }),
    ])
      expect((await failureOf(call)).code).toBe('delai')
  })

  test('a portal that answers for the service is recognised', async () => {
    const portal = createServer((_request, response) => response.end('<h1>Bienvenue</h1>')).listen(
      0,
      '127.0.0.1',
    )
    await once(portal, 'listening')
    const baseUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
    const error = await failureOf(createClient({ baseUrl }).lireSante())
    expect(error).toMatchObject({ code: 'reponse_inattendue', status: 200 })
    portal.close()
  })
})

describe('who gives up', () => {
  test('before the request: nothing is sent', async () => {
    const error = await failureOf(overWeak(3).lireMoi({ signal: AbortSignal.abort() }))
    expect([error.code, network.connections]).toEqual(['annulation', 0])
  })

  test('during the request: the connection is closed', async () => {
    network.forecast = ['stalled']
    const giving = new AbortController()
    const call = failureOf(overWeak(3).listerClients({}, { signal: giving.signal }))
    while (network.connections === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    giving.abort()
    expect([(await call).code, network.connections]).toEqual(['annulation', 1])
  })

  test('between two tries: there is no second', async () => {
    network.forecast = ['resetting', 'resetting', 'resetting']
    const giving = new AbortController()
    const call = failureOf(overWeak(10).lireMoi({ signal: giving.signal }))
    while (network.connections === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    giving.abort()
    expect((await call).code).toBe('annulation')
    const { connections } = network
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(network.connections).toBe(connections)
  })

  test('during a long wait that the service asked for: at once', async () => {
    const limited = await openListeningWorld({ environment: { RATE_LIMIT_USER: '1' } })
    const { fetch, exchanges } = notedFetch()
    const patient = limited.client(operator, { fetch, retries: 1, longestWait: 100_000 })
    await patient.lireMoi()
    const giving = new AbortController()
    const call = failureOf(patient.lireMoi({ signal: giving.signal }))
    while (exchanges.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    await new Promise((resolve) => setTimeout(resolve, 50))
    giving.abort()
    expect((await call).code).toBe('annulation')
    await limited.close()
  })

  test('between two pages', async () => {
    const giving = new AbortController()
    const seen: string[] = []
    const all = (async () => {
      const { signal } = giving
      for await (const { id } of items(overWeak(0).listerClients, { taille: 5 }, { signal })) {
        if (seen.push(id) === 5) giving.abort()
      }
    })()
    expect((await failureOf(all)).code).toBe('annulation')
    expect(seen).toHaveLength(5)
  })
})
