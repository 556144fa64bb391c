import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../generate/files.ts'
import { llms } from '../src/http/description/llms.ts'
import { operations } from '../src/operations/index.ts'
import { operator } from './setup/people.ts'
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

/** The requests of the collection, each with its name. */
const requests = textOf('docs/antenne.http')
  .split('\n### ')
  .slice(1)
  .map((text) => ({
    name: /^# @name (\w+)$/m.exec(text)?.[1] ?? '',
    url: /^GET \{\{adresse\}\}(.+)$/m.exec(text)?.[1] ?? '',
    withToken: text.includes('\nAuthorization: Bearer {{jeton}}\n'),
  }))

test('the collection holds every operation, and each request is answered', async () => {
  expect(requests.map(({ name }) => name)).toEqual(operations.map(({ id }) => id))
  const bodies: Record<string, { donnees: { id: string }[] }> = {}
  for (const { name, url, withToken } of requests) {
    const filled = url.replace(
      /\{\{(\w+)\.response\.body\.\$\.donnees\[0\]\.id\}\}/,
      (_all, list: string) => bodies[list]?.donnees[0]?.id ?? '',
    )
    const { status, body } = await world.get(withToken ? operator : null, filled)
    expect([name, status]).toEqual([name, 200])
    bodies[name] = body
  }
})

describe('llms.txt', () => {
  test('is given to anybody, as plain text', async () => {
    const { status, headers, text } = await world.get(null, '/llms.txt')
    expect([status, headers['content-type'], text]).toEqual([200, 'text/plain; charset=utf-8', llms()])
  })

  test('names every operation with its parameters and its permission, and every object', () => {
    const sections = llms().split('\n### ')
    for (const operation of operations) {
      const section = sections.find((candidate) => candidate.startsWith(`${operation.id}\n`)) ?? ''
      expect(section).toContain(`\`GET ${operation.path}\``)
      for (const name of Object.keys('query' in operation ? operation.query : {})) {
        expect(section).toContain(`- \`${name}\` (`)
      }
      if (operation.permission !== null) expect(section).toContain(`\`${operation.permission}\``)
      expect(llms()).toContain(`### ${(operation.of as { $id?: string }).$id}\n`)
    }
    expect(llms()).not.toMatch(/undefined|\[object/)
  })
})
