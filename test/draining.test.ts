import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../harness/database/connection.ts'
import { dial } from '../harness/http/socket.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { follow, type Serving, stop, until, untilServing } from '../harness/service/process.ts'
import { rollingRestarts } from '../harness/service/rolling-restarts.ts'
import type { DatabaseAddress } from '../src/database/database.ts'
import { withWriter } from '../src/database/writer.ts'
import { processesOf } from './setup/killing.ts'
import { prepare } from './setup/prepared.ts'
import { program } from './setup/program.ts'
import { freshDatabase } from './setup/world.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let ground: string
const running: Serving[] = []

beforeAll(async () => {
  database = await freshDatabase('demonstration')
  ground = await mkdtemp(join(tmpdir(), 'antenne-arret-'))
  await chmod(ground, 0o755)
})
async function endAll(): Promise<void> {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
}
afterEach(endAll)
afterAll(async () => {
  await database.drop()
  await rm(ground, { recursive: true, force: true })
})

interface Measured extends Serving {
  readonly metricsPort: number
}

async function serve(environment: Record<string, string>): Promise<Measured> {
  const metricsPort = await freePort()
  const child = program.start(['demarrer', '--demo'], {
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: ground,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_USER: '1000000000',
    RATE_LIMIT_ADDRESS: '1000000000',
    METRICS_PORT: String(metricsPort),
    ...environment,
  })
  const serving = { ...(await untilServing(follow(child))), metricsPort }
  running.push(serving)
  return serving
}

const ask = ({ address, authorization }: Serving, path: string) =>
  fetch(`${address}/api/v1/${path}`, { headers: { authorization } })

/** The same, asked again as long as a machine that is busy with other things says 503. */
async function askUntilServed(serving: Serving, path: string): Promise<Response> {
  for (;;) {
    const answer = await ask(serving, path)
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}

/** Whether nobody listens any more; until then nobody is served. */
const refusesConnections = (serving: Serving): Promise<boolean> =>
  ask(serving, 'sante').then(
    ({ status }) => expect(status).toBe(503),
    ({ cause }) => cause.code === 'ECONNREFUSED',
  ) as Promise<boolean>

/** A connection spoken to word by word. */
function speak({ address, authorization }: Serving) {
  const { socket, closed, next } = dial(Number(new URL(address).port))
  let heard = ''
  let last = ''
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text
  })
  const whole = /^HTTP\/1\.1 \d+ .*?\r\ncontent-length: (\d+)\r\n.*?\r\n\r\n(.*)$/is
  return {
    socket,
    closed,
    heard: () => heard,
    /** The last whole answer, as it came. */
    last: () => last,
    request: (path: string) =>
      `GET /api/v1/${path} HTTP/1.1\r\nhost: antenne\r\nauthorization: ${authorization}\r\n\r\n`,
    /** The status of the next answer once it is there whole, or `closed`. */
    async answer(): Promise<number | 'closed'> {
      for (;;) {
        const [, length, body] = whole.exec(heard) ?? []
        if (body !== undefined && Buffer.byteLength(body) >= Number(length)) {
          const status = Number(heard.slice(9, 12))
          last = heard
          heard = ''
          return status
        }
        if (socket.closed) return 'closed'
        await next()
      }
    },
  }
}

/** Asks until it is answered: a machine that is busy with other things says 503. */
async function served({ socket, request, answer }: ReturnType<typeof speak>): Promise<void> {
  let status: number | 'closed' = 503
  while (status === 503) {
    socket.write(request('moi'))
    status = await answer()
  }
  expect(status).toBe(200)
}

/** Whether a request is being answered: health, too, reads what answers read, and may wait for the same lock. */
async function isAnswering({ metricsPort }: Measured): Promise<boolean> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return !figures.includes('\nantenne_requests_inside 0\n')
}

/** A statement of the service waits for a lock for so long at most, in milliseconds. */
const LONGEST_WAIT = 1000

/**
 * Holds all readers of the clients up until the work is done, which asks for something and waits until that is held up.
 * Tells whether it was until then: others, such as health, may wait for the same lock.
 */
const locked = (
  serving: Measured,
  connection: DatabaseAddress,
  work: (held: (ask: () => void) => Promise<void>) => Promise<void>,
): Promise<boolean> =>
  withWriter(connection, async (client) => {
    await client.query('begin')
    await client.query('lock table client in access exclusive mode')
    const waiting = `select from pg_locks where not granted and relation = 'client'::regclass`
    const isHeld = async () =>
      (await client.query(waiting)).rowCount !== 0 && (await isAnswering(serving).catch(() => false))
    let asked = Number.NEGATIVE_INFINITY
    await work((ask) => {
      asked = performance.now()
      ask()
      return until(serving, isHeld)
    })
    const answering = await isAnswering(serving).catch(() => false)
    // In one message: nobody stops waiting for the lock between the look and its end.
    const [looked] = (await client.query(`${waiting}; rollback`)) as unknown as pg.QueryResult[]
    return answering && looked?.rowCount !== 0 && performance.now() - asked < LONGEST_WAIT
  })

/**
 * A statement waits for a lock for a second at most. Where the machine was too busy for all that a scene has happen
 * meanwhile, it is played again.
 */
async function inTime(scene: () => Promise<boolean>): Promise<void> {
  while (!(await scene())) await endAll()
}

const refused = { code: 'service_indisponible', message: expect.any(String), details: null }

describe('a service that is asked to stop', () => {
  test('says so in its health at once, and goes on serving until the notice is over', async () => {
    const serving = await serve({ DRAIN_NOTICE_S: '300' })
    const before = await askUntilServed(serving, 'clients?taille=1')
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])
    serving.child.kill('SIGTERM')
    let health = await ask(serving, 'sante')
    while (health.status === 200) health = await ask(serving, 'sante')
    expect([health.status, await health.json()]).toEqual([503, refused])
    expect(Number(health.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const path of ['clients?taille=1', 'moi', 'offres']) {
      const { status, headers } = await askUntilServed(serving, path)
      expect([path, status, headers.get('connection')]).toEqual([path, 200, 'close'])
    }
    expect(serving.shown()).not.toContain('Arrêt en cours')
  })

  test('stops by itself when the notice is over, and not before', async () => {
    const serving = await serve({ DRAIN_NOTICE_S: '1' })
    const begun = performance.now()
    expect(await stop(serving)).toBe(0)
    expect(performance.now() - begun).toBeGreaterThan(1000)
    expect(serving.shown()).toMatch(/Arrêt en cours…\nArrêté\.\n$/)
  })

  test('then takes no connection, closes idle ones, and finishes what runs', () =>
    inTime(async () => {
      // Whoever waits for all of this time hangs the test.
      const serving = await serve({ DRAIN_TIMEOUT_S: '600' })
      const [idle, late, unfinished, slow] = [speak(serving), speak(serving), speak(serving), speak(serving)]
      for (const one of [idle, late]) await served(one)
      let answering: Promise<number | 'closed'> | undefined
      const wasHeld = await locked(serving, database.connection, async (held) => {
        unfinished.socket.write('GET /api/v1/moi HTTP/1.1\r\nhost: antenne\r\n')
        answering = slow.answer()
        await Promise.race([held(() => slow.socket.write(slow.request('clients?taille=1'))), answering])
        serving.child.kill('SIGTERM')
        await serving.shows('Arrêt en cours')
        late.socket.write(late.request('moi'))
        unfinished.socket.write(`authorization: ${serving.authorization}\r\n\r\n`)
        await until(serving, () => refusesConnections(serving))
        await idle.closed
      })
      if (!wasHeld) return false
      expect(await answering).toBe(200)
      // The stop was asked for while it was made.
      expect(slow.last()).toMatch(/\r\nconnection: close\r\n/i)
      expect([503, 'closed']).toContain(await late.answer())
      expect([503, 'closed']).toContain(await unfinished.answer())
      // Nor is anybody waited for who has been answered and keeps the connection.
      expect(await serving.ended).toBe(0)
      expect(serving.shown()).toMatch(/Arrêté\.\n$/)
      return true
    }))

  test('tells whoever it has no room for that the connection closes', () =>
    inTime(async () => {
      const serving = await serve({ DRAIN_NOTICE_S: '300', DATABASE_POOL: '1' })
      serving.child.kill('SIGTERM')
      const isTold = async () => (await ask(serving, 'sante')).headers.get('connection') === 'close'
      await until(serving, isTold)
      const [inside, waiting] = [speak(serving), speak(serving)]
      const wasHeld = await locked(serving, database.connection, async (held) => {
        const answering = inside.answer()
        await Promise.race([held(() => inside.socket.write(inside.request('clients?taille=1'))), answering])
        waiting.socket.write(waiting.request('clients?taille=1'))
        await waiting.closed
      })
      if (wasHeld) expect(waiting.heard()).toMatch(/^HTTP\/1\.1 503 [\s\S]+\r\nconnection: close\r\n/i)
      return wasHeld
    }))

  test('waits for nobody who has sent no whole request, even if a letter of it comes now and then', async () => {
    const serving = await serve({ DRAIN_TIMEOUT_S: '600' })
    const [silent, half, again, body] = [speak(serving), speak(serving), speak(serving), speak(serving)]
    await served(again)
    const head = `host: antenne\r\nauthorization: ${serving.authorization}\r\ncontent-type: application/json`
    body.socket.write(`POST /extension/v1/clients HTTP/1.1\r\n${head}\r\ncontent-length: 1000\r\n\r\n{`)
    half.socket.write('GET /api/v1/moi HTTP/1.1\r\nx: ')
    again.socket.write('GET /api/v1/moi HTTP/1.1\r\nx: ')
    expect((await askUntilServed(serving, 'moi')).status).toBe(200)
    const trickling = setInterval(() => {
      for (const one of [half, body]) one.socket.write('a')
    }, 1000)
    expect(await stop(serving)).toBe(0)
    clearInterval(trickling)
    await Promise.all([silent.closed, half.closed, again.closed, body.closed])
    // One that has begun an action knows that it did not happen.
    expect(body.heard()).toMatch(/^HTTP\/1\.1 503 [\s\S]+\r\nconnection: close\r\n/i)
  })

  test('cuts what does not end after the time for that, and still ends well', () =>
    inTime(async () => {
      const serving = await serve({ DRAIN_TIMEOUT_S: '1' })
      const [half, held] = [speak(serving), speak(serving)]
      half.socket.write('GET /api/v1/moi HTTP/1.1\r\nx: ')
      let answering: Promise<number | 'closed'> | undefined
      let [begun, waited] = [0, false]
      await locked(serving, database.connection, async (isHeld) => {
        answering = held.answer()
        const asking = isHeld(() => held.socket.write(held.request('clients?taille=1')))
        waited = await Promise.race([asking.then(() => true), answering.then(() => false)])
        begun = performance.now()
        expect(await stop(serving)).toBe(0)
        if (waited) expect(performance.now() - begun).toBeGreaterThan(900)
      })
      await Promise.all([half.closed, held.closed])
      if (waited) expect([503, 'closed']).toContain(await answering)
      return waited
    }))

  test('does not keep a person waiting who presses Ctrl-C', async () => {
    const serving = await serve({ DRAIN_NOTICE_S: '300' })
    const begun = performance.now()
    expect(await stop(serving, 'SIGINT')).toBe(0)
    expect(performance.now() - begun).toBeLessThan(300_000)
  })

  test('is not put off by being asked again', () =>
    inTime(async () => {
      const serving = await serve({ DRAIN_NOTICE_S: '1' })
      const kept = speak(serving)
      let answering: Promise<number | 'closed'> | undefined
      const wasHeld = await locked(serving, database.connection, async (held) => {
        serving.child.kill('SIGTERM')
        while ((await ask(serving, 'sante').catch(() => undefined))?.status === 200);
        serving.child.kill('SIGTERM')
        await sleep(500)
        answering = kept.answer()
        await Promise.race([held(() => kept.socket.write(kept.request('clients?taille=1'))), answering])
        await serving.shows('Arrêt en cours')
        serving.child.kill('SIGTERM')
        serving.child.kill('SIGINT')
        await sleep(50)
      })
      expect(await serving.ended).toBe(0)
      expect(serving.shown().match(/Arrêté\.|Arrêt en cours/g)).toHaveLength(2)
      if (wasHeld) expect(await answering).toBe(200)
      return wasHeld
    }))
})

test('the embedded database is stopped last, and starts clean', () =>
  inTime(async () => {
    const dataDir = join(ground, 'embarquee')
    await prepare(dataDir)
    const embedded = { DATABASE_URL: '', DATA_DIR: dataDir }
    const serving = await serve(embedded)
    const host = join(dataDir, 'postgres/socket')
    const connection = { host, port: 5432, user: 'antenne', database: 'antenne' }
    const slow = speak(serving)
    let answering: Promise<number | 'closed'> | undefined
    const wasHeld = await locked(serving, connection, async (held) => {
      answering = slow.answer()
      await Promise.race([held(() => slow.socket.write(slow.request('clients?taille=1'))), answering])
      serving.child.kill('SIGTERM')
      await serving.shows('Arrêt en cours')
      await sleep(200)
      await withWriter(connection, (client) => client.query('select 1'))
      // Nobody waited any more: then it was stopped already.
    }).catch(() => false)
    if (wasHeld) expect(await answering).toBe(200)
    expect(await serving.ended).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
    await expect(new pg.Client(connection).connect()).rejects.toThrow()

    const again = await serve(embedded)
    expect((await askUntilServed(again, 'clients?taille=1')).status).toBe(200)
    expect(await stop(again)).toBe(0)
    const log = await readFile(join(dataDir, 'postgresql.log'), 'utf8')
    expect(log.match(/database system was shut down at/g)).toHaveLength(2)
    expect(log).not.toMatch(/interrupted|not properly shut down|recovery/)
    await rm(dataDir, { recursive: true })
    return wasHeld
  }))

test('of requests under way while instances are restarted in turn none is lost', async () => {
  const { lost, requests, restarts, ends } = await rollingRestarts({
    requests: 500,
    rounds: 1,
    askers: 2,
    // Enough for the proxy, which looks every 100 ms, to notice on a machine that has much else to do.
    start: () => serve({ DRAIN_NOTICE_S: '3' }),
  })
  expect([...lost]).toEqual([])
  expect([...ends]).toEqual([0])
  expect(requests).toBeGreaterThanOrEqual(500)
  expect(restarts).toBeGreaterThanOrEqual(2)
})
