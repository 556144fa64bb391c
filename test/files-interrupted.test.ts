import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dial } from '../harness/http/socket.ts'
import { filesOf } from '../harness/service/proc.ts'
import { listening, pdf, upload, uploadOnce } from './setup/files.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_DEPOTS: '1000', FICHIERS_EN_ATTENTE_MAX: '100' } })
  world.now = new Date()
})
afterAll(() => world.close())

const bytes = Buffer.concat([pdf(), Buffer.alloc(300_000, 'x')])

const stored = async () =>
  (
    await world.sql<{ n: number }>(
      `select ((select count(*) from fichier) + (select count(*) from contenu) + (select count(*) from contenu_morceau)
        + (select count(*) from action_cle) + (select count(*) from journal))::int as n`,
    )
  )[0]?.n

/** Files that this process holds open and that have no name. */
const nameless = () =>
  (filesOf('self') ?? []).filter((path) => /antenne-[\w-]{36} \(deleted\)$/.test(path)).length

async function headOf(key: string, who = partner): Promise<string> {
  return [
    'POST /extension/v1/fichiers HTTP/1.1',
    'Host: antenne',
    `Authorization: Bearer ${await world.token(who)}`,
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="scan.pdf"',
    `Content-Length: ${bytes.length}`,
    `Idempotency-Key: ${key}`,
    '',
    '',
  ].join('\r\n')
}

async function begin(key: string, count: number, who = partner): Promise<Socket> {
  const { socket } = dial(await listening(world))
  await once(socket, 'connect')
  socket.write(await headOf(key, who))
  if (count > 0) await new Promise<void>((resolve) => socket.write(bytes.subarray(0, count), () => resolve()))
  return socket
}

test('an upload that is cut at any byte leaves nothing, and is repeated with its key', async () => {
  const before = await stored()
  const cuts = [0, 1, 4, 5, 11, 12, 13, 1000, 65_536, 262_143, 262_144, 262_145, bytes.length - 1]
  const keys = cuts.map(() => randomUUID())
  for (const [place, cut] of cuts.entries()) {
    const socket = await begin(keys[place] as string, cut)
    // Some are cut before the service has seen them, others while it reads.
    await sleep(place % 2 === 0 ? 0 : 20)
    socket.destroy()
  }
  while (nameless() > 0) await sleep(5)
  expect(await stored()).toBe(before)
  const again = await upload(world, partner, { bytes, key: keys[3] as string })
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined])
  while (nameless() > 0) await sleep(5)
})

test('who sends a byte too many, without having said how many, is told, and the connection is closed', async () => {
  const { socket, closed } = dial(await listening(world))
  const head = (await headOf(randomUUID())).replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  const bytes = Buffer.alloc(10_485_761, 'x')
  bytes.write('%PDF-')
  socket.write(head)
  socket.write(`${bytes.length.toString(16)}\r\n`)
  socket.write(bytes)
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*"taille_max_octets":10485760/i)
  while (nameless() > 0) await sleep(5)
})

test('bytes of another type are told at once, over a real connection too', async () => {
  const { socket, closed } = dial(await listening(world))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(await headOf(randomUUID()))
  socket.write('<html>hello</html>')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 422 [\s\S]*connection: close[\s\S]*parametres_invalides/i)
})

test.each([
  ['a file of nobody', '/fichiers', 'application/pdf', 6_000_000, 401],
  ['a body of nobody', '/clients', 'application/json', 6_000_000, 401],
  ['a file that is too large', '/fichiers', 'application/pdf', 11_000_000, 413],
])('who sends all of %s before looking for the answer finds it', async (_what, path, type, count, status) => {
  const head = (await headOf(randomUUID()))
    .replace('/fichiers', path)
    .replace('application/pdf', type)
    .replace(/Content-Length: \d+/, `Content-Length: ${count}`)
  const known = status === 401 ? head.replace(/Authorization: .*/, 'Authorization: Bearer x') : head
  const { socket, closed } = dial(await listening(world))
  socket.pause().setEncoding('utf8')
  const sent = new Promise((resolve) => socket.write(known + 'x'.repeat(count), resolve))
  expect(await Promise.race([sent, closed.then(() => 'closed')])).toBeFalsy()
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.resume()
  await closed
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*connection: close`, 'i'))
})

/** A request of nobody, with so much of a body, on a connection that stays open on this side. */
async function refused(body: string) {
  const opened = once(world.server.server, 'connection')
  const { socket } = dial({ port: await listening(world), host: '127.0.0.1', allowHalfOpen: true })
  const head = (await headOf(randomUUID())).replace(/Authorization: .*/, 'Authorization: Bearer x')
  socket.resume().write(head.replace(/Content-Length: \d+/, body))
  const [served] = (await opened) as [Socket]
  await once(socket, 'end')
  return { socket, closed: once(served, 'close') }
}

test('what follows a refused body on its connection is not done', async () => {
  const count = 3_000_000
  const { socket, closed } = await refused(`Content-Length: ${count}`)
  const body = JSON.stringify({ raison_sociale: 'Zork Vyl Brax' })
  const head = (await headOf(randomUUID()))
    .replace('/fichiers', '/clients')
    .replace('application/pdf', 'application/json')
    .replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)
  socket.write('x'.repeat(count) + head + body)
  await closed
  expect(await world.sql(`select from client where raison_sociale like 'Zork%'`)).toEqual([])
  socket.destroy()
})

test.each(['sends without end', 'never closes'])('who is refused and %s is cut off', async (what) => {
  const { socket, closed } = await refused('Transfer-Encoding: chunked')
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const send = () => void (what === 'sends without end' && socket.writable && socket.write(chunk, send))
  send()
  await closed
  socket.destroy()
})

test('uploads that are under way take no place from readers', async () => {
  const people = [partner, competitor, operator]
  const slow = await Promise.all(
    people.flatMap((who) => Array.from({ length: 10 }, () => begin(randomUUID(), 1000, who))),
  )
  while (nameless() < slow.length) await sleep(5)
  // Nobody has more than ten under way; others go on.
  expect((await uploadOnce(world, partner)).status).toBe(503)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.get(partner, '/api/v1/partenaires')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const socket of slow) socket.destroy()
  while (nameless() > 0) await sleep(5)
})

test('who asks before sending is told to go on, or why not, before a byte is sent', async () => {
  const asked = async (head: string, bytes = Buffer.alloc(0)) => {
    const { socket, closed } = dial(await listening(world))
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
      if (text.startsWith('HTTP/1.1 100')) socket.write(bytes)
      else socket.end()
    })
    socket.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'))
    await closed
    return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
  }
  const head = await headOf(randomUUID())
  expect(await asked(head.replace(/Content-Length: \d+/, 'Content-Length: 20000000'))).toEqual(['413'])
  expect(await asked(head, bytes)).toEqual(['100', '200'])
})

test.each([
  ['a file', '/fichiers', 'application/pdf'],
  ['a body', '/clients', 'application/json'],
])('%s in pieces that cannot be read is told, and the connection is closed', async (_what, path, type) => {
  const { socket, closed } = dial(await listening(world))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  const head = (await headOf(randomUUID()))
    .replace('/fichiers', path)
    .replace('application/pdf', type)
    .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
  socket.write(`${head}8\r\n%PDF-1.4\r\n`)
  await sleep(50)
  socket.write('zz\r\n')
  await closed
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*requete_invalide/i)
  while (nameless() > 0) await sleep(5)
})
