import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dial } from '../harness/http/socket.ts'
import { act } from './setup/acting.ts'
import { nothing, operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await openWorld()
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  port = (world.server.server.address() as { port: number }).port
})
afterAll(() => world.close())

/** Sends bytes as they are and reads all that comes back. */
async function raw(bytes: string | Buffer): Promise<{ status: number; headers: string; body: string }> {
  const { socket, closed } = dial(port)
  socket.write(bytes)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    const [headers = '', body = ''] = text.split('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(headers)?.[1]
    if (length !== undefined && Buffer.byteLength(body) >= Number(length)) socket.destroy()
  })
  await closed
  const [headers = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(headers.slice(9, 12)), headers: headers.toLowerCase(), body }
}

/** A log that is kept, line by line. */
const logbook = () => {
  const lines: string[] = []
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, logStream }
}

const get = (target: string, headers = 'Host: x\r\n') => `GET ${target} HTTP/1.1\r\n${headers}\r\n`

describe('what HTTP itself refuses has the shape Erreur (D4)', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['an unknown path', get('/api/v1/inconnu'), 404, 'ressource_introuvable'],
    ['a path beside the page', get('/inconnu'), 404, 'ressource_introuvable'],
    ['a star', get('*'), 404, 'ressource_introuvable'],
    ['a trailing slash', get('/api/v1/clients/'), 404, 'ressource_introuvable'],
    ['another case', get('/api/v1/Clients'), 404, 'ressource_introuvable'],
    [
      'an unknown path with another method',
      'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
      404,
      'ressource_introuvable',
    ],
    ['a bad percent-encoding in the path', get('/api/v1/clients/%zz'), 400, 'requete_invalide'],
    ['a percent-encoding that is not UTF-8', get('/api/v1/clients/%ff'), 400, 'requete_invalide'],
    ['no Host', get('/api/v1/sante', ''), 400, 'requete_invalide'],
    ['rubbish', 'rubbish\r\n\r\n', 400, 'requete_invalide'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'requete_invalide'],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400, 'requete_invalide'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'requete_invalide',
    ],
    ['a URI over 8 kB', get(`/api/v1/sante?x=${'a'.repeat(9000)}`), 414, 'requete_invalide'],
    ['a URI over all limits', get(`/api/v1/sante?x=${'a'.repeat(40_000)}`), 414, 'requete_invalide'],
    [
      'headers over 16 kB',
      get('/api/v1/sante', `Host: x\r\nX-Y: ${'a'.repeat(20_000)}\r\n`),
      431,
      'requete_invalide',
    ],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'methode_non_autorisee'],
    ['an expectation', get('/api/v1/sante', 'Host: x\r\nExpect: miracle\r\n'), 417, 'requete_invalide'],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await raw(bytes)
    expect(answer.status).toBe(status)
    expect(answer.headers).toContain('content-type: application/json')
    expect(answer.headers).toContain('x-request-id: ')
    const body = JSON.parse(answer.body)
    expect(Object.keys(body)).toEqual(['code', 'message', 'details'])
    expect(body).toMatchObject({ code, details: null })
    expect(answer.body).not.toMatch(/zz|FST_|at .*\.js/)
  })

  test('a body on a GET is ignored', async () => {
    const answer = await raw(
      'GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{x}',
    )
    expect(answer.status).toBe(200)
  })

  test('an unexpected fault is 500 without a word of SQL, and its id is in the log', async () => {
    const { lines, logStream } = logbook()
    const broken = await openWorld({ logStream })
    await broken.sql('alter table offre rename column libelle to autre')
    const answer = await broken.get(operator, '/api/v1/offres?recherche=secret')
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ code: 'erreur_interne', details: null })
    expect(answer.text).not.toMatch(/libelle|column|select/i)
    const fault = lines.find((line) => line.includes('erreur_interne'))
    expect(fault).toContain(answer.headers['x-request-id'])
    await broken.close()
  })
})

describe('the request id', () => {
  test('is one of ours; the caller’s is logged beside it where it is a plain word', async () => {
    const { lines, logStream } = logbook()
    const logged = await openWorld({ logStream })
    const ask = (id: string) => logged.request('GET', '/api/v1/sante', { 'x-request-id': id })
    const ids = [
      (await ask('abc-123.4_5')).headers['x-request-id'],
      (await ask('a b\u0007')).headers['x-request-id'],
    ]
    await logged.close()
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const requests = lines.map((line) => JSON.parse(line)).filter((line) => 'operation' in line)
    expect(requests).toEqual([
      expect.objectContaining({ request_id: ids[0], caller_request_id: 'abc-123.4_5' }),
      expect.objectContaining({ request_id: ids[1], caller_request_id: null }),
    ])
  })
})

describe('the log', () => {
  test('has one line a request, with who and what, without token, e-mail or search', async () => {
    const { lines, logStream } = logbook()
    const logged = await openWorld({ logStream })
    await logged.get(operator, '/api/v1/clients?recherche=motsecret')
    const requests = lines.map((line) => JSON.parse(line)).filter((line) => 'operation' in line)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ operation: 'listerClients', method: 'GET', status: 200 })
    expect(requests[0].utilisateur_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.join('')).not.toMatch(/motsecret|awa\.kone|Bearer|eyJ/)
    await logged.close()
  })
})

describe('CORS', () => {
  test('is closed by default', async () => {
    const answer = await world.get(operator, '/api/v1/moi', { origin: 'https://app.example' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
    expect((await world.request('OPTIONS', '/api/v1/moi', preflight)).status).toBe(405)
  })

  test.each([
    'capacitor://localhost',
    'ionic://localhost',
    'app://ci.antenne.mobile',
    'http://localhost:8100',
  ])('lets the application at %s in', async (origin) => {
    const open = await openWorld({ environment: { CORS_ORIGINS: `https://app.example,${origin}` } })
    const answer = await open.get(operator, '/api/v1/moi', { origin })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin])
    const preflight = { origin, 'access-control-request-method': 'GET' }
    expect((await open.request('OPTIONS', '/api/v1/moi', preflight)).status).toBe(204)
    const other = await open.get(operator, '/api/v1/moi', { origin: `${origin}0` })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    await open.close()
  })

  test('lets the listed origins in, and no other', async () => {
    const open = await openWorld({
      environment: { CORS_ORIGINS: 'https://app.example,https://autre.example' },
    })
    const mine = { origin: 'https://app.example' }
    const answer = await open.get(operator, '/api/v1/moi', mine)
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example')
    expect(answer.headers.vary?.split(/, */).sort()).toEqual(['Accept-Encoding', 'Authorization', 'Origin'])
    expect(answer.headers['access-control-expose-headers']).toMatch(/etag/)
    const preflight = await open.request('OPTIONS', '/api/v1/moi', {
      ...mine,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toMatch(/authorization/)
    const foreign = await open.get(operator, '/api/v1/moi', { origin: 'https://mechant.example' })
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    expect((await open.request('OPTIONS', '/api/v1/moi', mine)).status).toBe(405)
    expect((await open.request('POST', '/api/v1/moi', mine)).status).toBe(405)
    await open.close()
  })

  test('lets a page of a listed origin act, and read what an action answers with', async () => {
    const origin = 'https://app.example'
    const open = await openWorld({ environment: { CORS_ORIGINS: origin } })
    onTestFinished(() => open.close())
    const listed = (value: string | undefined) => value?.split(/, */) ?? []
    const asked = (from: string, method: string, path: string) =>
      open.request('OPTIONS', path, {
        ...{ origin: from, 'access-control-request-method': method },
        'access-control-request-headers': 'authorization,content-type,idempotency-key,if-match',
      })
    for (const [method, path] of [
      ['POST', '/extension/v1/clients'],
      ['PATCH', `/extension/v1/clients/${nothing}`],
      ['DELETE', `/extension/v1/clients/${nothing}/contacts/${nothing}`],
    ] as const) {
      const { status, headers } = await asked(origin, method, path)
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(listed(headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['POST', 'PATCH', 'DELETE']),
      )
      expect(listed(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining([
          ...['authorization', 'content-type', 'content-disposition', 'idempotency-key', 'if-match', 'range'],
        ]),
      )
      const foreign = await asked('https://mechant.example', method, path)
      expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([405, undefined])
    }
    // Reads are only read (D24).
    const { headers } = await asked(origin, 'POST', '/api/v1/clients')
    expect(listed(headers['access-control-allow-methods'])).toEqual(['GET', 'HEAD'])
    const answer = await act(open, operator, '/clients', {
      ...{ body: { raison_sociale: 'Zorvix', confirmer_doublon: true }, headers: { origin } },
    })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([201, origin])
    expect(listed(String(answer.headers['access-control-expose-headers']))).toEqual(
      expect.arrayContaining([
        ...['location', 'idempotency-replayed', 'retry-after', 'x-request-id'],
        ...['content-disposition', 'content-range'],
      ]),
    )
  })
})

test('operations, pages and the demonstration are plug-ins, and none has what another adds', async () => {
  const plugins = world.server.printPlugins().match(/(?<= )(?!_after)[a-z]+(?= \d)/g)
  expect(plugins).toEqual(['api', 'extension', 'pages', 'demonstration'])
  expect(world.server.hasRequestDecorator('caller')).toBe(false)
})
