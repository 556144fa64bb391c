import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actions, reads } from '../src/extension/index.ts'
import { DOWNLOAD } from '../src/http/description/download.ts'
import { openapiExtension } from '../src/http/description/openapi-extension.ts'
import { act } from './setup/acting.ts'
import { nothing, operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('the service gives it to anybody, with every action and read, and nothing else', async () => {
  const answer = await world.get(null, '/extension/v1/openapi.json')
  expect([answer.status, answer.text]).toEqual([200, openapiExtension()])
  const described = Object.entries<Record<string, { operationId: string }>>(answer.body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
  )
  const read = [...reads, DOWNLOAD].map(({ id, path }) => `${id} GET ${path}`)
  const done = actions.map(({ id, method, path }) => `${id} ${method} ${path}`)
  expect(described.sort()).toEqual([...read, ...done].sort())
})

test('what an example shows of a state is one', () => {
  expect(openapiExtension().match(/"(?!permission)\w+": ?"clients\.consulter"/g)).toBeNull()
})

test('the media types of a body are those that the service accepts', async () => {
  const { paths } = JSON.parse(openapiExtension())
  for (const { method, path, empty, binary, rights } of actions) {
    if (empty || binary || rights.operateur === undefined) continue
    const described = Object.keys(paths[path][method.toLowerCase()].requestBody.content)
    for (const type of ['application/json', 'application/merge-patch+json', 'text/plain']) {
      const own = path.slice('/extension/v1'.length).replace(/\{\w+\}/g, nothing)
      const given = {
        method,
        body: '[]',
        headers: { 'content-type': type },
        version: '2026-01-01T00:00:00.000Z',
      }
      const { status } = await act(world, operator, own, given)
      expect([path, type, status]).toEqual([path, type, described.includes(type) ? 422 : 415])
    }
  }
})

test('the recommended rules of a public linter find nothing to say', async () => {
  const problems = await lintFromString({
    source: openapiExtension(),
    absoluteRef: join(import.meta.dirname, '../openapi-extension.json'),
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})
