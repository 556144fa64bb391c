import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/http/ask.ts'
import { bodyOf } from '../src/http/description/openapi.ts'
import { operations } from '../src/operations/index.ts'
import {
  nothing,
  operator,
  partner,
  suspendedAccount,
  suspendedOrganisation,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld()
  for (const resource of ['partenaires', 'clients']) {
    const { body } = await world.get(operator, `/api/v1/${resource}`)
    ids[resource] = body.donnees[0].id
  }
})
afterAll(() => world.close())

const shapeOfErreur = (answer: Answer, code: string, details: unknown) => {
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(Object.keys(answer.body)).toEqual(['code', 'message', 'details'])
  expect(answer.body).toMatchObject({ code, details })
  expect(answer.body.message).toMatch(/^[A-ZÉL].*\.$/)
}

/** The address of an operation, with an id where it takes one. */
const address = (path: string, id?: string) =>
  path.replace('{id}', id ?? (path.includes('/partenaires/') ? ids.partenaires : ids.clients) ?? '')

const withToken = operations.filter((operation) => operation.shape !== 'health')
const withPermission = withToken.filter((operation) => operation.permission !== null)
const withId = withToken.filter((operation) => operation.path.includes('{id}'))
const withQuery = withToken.filter((operation) => Object.keys(operation.query).length > 0)

describe.each(operations)('$id', (operation) => {
  test('its 200 matches the declared response, with no key missing or added', async () => {
    const answer = await world.get(operation.shape === 'health' ? null : operator, address(operation.path))
    expect(answer.status).toBe(200)
    const validator = Compile(bodyOf(operation))
    expect(validator.Errors(answer.body)).toEqual([])
  })

  test('HEAD gives the headers of GET and no body', async () => {
    const headers = { authorization: `Bearer ${await world.token(operator)}` }
    const [head, get] = [
      await world.request('HEAD', address(operation.path), headers),
      await world.request('GET', address(operation.path), headers),
    ]
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'content-length', 'cache-control', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'answers 405 to %s, token or not',
    async (method) => {
      const answer = await world.request(method, address(operation.path), { 'content-type': 'text/strange' })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
      shapeOfErreur(answer, 'methode_non_autorisee', null)
    },
  )

  test('ignores parameters that it does not list', async () => {
    const answer = await world.get(
      operation.shape === 'health' ? null : operator,
      `${address(operation.path)}?inconnu=1&inconnu=2&__proto__=x`,
    )
    expect(answer.status).toBe(200)
  })

  test('carries a request id, private caching and no type guessing', async () => {
    const answer = await world.get(operator, address(operation.path))
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.headers.vary).toBe('Authorization, Accept-Encoding')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe.each(withToken)('$id', (operation) => {
  test('answers 401 without a token, before anything else is looked at', async () => {
    for (const url of [address(operation.path), `${address(operation.path, 'x')}?page=x&statut=x`]) {
      const answer = await world.get(null, url)
      expect(answer.status).toBe(401)
      shapeOfErreur(answer, 'authentification_requise', null)
    }
  })

  test('answers 401 to a valid token of nobody', async () => {
    expect((await world.get(nothing, address(operation.path))).status).toBe(401)
  })

  test('gives 304 to a caller that has the answer, and to nobody else', async () => {
    const first = await world.get(operator, address(operation.path))
    const etag = first.headers.etag ?? ''
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await world.get(operator, address(operation.path), { 'if-none-match': tag })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await world.get(operator, address(operation.path), { 'if-none-match': '"x"' })).status).toBe(200)
    const other = await world.get(partner, address(operation.path), { 'if-none-match': etag })
    expect(other.status).not.toBe(304)
  })
})

describe.each(withPermission)('$id', (operation) => {
  test.each([withoutRights, suspendedAccount, suspendedOrganisation])(
    'answers 403 to %s, whatever the parameters',
    async (who) => {
      const { path, permission } = operation
      for (const url of [
        address(path),
        address(path, nothing),
        `${address(path, 'x')}?page=x&statut=x&taille=`,
      ]) {
        const answer = await world.get(who, url)
        expect(answer.status).toBe(403)
        shapeOfErreur(answer, 'acces_refuse', { permission_requise: permission })
      }
    },
  )
})

describe.each(withId)('$id', (operation) => {
  test('outside the organisation equals absent equals malformed', async () => {
    const sight = operation.path.includes('/partenaires/') ? 'partenaires' : 'clients'
    const seen = (await world.get(partner, `/api/v1/${sight}?taille=100`)).body.donnees.map(
      (row: { id: string }) => row.id,
    )
    const all = (await world.get(operator, `/api/v1/${sight}?taille=100`)).body.donnees.map(
      (row: { id: string }) => row.id,
    )
    const outside = all.find((id: string) => !seen.includes(id))
    expect(outside).toBeDefined()
    const answers = await Promise.all(
      [outside, nothing, 'abc', `urn:uuid:${outside}`, 'a'.repeat(300)].map((id) =>
        world.get(partner, address(operation.path, id)),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      shapeOfErreur(answer, 'ressource_introuvable', null)
      expect(answer.text).toBe(answers[0]?.text)
      const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
      const { 'x-request-id': _id2, date: _date2, ...first } = answers[0]?.headers ?? {}
      expect(headers).toEqual(first)
    }
  })

  test('takes an id in upper case and answers in lower case', async () => {
    const id = operation.path.includes('/partenaires/') ? ids.partenaires : ids.clients
    const lower = await world.get(operator, address(operation.path, id))
    const upper = await world.get(operator, address(operation.path, id?.toUpperCase()))
    expect([upper.status, upper.text]).toEqual([200, lower.text])
  })
})

describe.each(withQuery)('$id', (operation) => {
  test('answers 422 with one message for each parameter at fault', async () => {
    const names = Object.keys(operation.query)
    const url = `${address(operation.path)}?${names.map((name) => `${name}=`).join('&')}`
    const answer = await world.get(operator, url)
    expect(answer.status).toBe(422)
    shapeOfErreur(answer, 'parametres_invalides', expect.any(Object))
    expect(Object.keys(answer.body.details).sort()).toEqual([...names].sort())
    for (const message of Object.values(answer.body.details)) expect(message).toMatch(/^Donnez .*\.$/)
  })

  test('looks at parameters before it looks for the item', async () => {
    const [name] = Object.keys(operation.query)
    expect((await world.get(operator, `${address(operation.path, nothing)}?${name}=&${name}=`)).status).toBe(
      422,
    )
    if (operation.path.includes('{id}')) {
      expect((await world.get(operator, `${address(operation.path, 'abc')}?${name}=`)).status).toBe(404)
    }
  })

  test('gives nothing of an organisation to a third party', async () => {
    const answer = await world.get(thirdParty, address(operation.path))
    if (operation.id === 'listerOffres') expect(answer.body.donnees.length).toBeGreaterThan(0)
    else
      expect([answer.status, answer.body.donnees ?? null, answer.body.pagination?.total ?? 0]).toEqual(
        operation.shape === 'list' ? [200, [], 0] : [expect.any(Number), null, 0],
      )
  })
})
