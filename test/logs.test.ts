import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { type PlantedRun, plantedRun, secrets } from './setup/load-planted.ts'
import { type LoadedService, startLoadedService } from './setup/load-service.ts'
import { competitor, nothing, operator, partner, withoutRights } from './setup/people.ts'
import { program } from './setup/program.ts'
import { Provider } from './setup/provider.ts'
import { openWorld } from './setup/world.ts'

interface Line {
  readonly request_id?: string
  readonly operation?: string | null
  readonly status?: number
  readonly level?: number
  readonly faults?: object[]
  readonly reason?: string | null
  readonly count?: number
  readonly message?: string
}

let issuer: Provider
let service: LoadedService
let run: PlantedRun
let said: string
let lines: Line[]
let client: string

beforeAll(async () => {
  issuer = await Provider.open()
  service = await startLoadedService({
    issuer,
    environment: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'trace',
      RATE_LIMIT_USER: '40',
      REDIS_URL: `redis://:${secrets.storePassword}@127.0.0.1:1`,
    },
    address: (text) => {
      const url = new URL(text)
      url.password = secrets.databasePassword
      return url.href
    },
  })
  const [row] = await service.sql<{ id: string }>('select id from client order by id limit 1')
  client = row?.id ?? ''
  run = await plantedRun(service, issuer, [
    ...[`${client.toUpperCase()}`, `${client}/sites`, 'autre'].map((path) => `/api/v1/clients/${path}`),
    `/api/v1/reservations?client_id=${client}&statut=validee&taille=3`,
    `/extension/v1/noms?ids=${nothing},${client.toUpperCase()}`,
  ])
  await sleep(200)
  await service.stop()
  said = service.said()
  lines = said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
})
afterAll(async () => {
  await service.close()
  issuer.stop()
})

const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word))
const requests = () => lines.filter((line) => 'operation' in line && !run.late.has(line.request_id ?? ''))

describe('what the program writes in a whole run at level trace, in production', () => {
  test('is one JSON object a line, from the start to the stop', () => {
    expect(lines.filter(({ level }) => typeof level !== 'number')).toEqual([])
    const told = lines.flatMap(({ message = '' }) => (/^(Antenne|Arrêt)/.test(message) ? [message] : []))
    expect(told).toEqual([
      expect.stringMatching(/^Antenne est à l'écoute : http:/),
      'Arrêt en cours',
      'Arrêté.',
    ])
  })

  test('holds no secret, token, name, address, search or header', async () => {
    const tokens = await Promise.all(
      [operator, partner, competitor, withoutRights].map((who) => service.token(who)),
    )
    const encoded = [secrets.mail, secrets.name].map(encodeURIComponent)
    expect(found(said, [...Object.values(secrets), ...encoded])).toEqual([])
    expect(found(said, ['Bearer', 'eyJ', ...tokens.flatMap((token) => token.split('.').slice(1))])).toEqual(
      [],
    )
    expect(run.personal.length).toBeGreaterThan(50)
    expect(found(said, [...new Set(run.personal), operator, partner, competitor])).toEqual([])
  })

  const statusesOf = (id: string) =>
    requests()
      .filter(({ request_id }) => request_id === id)
      .map(({ status }) => status)

  test('has one line for each request, with its id, and what was made of it', () => {
    for (const [id, status] of run.asked)
      if (status !== 400) expect([id, statusesOf(id)]).toEqual([id, [status]])
    const fields = [
      'level',
      'time',
      'pid',
      'hostname',
      'request_id',
      'caller_request_id',
      'operation',
      'method',
      'status',
    ]
    for (const line of requests()) {
      expect(Object.keys(line).sort()).toEqual(
        [
          ...fields,
          'duration_ms',
          'utilisateur_id',
          'organisation_id',
          'ressource_id',
          'filtres',
          'reason',
        ].sort(),
      )
      expect(line).toMatchObject({ duration_ms: expect.any(Number), status: expect.any(Number) })
    }
  })

  test('has one for an address that cannot be read, too', () => {
    const [id = ''] = [...run.asked].find(([, status]) => status === 400) ?? []
    expect(statusesOf(id)).toEqual([400])
  })

  test('tells those who left from those who were answered', () => {
    expect(requests().filter(({ status }) => status === 499)).toHaveLength(run.left)
  })

  test('says who asked, by ids alone, once that is known', async () => {
    const [user] = await service.sql<{ id: string; organisation_id: string }>(
      'select id, organisation_id from utilisateur where email = $1',
      [partner],
    )
    expect(requests()).toContainEqual(
      expect.objectContaining({
        operation: 'lireMoi',
        status: 200,
        utilisateur_id: user?.id,
        organisation_id: user?.organisation_id,
      }),
    )
    const unknown = requests().filter(({ status }) => status === 401)
    expect(unknown).toHaveLength(4)
    for (const line of unknown) expect(line).toMatchObject({ utilisateur_id: null, organisation_id: null })
  })

  test('says which record was read, and what a list was asked for (D27)', async () => {
    const [user] = await service.sql<{ id: string }>('select id from utilisateur where email = $1', [
      operator,
    ])
    const seen = requests().filter((line) => JSON.stringify(line).includes(client))
    const read = { utilisateur_id: user?.id, status: 200 }
    expect(seen).toEqual([
      expect.objectContaining({ ...read, operation: 'lireClient', ressource_id: client }),
      expect.objectContaining({ ...read, operation: 'listerSitesClient', ressource_id: client }),
      expect.objectContaining({
        ...read,
        operation: 'listerReservations',
        ressource_id: null,
        filtres: { client_id: client, statut: 'validee', page: 1, taille: 3 },
      }),
      expect.objectContaining({
        ...read,
        operation: 'listerNoms',
        ressource_id: null,
        filtres: { ids: [nothing, client] },
      }),
    ])
    // Of a search only that there was one; of what is no id, nothing.
    expect(requests()).toContainEqual(
      expect.objectContaining({
        operation: 'listerClients',
        filtres: { recherche: true, page: 1, taille: 20 },
      }),
    )
    expect(requests()).toContainEqual(
      expect.objectContaining({ operation: 'lireClient', status: 404, ressource_id: null }),
    )
  })

  test('explains what failed, under the id of the request', () => {
    const failed = [...run.asked].filter(([, status]) => status >= 500)
    expect(failed).toHaveLength(4)
    for (const [request_id] of failed)
      expect(lines).toContainEqual(
        expect.objectContaining({ request_id, reason: expect.stringMatching(/./), level: 30 }),
      )
    const told = lines.filter(({ faults }) => faults !== undefined)
    for (const { faults } of told)
      expect(faults).toContainEqual(expect.objectContaining({ stack: expect.any(String) }))
    // One that is ours, one for all that failed without the database; perhaps one for what failed on a busy machine.
    expect(told.length).toBeGreaterThanOrEqual(2)
    expect(told.length).toBeLessThanOrEqual(2 + run.late.size)
  })

  test('takes for a failure of its own nothing but those', () => {
    const failed = [...run.asked].filter(([, status]) => status >= 500).map(([id]) => id)
    expect(requests().flatMap(({ reason, request_id }) => (reason === null ? [] : [request_id]))).toEqual(
      failed,
    )
    // What health says is no failure: a line tells when it changes.
    const told = lines.filter(
      ({ operation, reason = null }) =>
        reason !== null && operation !== undefined && operation !== 'lireSante',
    )
    const blamed = lines.filter(({ level = 0 }) => level >= 50)
    expect([...failed, ...run.late]).toEqual(
      expect.arrayContaining(blamed.flatMap(({ request_id }) => request_id ?? [])),
    )
    expect(blamed.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(told.length)
  })
})

test('a database that cannot be reached is told without its password', async () => {
  const { status, out, err } = await program.run(['demarrer', '--demo'], {
    DATABASE_URL: `postgres://qui:${secrets.databasePassword}@127.0.0.1:1/rien`,
    LOG_LEVEL: 'trace',
    START_TIMEOUT_S: '1',
  })
  expect(status).toBe(1)
  expect(err).toMatch(/La base de données ne répond pas/)
  expect(found(out + err, [secrets.databasePassword])).toEqual([])
})

test('in production a start that fails is told in JSON, its password left out', async () => {
  const database = { DATABASE_URL: `postgres://qui:${secrets.databasePassword}@127.0.0.1:1/rien` }
  for (const [environment, status, sentence] of [
    [{ PORT: 'x' }, 2, /^Configuration invalide :\n {2}- PORT/],
    [{ ...database }, 2, /^L'identité de démonstration est refusée en production/],
    [
      { ...database, OIDC_ISSUER: issuer.issuer, START_TIMEOUT_S: '1' },
      1,
      /la base de données ne répond pas/i,
    ],
  ] as const) {
    const outcome = await program.run(['demarrer'], { NODE_ENV: 'production', ...environment })
    const written = `${outcome.out}${outcome.err}`.trimEnd().split('\n')
    const last = JSON.parse(written.at(-1) ?? '')
    expect([outcome.status, last]).toMatchObject([
      status,
      { level: 60, message: expect.stringMatching(sentence) },
    ])
    for (const line of written) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
    expect(found(written.join('\n'), [secrets.databasePassword])).toEqual([])
  }
})

/** A service in this process, and the lines it has written. */
async function logged() {
  const written: Line[] = []
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split('\n')) written.push(JSON.parse(line))
      done()
    },
  })
  const world = await openWorld({ logStream })
  return { world, written }
}

test('an outage under load is one line a second that counts, beside which another fault stays visible', async () => {
  const { world, written } = await logged()
  const [row] = await world.sql<{ name: string }>('select current_database() as name')
  const authorization = `Bearer ${await world.token(operator)}`
  await world.get(operator, '/api/v1/moi')
  const failures = () => written.filter(({ level = 0 }) => level >= 50)
  const summaries = () => failures().filter(({ count }) => count !== undefined)
  let over = false
  const statuses: number[] = []
  const visitor = async (path: string) => {
    while (!over) {
      statuses.push((await world.request('GET', path, { authorization })).status)
      await sleep(5)
    }
  }
  await withWriter(inject('server'), async (client) => {
    await client.query(`alter database ${row?.name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      row?.name,
    ])
    const visitors = Array.from({ length: 10 }, (_, index) =>
      visitor(`/api/v1/${['moi', 'clients', 'offres', 'sante'][index % 4]}`),
    )
    await expect.poll(() => summaries().length).toBeGreaterThan(2)
    over = true
    await Promise.all(visitors)
    await client.query(`alter database ${row?.name} with allow_connections true`)
  })
  await expect.poll(async () => (await world.get(operator, '/api/v1/moi')).status).toBe(200)
  await world.sql('alter table offre rename column libelle to autre')
  expect((await world.get(operator, '/api/v1/offres')).status).toBe(500)
  await world.close()

  const outage = failures().filter((line) => 'cause' in line && line.cause === 'DatabaseUnavailable')
  expect(outage[0]).toMatchObject({ code: 'service_indisponible', request_id: expect.any(String) })
  expect(outage.filter((line) => JSON.stringify(line).includes('stack'))).toEqual([outage[0]])
  const refused = written.filter(
    ({ status, operation }) => status === 503 && operation !== 'lireSante',
  ).length
  expect(statuses).toContain(503)
  const unavailable = failures().filter((line) => 'code' in line && line.code === 'service_indisponible')
  expect(unavailable.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(refused)
  expect(outage.at(-1)).toMatchObject({ total: outage.reduce((sum, { count = 1 }) => sum + count, 0) })
  // A line says why so many failed, and the next one comes a second later.
  const times = outage.slice(1).map((line) => (line as { time?: number }).time ?? 0)
  for (const [index, time] of times.entries())
    if (index > 0 && index < times.length - 1) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(900)
  for (const line of outage.slice(1)) expect(line).toMatchObject({ reasons: expect.any(Object) })
  const others = failures().filter((line) => !unavailable.includes(line))
  expect(others).toEqual([
    expect.objectContaining({
      code: 'erreur_interne',
      cause: expect.stringMatching(/libelle|"…" does not exist/),
    }),
  ])
})
