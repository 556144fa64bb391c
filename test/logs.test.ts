import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Issuer, openIssuer } from './setup/load-issuer.ts'
import { type PlantedRun, plantedRun, secrets } from './setup/load-planted.ts'
import { type LoadedService, startLoadedService } from './setup/load-service.ts'
import { competitor, operator, partner, withoutRights } from './setup/people.ts'
import { buildProgram } from './setup/program.ts'

interface Line {
  readonly request_id?: string
  readonly operation?: string | null
  readonly status?: number
  readonly level?: number
}

let issuer: Issuer
let service: LoadedService
let run: PlantedRun
let said: string
let lines: Line[]

beforeAll(async () => {
  issuer = await openIssuer()
  service = await startLoadedService({
    issuer,
    environment: {
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
  run = await plantedRun(service, issuer)
  await sleep(200)
  await service.stop()
  said = service.said()
  lines = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
})
afterAll(async () => {
  await service.close()
  issuer.close()
})

const found = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word))
const requests = () => lines.filter((line) => 'operation' in line)

describe('what the program writes in a whole run at level trace', () => {
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
    const fields = ['level', 'time', 'pid', 'hostname', 'request_id', 'operation', 'method', 'status']
    for (const line of requests()) {
      expect(Object.keys(line).sort()).toEqual(
        [...fields, 'duration_ms', 'utilisateur_id', 'organisation_id'].sort(),
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

  test('explains what failed, under the id of the request', () => {
    const failed = [...run.asked].filter(([, status]) => status >= 500)
    expect(failed).toHaveLength(4)
    for (const [request_id] of failed) {
      const faults = [expect.objectContaining({ message: expect.any(String) })]
      expect(lines).toContainEqual(
        expect.objectContaining({ request_id, level: 50, faults: expect.arrayContaining(faults) }),
      )
    }
  })

  test('takes for a failure of its own nothing but those', () => {
    const failed = [...run.asked].filter(([, status]) => status >= 500).map(([id]) => id)
    const blamed = lines.filter(({ level = 0 }) => level >= 50).map(({ request_id }) => request_id)
    expect(blamed.sort()).toEqual(failed.sort())
  })
})

test('a database that cannot be reached is told without its password', async () => {
  const program = await buildProgram()
  const { status, out, err } = await program.run(['demarrer', '--demo'], {
    DATABASE_URL: `postgres://qui:${secrets.databasePassword}@127.0.0.1:1/rien`,
    LOG_LEVEL: 'trace',
  })
  await program.remove()
  expect(status).toBe(1)
  expect(err).toMatch(/La base de données ne répond pas/)
  expect(found(out + err, [secrets.databasePassword])).toEqual([])
})
