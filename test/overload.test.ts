import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/http/ask.ts'
import { type Crowd, crowdAt, type Tally } from './setup/load-callers.ts'
import { type LoadedService, startLoadedService } from './setup/load-service.ts'
import { operator } from './setup/people.ts'

const ORIGIN = 'https://app.exemple.ci'
const CALLERS = 250
/** All of one kind: the health gets in, and says by itself how things are. */
const paths = [
  '/api/v1/clients',
  '/api/v1/clients?recherche=ab&page=2',
  '/api/v1/clients?recherche=tele&statut=actif',
  '/api/v1/clients?page=3&taille=50',
]

let service: LoadedService
beforeAll(async () => {
  service = await startLoadedService({ environment: { CORS_ORIGINS: ORIGIN } })
})
afterAll(() => service.close())

const isRefusal = ({ status }: Answer) => status === 503

function expectRefusal(answer: Answer): void {
  expect(answer.body).toEqual({
    code: 'service_indisponible',
    message: expect.stringMatching(/\.$/),
    details: null,
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
}

describe(`${CALLERS} callers at once, for a while`, () => {
  let crowd: Crowd
  const healthMeanwhile: Answer[] = []
  const unwell = () => healthMeanwhile.filter(isRefusal)

  beforeAll(async () => {
    const authorization = `Bearer ${await service.token(operator)}`
    // Until everybody was refused more than once, many were served, and the health has told of it again and again.
    const over = ({ answered, refused }: Tally) =>
      refused > CALLERS && answered - refused > 100 && unwell().length >= 8
    let loading = true
    const crowding = crowdAt(
      service.port,
      CALLERS,
      { paths, headers: { authorization, origin: ORIGIN } },
      over,
    ).finally(() => {
      loading = false
    })
    for (; loading; await sleep(200)) healthMeanwhile.push(await service.get(null, '/api/v1/sante'))
    crowd = await crowding
  })

  test('everybody is answered, rightly or with 503, and nobody is cut off', () => {
    expect(crowd.failures).toEqual([])
    expect(crowd.connections).toBe(CALLERS)
    expect([...new Set(crowd.answers.map(({ status }) => status))].sort()).toEqual([200, 503])
  })

  test('a refusal has the shape of an error, says when to come back, and lets listed pages read it', () => {
    for (const answer of crowd.answers.filter(isRefusal)) {
      expectRefusal(answer)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-expose-headers': expect.stringContaining('retry-after'),
        vary: expect.stringContaining('Origin'),
      })
    }
  })

  test('the health says so', () => {
    for (const answer of unwell()) expectRefusal(answer)
  })

  test('when they have gone, all is as before', async () => {
    for (let calm = 0; calm < 10; ) {
      const answers = [
        await service.get(null, '/api/v1/sante'),
        ...(await Promise.all(paths.map((path) => service.get(operator, path)))),
      ]
      const well = answers.every(({ status }) => status === 200) && answers[0]?.body.statut === 'ok'
      calm = well ? calm + 1 : 0
    }
    expect(service.alive()).toBe(true)
  })
})
