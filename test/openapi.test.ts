import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insist } from '../harness/http/insist.ts'
import { bodyOf, openapi } from '../src/http/description/openapi.ts'
import { openapiExtension } from '../src/http/description/openapi-extension.ts'
import { operations } from '../src/operations/index.ts'
import { operator, withoutRights } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const root = join(import.meta.dirname, '..')
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the committed description is the one that the sources give: else run «npm run generate»', () => {
  expect(readFileSync(join(root, 'openapi.json'), 'utf8')).toBe(openapi())
})

test('the service gives it at /openapi.json, to anybody, outside of /api/v1', async () => {
  const answer = await world.get(null, '/openapi.json')
  expect([answer.status, answer.text]).toEqual([200, openapi()])
  expect((await world.get(null, '/api/v1/openapi.json')).status).toBe(404)
})

test('it describes the ten operations of the contract, each with its errors, and nothing else', () => {
  const { paths } = JSON.parse(openapi())
  const described = Object.entries<{ get: { operationId: string; responses: object } }>(paths).map(
    ([path, { get }]) => [get.operationId, path, Object.keys(get.responses).join(' ')],
  )
  expect(described).toEqual([
    ['lireSante', '/api/v1/sante', '200 304 400 405 414 429 431 500 503'],
    ['lireMoi', '/api/v1/moi', '200 304 400 401 405 414 429 431 500 503'],
    ['listerPartenaires', '/api/v1/partenaires', '200 304 400 401 403 405 414 422 429 431 500 503'],
    ['lirePartenaire', '/api/v1/partenaires/{id}', '200 304 400 401 403 404 405 414 429 431 500 503'],
    [
      'listerDocumentsKycPartenaire',
      '/api/v1/partenaires/{id}/documents-kyc',
      '200 304 400 401 403 404 405 414 422 429 431 500 503',
    ],
    ['listerClients', '/api/v1/clients', '200 304 400 401 403 405 414 422 429 431 500 503'],
    ['lireClient', '/api/v1/clients/{id}', '200 304 400 401 403 404 405 414 429 431 500 503'],
    ['listerSitesClient', '/api/v1/clients/{id}/sites', '200 304 400 401 403 404 405 414 429 431 500 503'],
    ['listerReservations', '/api/v1/reservations', '200 304 400 401 403 405 414 422 429 431 500 503'],
    ['listerOffres', '/api/v1/offres', '200 304 400 401 403 405 414 422 429 431 500 503'],
  ])
  expect(operations).toHaveLength(10)
})

test('the recommended rules of a public linter find nothing to say', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: openapi(),
    absoluteRef: join(root, 'openapi.json'),
    config,
  })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})

test('every field and every parameter says in French what it means', () => {
  const { paths, components } = JSON.parse(openapi())
  const silent = [
    ...Object.entries<{ properties?: object }>(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries<{ description?: string }>(properties as never)
        .filter(([, { description = '' }]) => description.length < 3)
        .map(([field]) => `${name}.${field}`),
    ),
    ...Object.values<{ get: { operationId: string; parameters?: { name: string; description?: string }[] } }>(
      paths,
    ).flatMap(({ get: { operationId, parameters = [] } }) =>
      parameters
        .filter((parameter) => 'name' in parameter && (parameter.description ?? '').length < 3)
        .map(({ name }) => `${operationId}(${name})`),
    ),
  ]
  expect(silent).toEqual([])
})

test.each(operations)('$id has an example, and it is one', (operation) => {
  const { paths } = JSON.parse(openapi())
  const { example } = paths[operation.path].get.responses[200].content['application/json']
  expect(Compile(bodyOf(operation)).Errors(example)).toEqual([])
})

test.each([
  [400, 'GET', '/api/v1/clients/%zz', operator],
  [401, 'GET', '/api/v1/clients', null],
  [403, 'GET', '/api/v1/clients', withoutRights],
  [404, 'GET', '/api/v1/clients/absent', operator],
  [405, 'POST', '/api/v1/clients', operator],
  [414, 'GET', `/api/v1/clients?recherche=${'a'.repeat(8200)}`, operator],
  [422, 'GET', '/api/v1/clients?taille=0', operator],
] as const)('%i is sent as it is described', async (status, method, url, who) => {
  const { paths, components } = JSON.parse(openapi())
  const headers = who === null ? {} : { authorization: `Bearer ${await world.token(who)}` }
  const answer = await insist(() => world.request(method, url, headers))
  const at = status === 404 ? '/api/v1/clients/{id}' : '/api/v1/clients'
  const named = (reference: string) => reference.split('/').pop() ?? ''
  const { content, headers: sent = {} } =
    components.responses[named(paths[at].get.responses[status].$ref)] ?? {}
  const schema = components.schemas[named(content['application/json'].schema.$ref)]
  expect([answer.status, Compile(schema).Errors(answer.body)]).toEqual([status, []])
  for (const name of Object.keys(sent)) expect(answer.headers).toHaveProperty(name.toLowerCase())
})

test('whoever has an answer already gets a 304 with its tag and no body', async () => {
  const { etag = '' } = (await world.get(operator, '/api/v1/clients')).headers
  const again = await world.get(operator, '/api/v1/clients', { 'if-none-match': etag })
  expect([again.status, again.headers.etag, again.text]).toEqual([304, etag, ''])
})

test('every list of words and every envelope has a name', () => {
  const anonymous: string[] = []
  for (const text of [openapi(), openapiExtension()]) {
    const { schemas } = JSON.parse(text).components
    JSON.parse(text, (key, value) => {
      if (value?.enum?.length > 1 && !(key in schemas)) anonymous.push(key)
      if (value?.properties?.donnees?.type === 'array' && !/^(Page|Liste|Noms)/.test(key)) anonymous.push(key)
      return value
    })
  }
  expect(anonymous).toEqual([])
})
