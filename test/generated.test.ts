import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../generate/files.ts'
import { insist } from '../harness/http/insist.ts'
import { extensionCatalogue } from '../src/contract/erreur-extension.ts'
import { readBody } from '../src/extension/body.ts'
import { actions, reads } from '../src/extension/index.ts'
import { readDocument } from '../src/http/description/document.ts'
import { DOWNLOAD } from '../src/http/description/download.ts'
import { llms } from '../src/http/description/llms.ts'
import { describe as describeContract } from '../src/http/description/openapi.ts'
import { describeExtension } from '../src/http/description/openapi-extension.ts'
import { whole } from '../src/http/description/whole.ts'
import { operations } from '../src/operations/index.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(Object.entries(files))(
  '%s is what the contract gives: else run «npm run generate»',
  (path, make) => {
    expect(textOf(path)).toBe(make())
  },
)

/** The requests of the collection, each with its name, as text. */
const requests = textOf('docs/antenne.http')
  .split('\n### ')
  .slice(1)
  .map((text) => ({ name: /^# @name (\w+)$/m.exec(text)?.[1] ?? '', text }))

const people: Record<string, string> = { jeton: operator, jetonPartenaire: partner }

/** The value that an earlier answer has at this path. */
const at = (body: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce((value, key) => (value as Record<string, unknown>)?.[key], body)

test('the collection holds every operation and action, and each request is answered, in its order', async () => {
  const names = [...operations, ...actions, ...reads, DOWNLOAD].map(({ id }) => id)
  expect(requests.map(({ name }) => name).sort()).toEqual(names.sort())
  const bodies: Record<string, unknown> = {}
  for (const { name, text } of requests) {
    const filled = text
      .replaceAll('{{$guid}}', () => randomUUID())
      .replace(/\{\{(\w+)\.response\.body\.\$\.([^}]+)\}\}/g, (_all, from: string, path: string) =>
        String(at(bodies[from], path)),
      )
    const [head = '', payload = ''] = filled.trimEnd().split('\n\n')
    const lines = head.split('\n').filter((line) => !line.startsWith('#'))
    const [method = '', url = ''] = lines[1]?.replace('{{adresse}}', '').split(' ') ?? []
    const headers = Object.fromEntries(lines.slice(2).map((line) => line.split(': ') as [string, string]))
    const who = /\{\{(\w+)\}\}/.exec(headers.Authorization ?? '')?.[1]
    if (who !== undefined) headers.Authorization = `Bearer ${await world.token(people[who] ?? '')}`
    const { answer } = await insist(async () => {
      const answer = await world.server.inject({ method: method as 'GET', url, headers, payload })
      return { status: answer.statusCode, headers: answer.headers, answer }
    })
    const success = actions.find(({ id }) => id === name)?.status ?? 200
    // What is cancelled was decided by the request before.
    expect([name, answer.statusCode]).toEqual([name, name === 'annulerReservation' ? 409 : success])
    bodies[name] = `${answer.headers['content-type']}`.includes('json') ? answer.json() : null
  }
})

test.each(actions)('the example of $id is a body that it accepts', (action) => {
  const described = whole().operations.find(({ id }) => id === action.id)
  expect(() => readBody(action, described?.body?.example ?? {}, new Date())).not.toThrow()
})

test('what both descriptions name means the same in both', () => {
  const [contract, extension] = [readDocument(describeContract()), readDocument(describeExtension())]
  const shared = Object.keys(contract.schemas).filter((name) => name in extension.schemas)
  expect(shared).toContain('ClientDetail')
  for (const name of shared) expect(extension.schemas[name]).toEqual(contract.schemas[name])
})

describe('llms.txt', () => {
  test('is given to anybody, as plain text', async () => {
    const { status, headers, text } = await world.get(null, '/llms.txt')
    expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', llms()])
  })

  const sections = llms().split('\n### ')
  const sectionOf = (id: string) => sections.find((candidate) => candidate.startsWith(`${id}\n`)) ?? ''

  test('names every read with its parameters and its permission, and every object', () => {
    for (const operation of [...operations, ...reads]) {
      const section = sectionOf(operation.id)
      expect(section).toContain(`\`GET ${operation.path}\``)
      for (const name of Object.keys('query' in operation ? operation.query : {})) {
        expect(section).toContain(`- \`${name}\` (`)
      }
      if (operation.permission !== null) expect(section).toContain(`\`${operation.permission}\``)
      expect(llms()).toContain(`### ${(operation.of as { $id?: string }).$id}\n`)
    }
    expect(llms()).not.toMatch(/undefined|\[object/)
  })

  test('names every action with its rights, its key, its version and its body, and every error', () => {
    for (const { id, method, path, rights, keyed, versioned, body, status, empty, binary } of actions) {
      const section = sectionOf(id)
      expect(section).toContain(`\`${method} ${path}\``)
      for (const permission of Object.values(rights).flat()) expect(section).toContain(`\`${permission}\``)
      expect([section.includes('`Idempotency-Key` ('), section.includes('`If-Match` (')]).toEqual([
        keyed,
        versioned,
      ])
      expect(section).toContain(`- Réponse ${status} : `)
      if (empty || binary) continue
      const { $id } = body as { $id?: string }
      expect(section).toContain(`- Corps : ${$id}, par exemple \`{`)
      expect(sectionOf($id ?? '')).not.toBe('')
    }
    for (const code of Object.keys(extensionCatalogue)) expect(llms()).toContain(`\`${code}\` : `)
  })
})
