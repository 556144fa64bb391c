import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, openapi } from '../src/http/description/openapi.ts'
import { operations } from '../src/operations/index.ts'
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
    ['lireSante', '/api/v1/sante', '200 429 503'],
    ['lireMoi', '/api/v1/moi', '200 401 429 503'],
    ['listerPartenaires', '/api/v1/partenaires', '200 401 403 422 429 503'],
    ['lirePartenaire', '/api/v1/partenaires/{id}', '200 401 403 404 429 503'],
    ['listerDocumentsKycPartenaire', '/api/v1/partenaires/{id}/documents-kyc', '200 401 403 404 422 429 503'],
    ['listerClients', '/api/v1/clients', '200 401 403 422 429 503'],
    ['lireClient', '/api/v1/clients/{id}', '200 401 403 404 429 503'],
    ['listerSitesClient', '/api/v1/clients/{id}/sites', '200 401 403 404 429 503'],
    ['listerReservations', '/api/v1/reservations', '200 401 403 422 429 503'],
    ['listerOffres', '/api/v1/offres', '200 401 403 422 429 503'],
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

test('a client generated from it compiles', async () => {
  const here = createRequire(join(root, 'test/openapi-client/package.json'))
  const generator = await import(here.resolve('openapi-typescript'))
  const text = generator.astToString(await generator.default(JSON.parse(openapi())))
  const folder = mkdtempSync(join(root, 'test/openapi-client/.generated-'))
  try {
    writeFileSync(join(folder, 'schema.d.ts'), text)
    writeFileSync(
      join(folder, 'use.ts'),
      `import type { components, operations } from './schema.js'
       type Page = operations['listerClients']['responses'][200]['content']['application/json']
       export const first = (page: Page): components['schemas']['Client'] | undefined => page.donnees[0]
       export const total = (page: Page): number => page.pagination.total
       export const name = (client: components['schemas']['ClientDetail']): string | null =>
         client.partenaire_actuel?.raison_sociale ?? client.ville
       export const query: operations['listerClients']['parameters']['query'] = { statut: 'actif', taille: 5 }
       // @ts-expect-error a value that the contract does not know
       export const wrong: operations['listerClients']['parameters']['query'] = { statut: 'inconnu' }`,
    )
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, types: [], module: 'nodenext' }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [compiler, '--project', folder], {
      encoding: 'utf8',
    })
    expect([stdout, status]).toEqual(['', 0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every field and every parameter says in French what it means', () => {
  const { paths, components } = JSON.parse(openapi())
  const silent = [
    ...Object.entries<{ properties: object }>(components.schemas).flatMap(([name, { properties }]) =>
      Object.entries<{ description?: string }>(properties as never)
        .filter(([, { description = '' }]) => description.length < 3)
        .map(([field]) => `${name}.${field}`),
    ),
    ...Object.values<{ get: { operationId: string; parameters?: { name: string; description?: string }[] } }>(
      paths,
    ).flatMap(({ get: { operationId, parameters = [] } }) =>
      parameters
        .filter(({ description = '' }) => description.length < 3)
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
