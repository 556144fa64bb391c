import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Network, openNetwork } from '../harness/database/network.ts'
import type { Postgres } from '../harness/database/postgres.ts'
import { caughtUp, follow, ofPrimary, replicaOf, switchOver } from '../harness/database/replica.ts'
import { callers } from '../harness/faults/questions.ts'
import { openRevokedCallers } from '../harness/faults/revoked-callers.ts'
import { ask } from '../harness/http/ask.ts'
import { insist } from '../harness/http/insist.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { addressFrom, openTestBed, readingFrom, type TestBed } from '../harness/service/test-bed.ts'
import { demonstrationOf, tokensOf } from '../harness/service/tokens.ts'
import { type DatabaseAddress, openDatabase } from '../src/database/database.ts'
import { sql } from '../src/database/sql.ts'
import { readFigures } from './setup/load-prometheus.ts'
import { preparedPostgres } from './setup/prepared.ts'
import { program } from './setup/program.ts'

/** Two servers of one cluster; which one leads changes from test to test. */
let leader: Postgres
let other: Postgres
const testBeds: TestBed[] = []
beforeAll(async () => {
  leader = await preparedPostgres(ofPrimary)
  other = await replicaOf(leader)
  await Promise.all([leader, other].map((server) => server.start()))
})
afterEach(async () => {
  for (const testBed of testBeds.splice(0)) await testBed.close()
})
afterAll(async () => {
  for (const server of [other, leader]) await server?.remove()
})

/** A service whose DATABASE_URL names the first, and its replicas the others. */
async function serve(servers: readonly [Postgres, ...Postgres[]], environment = {}): Promise<TestBed> {
  const [named, ...replicas] = servers
  const listed = {
    DATABASE_URL: addressFrom(named),
    ...(replicas.length > 0 && { DATABASE_REPLICA_URLS: replicas.map(addressFrom).join() }),
  }
  const testBed = await openTestBed(leader, {
    through: readingFrom(named),
    environment: { ...listed, ...environment },
  })
  testBeds.push(testBed)
  return testBed
}

async function fail(): Promise<void> {
  await switchOver(leader, other)
  ;[leader, other] = [other, leader]
}

/** Has a standby replay nothing more, until the test ends at the latest. */
async function pauseReplay({ sql }: Postgres): Promise<() => Promise<unknown>> {
  const resume = () => sql('select pg_wal_replay_resume()')
  onTestFinished(async () => void (await resume()))
  await sql('select pg_wal_replay_pause()')
  return resume
}

const statutOf = async (testBed: TestBed) => (await insist(() => testBed.ask('/api/v1/sante'))).body.statut

test('a promoted server that is listed as a replica is the primary, and is current', async () => {
  const testBed = await serve([leader, other])
  const operator = await testBed.token(callers.operator)
  const asked = async () => (await testBed.ask('/api/v1/clients', operator)).status
  await expect.poll(asked).toBe(200)
  await fail()
  await expect.poll(asked).toBe(200)
  await expect.poll(() => statutOf(testBed)).toBe('ok')
})

/** The figures of each listed server, in their order. */
async function figuresOf(port: number) {
  const { all } = readFigures(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  const of = (figure: string) => all.filter(({ name }) => name === `antenne_database_server_${figure}`)
  return of('up').map(({ labels: { server }, value: up }) => ({
    up,
    role: of('role').find(({ labels, value }) => labels.server === server && value === 1)?.labels.role,
    lag: of('lag_seconds').find(({ labels }) => labels.server === server)?.value,
  }))
}

test('a promoted server that both addresses of a balancer lead to is current at both', async () => {
  const [rw, ro] = [await openNetwork(leader.socket), await openNetwork(other.socket)]
  onTestFinished(async () => void (await Promise.all([rw.close(), ro.close()])))
  const through = { ...readingFrom(leader), host: '127.0.0.1', port: rw.port }
  const metrics = await freePort()
  const address = ({ port }: Network) => `postgresql://${through.user}@127.0.0.1:${port}/antenne`
  const environment = {
    DATABASE_URL: address(rw),
    DATABASE_REPLICA_URLS: address(ro),
    METRICS_PORT: String(metrics),
  }
  const testBed = await openTestBed(leader, { through, environment })
  testBeds.push(testBed)
  const operator = await testBed.token(callers.operator)
  const asked = async () => (await testBed.ask('/api/v1/offres', operator)).status
  await expect.poll(asked).toBe(200)
  await fail()
  rw.lead(leader.socket)
  // What it writes from now on, a standby would lack.
  await leader.sql(`update offre set debit = 'par les deux adresses'`)
  const current = { up: 1, role: 'primary', lag: 0 }
  await expect.poll(() => figuresOf(metrics)).toEqual([current, current])
  await expect.poll(() => statutOf(testBed)).toBe('ok')
  await expect.poll(asked).toBe(200)
  const offers = await insist(() => testBed.ask('/api/v1/offres', operator))
  expect(offers.text).toContain('par les deux adresses')
})

test('each server has gauges: whether it answers, its role, and how far it is behind', async () => {
  const metrics = await freePort()
  await serve([leader, other], { METRICS_PORT: String(metrics) })
  const [primary, standby] = ['primary', 'standby'].map((role) => ({ up: 1, role, lag: 0 }))
  await expect.poll(() => figuresOf(metrics)).toEqual([primary, standby])
  const resume = await pauseReplay(other)
  await leader.sql(`update offre set debit = 'sans le secours'`)
  const lagOf = async () => (await figuresOf(metrics))[1]?.lag
  await expect.poll(lagOf).toBeGreaterThan(0)
  await resume()
  await expect.poll(lagOf).toBe(0)
  await other.kill()
  await expect.poll(() => figuresOf(metrics)).toEqual([primary, { up: 0, role: 'unknown', lag: undefined }])
  await other.start()
  await expect.poll(() => figuresOf(metrics)).toEqual([primary, standby])
})

test('a right withdrawn on a promoted server is gone, though DATABASE_URL names its paused standby', async () => {
  const metrics = await freePort()
  const testBed = await serve([other, leader], { METRICS_PORT: String(metrics) })
  const revoked = await openRevokedCallers({ ...testBed, postgres: leader })
  onTestFinished(() => revoked.restore())
  const lagOf = async () => (await figuresOf(metrics))[0]?.lag
  await expect.poll(lagOf).toBe(0)
  const resume = await pauseReplay(other)
  await revoked.withdraw()
  for (const { url, token } of revoked.questions)
    for (let round = 0; round < 5; round += 1)
      expect((await insist(() => testBed.ask(url, token))).status).toBe(403)
  await leader.sql(`update offre set debit = 'après la bascule'`)
  // Past the limit the standby is not asked for data either, and the health says so. Until it receives something, as
  // after its restart, it is not known how far it is behind.
  const knownLag = async () => {
    const lag = await lagOf()
    return lag === Number.POSITIVE_INFINITY ? 0 : lag
  }
  await expect.poll(knownLag).toBeGreaterThan(5)
  const operator = await testBed.token(callers.operator)
  for (let round = 0; round < 5; round += 1) {
    const offers = await insist(() => testBed.ask('/api/v1/offres', operator))
    expect(offers.text).toContain('après la bascule')
  }
  await expect.poll(() => statutOf(testBed)).toBe('degrade')
  await revoked.restore()
  await resume()
  await expect.poll(() => statutOf(testBed)).toBe('ok')
})

test('where no listed server is the primary nothing is answered, and the health says so', async () => {
  const withBoth = await serve([leader, other])
  const revoked = await openRevokedCallers({ ...withBoth, postgres: leader })
  await caughtUp(leader, other)
  for (const environment of [{}, { DATABASE_FAILOVER_S: '0' }]) {
    const testBed = await serve([other], environment)
    for (const pause of [false, true]) {
      const resume = pause ? await pauseReplay(other) : undefined
      await revoked.withdraw()
      for (const { url, who } of revoked.questions) {
        const token = await testBed.token(who)
        for (let round = 0; round < 5; round += 1) expect((await testBed.ask(url, token)).status).toBe(503)
      }
      expect((await testBed.ask('/api/v1/sante')).status).toBe(503)
      await revoked.restore()
      await resume?.()
    }
  }
})

test('a standby that follows nobody, as an old leader may, confirms no right where none is missing', async () => {
  const revoked = await openRevokedCallers({ ...(await serve([leader, other])), postgres: leader })
  await caughtUp(leader, other)
  const point = async (setting: string) => {
    await other.sql(`alter system ${setting}`)
    await other.stop('SIGINT')
    await other.start()
  }
  await point(`set primary_conninfo = 'host=/nowhere'`)
  onTestFinished(() => point('reset primary_conninfo'))
  const complete = `select pg_last_wal_receive_lsn() <= pg_last_wal_replay_lsn() as complete`
  await expect.poll(() => other.sql(complete)).toEqual([{ complete: true }])
  await revoked.withdraw()
  const metrics = await freePort()
  const testBed = await serve([other], { METRICS_PORT: String(metrics) })
  await expect.poll(() => figuresOf(metrics)).toMatchObject([{ up: 1, role: 'standby' }])
  for (const { url, who } of revoked.questions) {
    const token = await testBed.token(who)
    for (let round = 0; round < 5; round += 1) expect((await testBed.ask(url, token)).status).toBe(503)
  }
  expect((await testBed.ask('/api/v1/sante')).status).toBe(503)
  await revoked.restore()
})

test('a leader that was cut off and is back as a standby, but not rewound, answers nothing', async () => {
  const old = await preparedPostgres(ofPrimary)
  const next = await replicaOf(old)
  onTestFinished(async () => {
    for (const server of [next, old]) await server.remove()
  })
  await Promise.all([old, next].map((server) => server.start()))
  await caughtUp(old, next)
  await next.sql('select pg_promote()')
  await old.sql(`create table alone as select repeat('x', 1000) from generate_series(1, 1000)`)
  await old.stop('SIGINT')
  await follow(old, next)
  await old.start()
  const [connection, replica] = [next, old].map((server) => ({ ...server.connection, database: 'antenne' }))
  const database = openDatabase(connection as DatabaseAddress, { replicas: [replica as DatabaseAddress] })
  onTestFinished(() => database.close())
  await expect.poll(() => database.servers.map(({ role }) => role)).toEqual(['primary', 'standby'])
  const statement = sql`select current_setting('data_directory') as folder`
  // It tries to follow again and again, in vain.
  for (let round = 0; round < 30; round += 1) {
    expect(await database.read(statement)).toEqual([{ folder: next.folders.cluster }])
    expect(database.servers[1]).toMatchObject({ useful: false, lagMs: Number.POSITIVE_INFINITY })
    await sleep(50)
  }
})

test('without a primary a standby answers that has all, one that is paused does not', async () => {
  // However long a busy machine takes for what follows.
  const testBed = await serve([leader, other], { DATABASE_FAILOVER_S: '3600' })
  const never = await serve([leader, other], { DATABASE_FAILOVER_S: '0' })
  const operator = await testBed.token(callers.operator)
  const cannot = await never.token(callers.operator)
  const answered = async (of: TestBed, token: string) =>
    (await insist(() => of.ask('/api/v1/clients', token))).status
  expect([await answered(testBed, operator), await answered(never, cannot)]).toEqual([200, 200])
  await caughtUp(leader, other)
  await leader.kill()
  for (let round = 0; round < 2; round += 1) expect(await answered(testBed, operator)).toBe(200)
  expect(await statutOf(testBed)).toBe('degrade')
  expect((await never.ask('/api/v1/clients', cannot)).status).toBe(503)
  expect((await never.ask('/api/v1/sante')).status).toBe(503)
  const resume = await pauseReplay(other)
  expect((await testBed.ask('/api/v1/clients', operator)).status).toBe(503)
  expect((await testBed.ask('/api/v1/sante')).status).toBe(503)
  await resume()
  expect(await answered(testBed, operator)).toBe(200)
  await leader.start()
  await expect.poll(() => statutOf(testBed)).toBe('ok')
})

/** What a program says, until it says that. */
async function heard(child: ChildProcess, what: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (what.test(said)) resolve(said)
      })
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said}`)))
  })
}

/** The program, started on these servers; ended with the test. */
async function begin(servers: readonly [Postgres, ...Postgres[]]) {
  const [named, ...replicas] = servers
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-attente-'))
  const child = program.start(['demarrer', '--demo'], {
    DATABASE_URL: addressFrom(named),
    DATABASE_REPLICA_URLS: replicas.map(addressFrom).join(),
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(dataDir, { recursive: true, force: true })
  })
  return { child, dataDir }
}

const portOf = (said: string) => Number(/http:\/\/[^:]+:(\d+)/.exec(said)?.[1])

test('a start waits for the database, says so, and serves from a standby meanwhile', async () => {
  await caughtUp(leader, other)
  await leader.kill()
  const alone = await begin([leader])
  expect(await heard(alone.child, /En attente/)).toMatch(
    /En attente du serveur principal : La base de données ne répond pas/,
  )
  const { child, dataDir } = await begin([leader, other])
  const said = await heard(child, /Ctrl-C/)
  expect(said).toMatch(/En attente du serveur principal/)
  const port = portOf(said)
  const token = await tokensOf(other.sql, demonstrationOf(dataDir))(callers.operator)
  const asked = async () => (await ask(`http://127.0.0.1:${port}/api/v1/clients`, { token })).status
  const statut = async (of: number) => (await ask(`http://127.0.0.1:${of}/api/v1/sante`)).body.statut
  await expect.poll(asked).toBe(200)
  await expect.poll(() => statut(port)).toBe('degrade')
  const listening = heard(alone.child, /Ctrl-C/)
  await leader.start()
  await expect.poll(() => statut(port)).toBe('ok')
  await expect.poll(async () => statut(portOf(await listening))).toBe('ok')
  // What waiting does not help fails at once.
  const unknown = { DATABASE_URL: addressFrom(leader).replace('/antenne?', '/inconnue?'), DATA_DIR: dataDir }
  const failed = await program.run(['demarrer', '--demo'], unknown)
  expect([failed.status, failed.err]).toEqual([1, expect.stringContaining('inconnue')])
})

test('a service stops though its servers say nothing any more', async () => {
  const { child, dataDir } = await begin([leader, other])
  const port = portOf(await heard(child, /Ctrl-C/))
  const token = await tokensOf(leader.sql, demonstrationOf(dataDir))(callers.operator)
  const asked = async () => (await ask(`http://127.0.0.1:${port}/api/v1/clients`, { token })).status
  await expect.poll(asked).toBe(200)
  await Promise.all([leader, other].map((server) => server.freeze()))
  onTestFinished(async () => {
    await Promise.all([leader, other].map((server) => server.thaw()))
  })
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
