import { expect } from 'vitest'
import { reads } from '../../src/extension/index.ts'
import { operations } from '../../src/operations/index.ts'
import { clientUser, operator, partner } from './people.ts'
import type { World } from './world.ts'

/** What each person is answered, by address. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const PAGE = 100
const BY_ID = 20

/** The answers to every read: all pages of a list, and the first of each kind by their ids. */
export async function answersOf(world: World): Promise<Answers> {
  const answers: Record<string, Record<string, unknown>> = {}
  for (const who of [operator, partner, clientUser]) {
    const given: Record<string, unknown> = {}
    answers[who] = given
    const ask = async (url: string) => {
      const { status, body } = await world.get(who, url)
      given[url] = { status, body }
      return body
    }
    const ids = new Map<string, string[]>()
    for (const path of plain) {
      const body = await ask(`${path}?taille=${PAGE}`)
      const listed = Array.isArray(body?.donnees) ? body.donnees : []
      ids.set(
        path,
        listed.slice(0, BY_ID).flatMap(({ id }: { id?: string }) => id ?? []),
      )
      for (let page = 2; page <= (body?.pagination?.pages ?? 1); page += 1)
        await ask(`${path}?taille=${PAGE}&page=${page}`)
    }
    for (const path of byId) {
      const [list = ''] = path.split('/{id}')
      for (const id of ids.get(list) ?? ids.get(list.replace('/extension/', '/api/')) ?? [])
        await ask(path.replace('{id}', id))
    }
  }
  return answers
}

// Not health, which tells of this instance; nor what changed, whose tokens are of one server.
const paths = [...operations, ...reads]
  .filter(({ id }) => !['lireSante', 'listerChangements', 'listerNoms'].includes(id))
  .map(({ path }) => path)
const plain = paths.filter((path) => !path.includes('{id}'))
const byId = paths.filter((path) => path.includes('{id}'))

/** Compares answers with those of an earlier version, whose fields are all still there; later versions may add some. */
export function expectSame(now: Answers, before: Answers): number {
  let compared = 0
  for (const [who, given] of Object.entries(before)) {
    for (const [url, answer] of Object.entries(given)) {
      expect([who, url, asFar(now[who]?.[url], answer)]).toEqual([who, url, answer])
      compared += 1
    }
  }
  return compared
}

/** A value without the fields that the other does not have. */
function asFar(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((item, index) => asFar(item, other[index]))
  if (!isRecord(value) || !isRecord(other)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, content]) =>
      field in other ? [[field, asFar(content, other[field])]] : [],
    ),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
