import * as zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LARGE } from '../src/http/serving/coding.ts'
import { act } from './setup/acting.ts'
import { deposited } from './setup/files.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A client with so many sites that they are compressed on another thread. */
let large = ''
beforeAll(async () => {
  const [client] = await world.sql<{ id: string }>('select id from client order by id limit 1')
  await world.sql(
    `insert into site (id, client_id, libelle, adresse, statut, cree_le, modifie_le)
    select gen_random_uuid(), $1, 'Site ' || n, repeat('Rue des Jardins ', 20), 'actif', now(), now() from generate_series(1, 800) as n`,
    [client?.id],
  )
  large = `/api/v1/clients/${client?.id}/sites`
})

type Decode = (bytes: Buffer) => Buffer
const { zstdDecompressSync: zstd } = zlib as { zstdDecompressSync?: Decode }
const decoders: Readonly<Record<string, Decode>> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  ...(zstd === undefined ? {} : { zstd }),
}

async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const authorization = `Bearer ${await world.token(operator)}`
  const answer = await world.server.inject({ method, url, headers: { authorization, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

const LONG = [
  ...['/api/v1/clients?taille=100', '/api/v1/reservations?taille=100', '/extension/v1/references'],
  ...['/openapi.json', '/extension/v1/openapi.json', '/configuration.json', '/llms.txt'],
]

describe.each(Object.entries(decoders))('%s', (coding, decode) => {
  test.each(LONG)('%s holds the same, and has a tag of its own', async (url) => {
    const plain = await ask(url)
    const coded = await ask(url, { 'accept-encoding': coding })
    expect([plain.headers['content-encoding'], coded.headers['content-encoding']]).toEqual([
      undefined,
      coding,
    ])
    expect(decode(coded.bytes).equals(plain.bytes)).toBe(true)
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2)
    for (const { headers } of [plain, coded]) expect(headers.vary).toContain('Accept-Encoding')
    const { etag } = coded.headers
    expect(etag).not.toBe(plain.headers.etag)
    const again = await ask(url, { 'accept-encoding': coding, 'if-none-match': `${etag}` })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
    expect((await ask(url, { 'if-none-match': `${etag}` })).status).toBe(200)
    const head = await ask(url, { 'accept-encoding': coding }, 'HEAD')
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
      expect([name, head.headers[name]]).toEqual([name, coded.headers[name]])
  })
})

test.each(Object.entries(decoders))('%s: a large answer holds the same', async (coding, decode) => {
  const plain = await ask(large)
  expect(plain.bytes.length).toBeGreaterThan(LARGE)
  const coded = await ask(large, { 'accept-encoding': coding })
  expect([coded.status, coded.headers['content-encoding']]).toEqual([200, coding])
  expect(coded.headers['content-length']).toBe(String(coded.bytes.length))
  expect(decode(coded.bytes).equals(plain.bytes)).toBe(true)
})

test('the tag of an answer is its reader’s: another who is told the same has another', async () => {
  const url = '/extension/v1/references'
  const [mine, theirs] = [await world.get(operator, url), await world.get(partner, url)]
  expect(mine.text).toBe(theirs.text)
  const withTag = (who: string, { headers }: typeof mine) =>
    world.get(who, url, { 'if-none-match': String(headers.etag) })
  expect((await withTag(operator, mine)).status).toBe(304)
  expect((await withTag(operator, theirs)).status).toBe(200)
})

test('a page of 100 clients is below 18 kB', async () => {
  const { bytes } = await ask('/api/v1/clients?taille=100', { 'accept-encoding': 'br' })
  expect(bytes.length).toBeLessThan(18_000)
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.000, gzip;q=0', undefined],
  ['deflate', undefined],
  ['identity', undefined],
  ['*', undefined],
  ['', undefined],
])('Accept-Encoding «%s» is answered with %s', async (accepted, coding) => {
  const { headers } = await ask('/api/v1/clients?taille=20', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(coding)
})

test('what is small, or may be stored nowhere, is sent as it is', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  for (const url of ['/api/v1/sante', '/nulle-part'])
    expect([url, (await ask(url, headers)).headers['content-encoding']]).toEqual([url, undefined])
  const { fichier_id } = await deposited(world, partner)
  const link = await act(world, partner, `/fichiers/${fichier_id}/lien`, { headers })
  expect(link.headers['content-encoding']).toBeUndefined()
  const file = await world.server.inject({ url: link.body.url, headers })
  expect([file.statusCode, file.headers['content-encoding']]).toEqual([200, undefined])
})
