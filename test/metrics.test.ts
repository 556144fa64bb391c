import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../harness/service/free-ports.ts'
import { withWriter } from '../src/database/writer.ts'
import { version } from '../src/package.ts'
import { openData } from './setup/command-line.ts'
import { type Figures, readFigures } from './setup/load-prometheus.ts'
import { nothing, operator, partner, withoutRights } from './setup/people.ts'
import { program } from './setup/program.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  world = await openWorld({ environment: { METRICS_PORT: String(metricsPort), DATABASE_POOL: '2' } })
})
afterAll(() => world.close())

const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${metricsPort}${path}`, init)
const textNow = async () => (await at('/metrics')).text()
const figuresNow = async (): Promise<Figures> => readFigures(await textNow())

/** How much figures grow by some work. */
async function growth(work: () => Promise<unknown>) {
  const before = await figuresNow()
  await work()
  const after = await figuresNow()
  return (name: string, labels?: Record<string, string>) => after.sum(name, labels) - before.sum(name, labels)
}

const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length

test('nothing listens unless METRICS_PORT is given', async () => {
  const before = listening()
  const silent = await openWorld()
  expect(listening()).toBe(before)
  await silent.close()
  const speaking = await openWorld({ environment: { METRICS_PORT: String(await freePort()) } })
  expect(listening()).toBe(before + 1)
  await speaking.close()
  expect(listening()).toBe(before)
})

describe('the page of figures', () => {
  test('is in the text format of Prometheus, and is all there is', async () => {
    const answer = await at('/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(readFigures(await answer.text()).all.length).toBeGreaterThan(30)
    for (const path of ['/', '/metrics/', '/metrics/x', '/api/v1/sante', '/openapi.json']) {
      const other = await at(path)
      expect([path, other.status, await other.text()]).toEqual([path, 404, ''])
    }
    expect((await at('/metrics', { method: 'POST' })).status).toBe(404)
    expect((await world.request('GET', '/metrics')).status).toBe(404)
  })

  test('counts each request by operation and status', async () => {
    const requests: [string | null, string][] = [
      [operator, '/api/v1/moi'],
      [operator, '/api/v1/moi'],
      [partner, '/api/v1/clients'],
      [operator, '/api/v1/clients?page=x'],
      [operator, `/api/v1/clients/${nothing}`],
      [withoutRights, '/api/v1/offres'],
      [null, '/api/v1/offres'],
      [null, '/api/v1/sante'],
      [operator, '/api/v1/inconnu'],
    ]
    const grown = await growth(async () => {
      for (const [who, url] of requests) await world.get(who, url)
    })
    const expected: [string, string, number][] = [
      ['lireMoi', '200', 2],
      ['listerClients', '200', 1],
      ['listerClients', '422', 1],
      ['lireClient', '404', 1],
      ['listerOffres', '403', 1],
      ['listerOffres', '401', 1],
      ['lireSante', '200', 1],
      ['none', '404', 1],
    ]
    for (const [operation, status, count] of expected)
      expect([operation, status, grown('antenne_requests_total', { operation, status })]).toEqual([
        operation,
        status,
        count,
      ])
    expect(grown('antenne_requests_total')).toBe(requests.length)
    expect(grown('antenne_request_duration_seconds_count')).toBe(requests.length)
    expect(grown('antenne_request_duration_seconds_count', { operation: 'listerClients' })).toBe(2)
  })

  test('gives durations as histograms whose steps add up', async () => {
    await world.get(operator, '/api/v1/moi')
    const figures = await figuresNow()
    expect(figures.types.get('antenne_request_duration_seconds')).toBe('histogram')
    const steps = figures.all.filter(
      ({ name, labels }) =>
        name === 'antenne_request_duration_seconds_bucket' && labels.operation === 'lireMoi',
    )
    const values = steps.map(({ value }) => value)
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(steps.at(-1)?.labels.le).toBe('+Inf')
    const count = figures.sum('antenne_request_duration_seconds_count', { operation: 'lireMoi' })
    expect(values.at(-1)).toBe(count)
    const sum = figures.sum('antenne_request_duration_seconds_sum', { operation: 'lireMoi' })
    expect(sum).toBeGreaterThan(0)
    expect(sum / count).toBeLessThan(5)
  })

  test('follows the connections, the event loop and the memory of the process', async () => {
    await world.get(operator, '/api/v1/moi')
    const figures = await figuresNow()
    const open = figures.sum('antenne_database_connections_open')
    expect(open).toBeGreaterThanOrEqual(1)
    expect(open).toBeLessThanOrEqual(2)
    // The look at the health may be at work on one.
    const busy = async () => {
      const now = await figuresNow()
      return now.sum('antenne_database_connections_open') - now.sum('antenne_database_connections_idle')
    }
    await expect.poll(busy).toBe(0)
    expect(figures.sum('antenne_database_waiting')).toBe(0)
    expect(figures.types.get('nodejs_eventloop_lag_seconds')).toBe('gauge')
    expect(figures.sum('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(figures.sum('process_cpu_seconds_total')).toBeGreaterThan(0)
  })

  test('says what runs, and how each dependency and server is, by host and port', async () => {
    await world.get(operator, '/api/v1/moi')
    const figures = await figuresNow()
    const of = (name: string) => figures.all.filter((figure) => figure.name === `antenne_${name}`)
    expect(of('build_info')).toMatchObject([{ value: 1, labels: { version, node: process.versions.node } }])
    const [server] = of('database_server_up')
    expect(server).toMatchObject({ value: 1, labels: { server: expect.stringMatching(/:\d+$/) } })
    const roles = of('database_server_role').map(({ labels: { role }, value }) => [role, value])
    expect(Object.fromEntries(roles)).toEqual({ primary: 1, standby: 0, unknown: 0 })
    const keys = ['identity_keys', 'identity_keys_ready', 'identity_keys_fresh']
    expect(keys.map((name) => of(name)[0]?.value)).toEqual([1, 1, 1])
    expect(of('rate_store_up')).toEqual([])
  })

  test('counts what is found in memory and what is not', async () => {
    const grown = await growth(async () => {
      for (let time = 0; time < 5; time += 1) await world.get(operator, '/api/v1/moi')
      await world.get(null, '/api/v1/moi', { authorization: 'Bearer a.b.c' })
    })
    const uses = (cache: string, outcome: string) => grown('antenne_cache_uses_total', { cache, outcome })
    expect([uses('tokens', 'hit'), uses('tokens', 'miss')]).toEqual([5, 1])
    expect([uses('callers', 'hit'), uses('callers', 'miss')]).toEqual([5, 0])
  })

  test('counts those for whom there was no room, and who waits', async () => {
    await world.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.server.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${await world.token(operator)}` }
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/clients`, { headers })).status
    const seen = { inside: 0, waiting: 0 }
    const grown = await growth(() =>
      withWriter(world.connection, async (client) => {
        await client.query('begin')
        await client.query('lock table client in access exclusive mode')
        const asked = Promise.all(Array.from({ length: 5 }, ask))
        let over = false
        const done = asked.finally(() => {
          over = true
        })
        while (!over) {
          const figures = await figuresNow()
          seen.inside = Math.max(seen.inside, figures.sum('antenne_requests_inside'))
          seen.waiting = Math.max(seen.waiting, figures.sum('antenne_requests_waiting'))
          await sleep(5)
        }
        expect(await done).toEqual([503, 503, 503, 503, 503])
        await client.query('rollback')
      }),
    )
    // Of two places one kind of request gets one; who is inside waits for the lock, the others in vain.
    expect(grown('antenne_requests_shed_total')).toBeGreaterThanOrEqual(3)
    expect(grown('antenne_requests_shed_total') + grown('antenne_requests_total')).toBe(5)
    expect(seen.inside).toBe(1)
    expect(seen.waiting).toBeGreaterThanOrEqual(1)
    expect((await figuresNow()).types.get('antenne_requests_shed_total')).toBe('counter')
  })

  test('tells nothing of who asked what', async () => {
    const [client] = await world.sql<{ id: string; raison_sociale: string }>(
      'select id, raison_sociale from client order by id limit 1',
    )
    const [user] = await world.sql<{ id: string; organisation_id: string }>(
      'select id, organisation_id from utilisateur where email = $1',
      [operator],
    )
    await world.get(operator, '/api/v1/clients?recherche=motsecret&statut=valeursecrete')
    await world.get(operator, `/api/v1/clients/${client?.id}?autre=motsecret`)
    await world.get(operator, '/cheminsecret/motsecret', { 'user-agent': 'agentsecret' })
    await world.get(null, '/api/v1/moi', { authorization: 'Bearer jetonsecret' })
    const text = await textNow()
    const hidden = [
      'secret',
      operator,
      '@',
      'Bearer',
      'eyJ',
      client?.id,
      client?.raison_sociale,
      user?.id,
      user?.organisation_id,
    ]
    expect(hidden.filter((word) => word === undefined || text.includes(word))).toEqual([])
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })
})

test('a shared store and an identity provider that are away are gauges at 0, without their passwords', async () => {
  const port = String(await freePort())
  const away = await openWorld({
    environment: {
      METRICS_PORT: port,
      REDIS_URL: 'redis://:motdepasse@127.0.0.1:1',
      OIDC_ISSUER: 'http://127.0.0.1:1',
    },
  })
  onTestFinished(away.close)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figures = readFigures(text)
  const names = ['rate_store_up', 'identity_keys_ready', 'identity_keys_fresh', 'identity_keys']
  expect(names.map((name) => [figures.types.get(`antenne_${name}`), figures.sum(`antenne_${name}`)])).toEqual(
    names.map(() => ['gauge', 0]),
  )
  expect(text).not.toContain('motdepasse')
})

test('a port that is taken stops the start, in one French sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const data = await openData('demonstration')
  onTestFinished(async () => {
    taken.close()
    await data.close()
  })
  const environment = { ...data.environment, PORT: '0', METRICS_PORT: String(port) }
  const { status, out, err } = await program.run(['demarrer', '--demo'], environment)
  expect([status, out]).toEqual([1, ''])
  const told = err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))
  expect(told).toEqual([
    expect.stringMatching(
      new RegExp(`^Impossible de publier les mesures sur 127\\.0\\.0\\.1, port ${port} .*METRICS_PORT\\.$`),
    ),
  ])
})
