import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insist } from '../harness/http/insist.ts'
import { memoryOf } from '../harness/service/proc.ts'
import { withWriter } from '../src/database/writer.ts'
import { type LoadedService, startLoadedService } from './setup/load-service.ts'
import { answerIn, type Rough, rough, trickle } from './setup/load-socket.ts'
import { operator } from './setup/people.ts'

/** The time that the service gives for headers is 10 s, looked at every second. */
const HEADERS_LEAST = 9
/** And an idle connection is kept for 75 s after its last answer. */
const IDLE_LEAST = 74

let service: LoadedService
const opened: Rough[] = []
beforeAll(async () => {
  service = await startLoadedService()
})
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})
afterAll(() => service.close())

const open = async (options?: { reading?: boolean }) => {
  const one = await rough(service.port, options)
  opened.push(one)
  return one
}
const openMany = async (count: number, options?: { reading?: boolean }) => {
  const all: Rough[] = []
  while (all.length < count)
    all.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - all.length) }, () => open(options)))),
    )
  return all
}

/** What proper callers get meanwhile, until the work is done. */
async function othersDuring(work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = []
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) {
    const answers = await Promise.all([
      insist(() => service.get(null, '/api/v1/sante')),
      insist(() => service.get(operator, '/api/v1/clients?taille=5')),
    ])
    statuses.push(...answers.map(({ status }) => status))
    await sleep(50)
  }
  await done
  return statuses
}
const expectAllAnswered = (statuses: readonly number[]) => {
  expect(statuses.length).toBeGreaterThan(0)
  expect([...new Set(statuses)]).toEqual([200])
}

test('headers that come one letter at a time, and connections that send nothing, are cut off while others are answered', async () => {
  const slow = await openMany(50)
  const silent = await openMany(50)
  const endless = `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(10_000)}`
  const trickling = Promise.all(slow.map((one) => trickle(one, endless, 100)))
  const ends = Promise.all([...slow, ...silent].map(({ end }) => end))
  expectAllAnswered(await othersDuring(ends))
  await trickling
  const times = await ends
  expect(Math.min(...times)).toBeGreaterThan(HEADERS_LEAST)
  for (const { received } of slow) {
    const { status, head, body } = answerIn(received())
    expect(status).toBe(408)
    expect(head).toContain('connection: close')
    expect(body).toMatchObject({ code: 'requete_invalide', details: null })
  }
})

const withBody = (path: string, token = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000000\r\n\r\n`

test('a body is not waited for: the answer comes at once and the connection is closed, however slowly it is sent', async () => {
  const slow = await openMany(20)
  const sending = slow.map(async (one, index) => {
    await sleep(20 * index)
    one.socket.write(withBody('/inconnu'))
    await trickle(one, 'a'.repeat(200), 100)
  })
  expectAllAnswered(await othersDuring(Promise.all(slow.map(({ end }) => end))))
  await Promise.all(sending)
  for (const { received } of slow) {
    expect(answerIn(received())).toMatchObject({
      status: 404,
      head: expect.stringContaining('connection: close'),
    })
  }
})

test('nor is it when there is no room for the request', async () => {
  const token = await service.token(operator)
  const slow = await openMany(20)
  await withWriter(service.connection, async (client) => {
    await client.query('begin')
    await client.query('lock table client in access exclusive mode')
    for (const { socket } of slow) socket.write(withBody('/api/v1/clients', token))
    const answered = Promise.all(slow.map(({ end }) => end))
    await answered
    await client.query('rollback')
  })
  expect(slow.map(({ received }) => received().slice(9, 12))).toEqual(slow.map(() => '503'))
  expect(slow.filter(({ closed }) => !closed())).toHaveLength(0)
})

test('an action whose body comes slowly has as much time as any other', async () => {
  const one = await open()
  const body = '{"ncc":"1"}'
  const head = [
    'POST /extension/v1/clients/controle-doublon HTTP/1.1',
    ...[
      'Host: x',
      `Authorization: Bearer ${await service.token(operator)}`,
      'Content-Type: application/json',
    ],
    ...[`Content-Length: ${body.length}`, 'Connection: close'],
  ]
  one.socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // Longer than an action may take.
  await trickle(one, body, 400)
  await one.end
  expect(answerIn(one.received())).toMatchObject({ status: 200, body: { resultat: 'aucun' } })
})

/** How many slow bodies were awaited when reads began, and still when the first of them was answered. */
async function readBesideSlowBodies(): Promise<number> {
  const token = await service.token(operator)
  const paths = ['/clients', '/clients/controle-doublon', '/reservations', '/fichiers/x/lien']
  const slow = await openMany(40)
  for (const [index, { socket }] of slow.entries())
    socket.write(
      [
        `POST /extension/v1${paths[index % paths.length]} HTTP/1.1`,
        ...['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'],
        ...['Content-Length: 60000', 'Expect: 100-continue', '', ''],
      ].join('\r\n'),
    )
  // Each is told that its body is read now, or refused.
  for (const { received } of slow) await expect.poll(received).not.toBe('')
  const awaited = () =>
    slow.filter(({ received }) => /^HTTP\/1\.1 100 [^\r]*\r\n\r\n$/.test(received())).length
  const begun = awaited()
  const once = Array.from({ length: 8 }, async () => {
    const { status } = await insist(() => service.get(operator, '/api/v1/clients?taille=5'))
    return { status, meanwhile: awaited() }
  })
  const answers = await Promise.all(once)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  for (const { socket } of slow) socket.destroy()
  return Math.min(begun, Math.max(...answers.map(({ meanwhile }) => meanwhile)))
}

test('actions whose bodies come slowly take no room from others', async () => {
  // On a busy machine bodies may be given up before all are awaited: the scene is played again.
  let awaited = 0
  for (let played = 0; played < 5 && awaited <= 15; played += 1) awaited = await readBesideSlowBodies()
  expect(awaited).toBeGreaterThan(15)
})

test('a body without end is not drained: the connection is closed while it is still being sent', async () => {
  const one = await open()
  const length = 10 * 1024 ** 3
  const piece = Buffer.alloc(64 * 1024, 'a')
  let sent = 0
  one.socket.write(`GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
  while (!one.closed() && sent < length / 10) {
    sent += piece.length
    await Promise.race([new Promise((resolve) => one.socket.write(piece, resolve)), one.end])
  }
  expect(one.closed()).toBe(true)
  expectAllAnswered([(await insist(() => service.get(null, '/api/v1/sante'))).status])
})

test.each([
  [
    'an address over 8 kB',
    `GET /api/v1/clients?recherche=${'a'.repeat(12_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    414,
  ],
  ['an address without end', `GET /${'a'.repeat(200_000)}`, 414],
  [
    'a header over 16 kB',
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
  ],
  [
    'headers without end',
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n${'X-Y: abcdefgh\r\n'.repeat(20_000)}`,
    431,
  ],
])('%s is refused while it is being sent', async (_what, bytes, status) => {
  const one = await open()
  one.socket.write(bytes)
  await expect.poll(() => one.received().includes('\r\n\r\n') && one.received().endsWith('}')).toBe(true)
  expect(answerIn(one.received())).toMatchObject({
    status,
    body: { code: 'requete_invalide', details: null },
  })
})

test('two thousand connections that do nothing leave room for others', async () => {
  await openMany(1000)
  /** How long those were kept that were closed. */
  const kept: number[] = []
  let answered = 0
  // On a crawling machine one may ask too late, and is told so.
  const isAnswered = ({ received }: Rough) => received().startsWith('HTTP/1.1 404')
  // Half of them have asked something before, as browsers do.
  for (let group = 0; group < 20; group += 1) {
    const browsers = await openMany(50)
    for (const one of browsers) {
      const asked = performance.now()
      one.socket.write('GET /inconnu HTTP/1.1\r\nHost: x\r\n\r\n')
      void one.end.then(() => {
        if (isAnswered(one)) kept.push((performance.now() - asked) / 1000)
      })
    }
    await expect.poll(() => browsers.every(({ received }) => received().endsWith('}'))).toBe(true)
    answered += browsers.filter(isAnswered).length
  }
  expect(answered).toBeGreaterThan(0)
  expectAllAnswered(await othersDuring(sleep(2000)))
  expect(kept.filter((seconds) => seconds < IDLE_LEAST)).toEqual([])
})

/** What asks for eighty kilobytes or so. */
const large = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'

test('those who ask on and on and take no answer hold neither places nor memory', async () => {
  const before = memoryOf(service.pid)
  const deaf = await openMany(20, { reading: false })
  const asking = (async () => {
    // Eight hundred megabytes, if all were answered.
    for (let turn = 0; turn < 500; turn += 1) {
      for (const { socket } of deaf) socket.write(large)
      await sleep(10)
    }
  })()
  await othersDuring(asking)
  expectAllAnswered(await othersDuring(sleep(2000)))
  const after = memoryOf(service.pid)
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(250)
  expect(service.alive()).toBe(true)
})

test('pages that nobody takes hold no places', async () => {
  const token = await service.token(operator)
  const page = `GET /api/v1/clients?taille=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const deaf = await openMany(40, { reading: false })
  for (const { socket } of deaf) {
    socket.write(page)
    await sleep(20)
  }
  expectAllAnswered(await othersDuring(sleep(1000)))
})
