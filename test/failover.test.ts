import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newPostgres, type Postgres } from './faults/postgres.ts'
import { callers } from './faults/questions.ts'
import { caughtUp, ofPrimary, replicaOf, switchOver } from './faults/replica.ts'
import { addressOf, openStage, populate, readingOf, type Stage } from './faults/stage.ts'
import { openVisitors } from './faults/visitors.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Two servers of one cluster; which one leads changes from test to test. */
let leader: Postgres
let other: Postgres
const stages: Stage[] = []
beforeAll(async () => {
  leader = await newPostgres(ofPrimary)
  await leader.start()
  await populate(leader)
  await leader.stop('SIGINT')
  other = await replicaOf(leader)
  await Promise.all([leader, other].map((server) => server.start()))
})
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close()
})
afterAll(async () => {
  for (const server of [other, leader]) await server?.remove()
})

/** A service whose DATABASE_URL names the first, and its replicas the others. */
async function serve(servers: readonly [Postgres, ...Postgres[]], environment = {}): Promise<Stage> {
  const [named, ...replicas] = servers
  const listed = {
    DATABASE_URL: addressOf(named),
    ...(replicas.length > 0 && { DATABASE_REPLICA_URLS: replicas.map(addressOf).join() }),
  }
  const stage = await openStage(leader, {
    through: readingOf(named),
    environment: { ...listed, ...environment },
  })
  stages.push(stage)
  return stage
}

async function fail(): Promise<void> {
  await switchOver(leader, other)
  ;[leader, other] = [other, leader]
}

const statutOf = async (stage: Stage) => JSON.parse((await stage.ask('/api/v1/sante')).body).statut

test('a promoted server that is listed as a replica is the primary, and is current', async () => {
  const stage = await serve([leader, other])
  const operator = await stage.token(callers.operator)
  expect((await stage.ask('/api/v1/clients', operator)).status).toBe(200)
  await fail()
  const asked = async () => (await stage.ask('/api/v1/clients', operator)).status
  await expect.poll(asked, { timeout: 10_000 }).toBe(200)
  await expect.poll(() => statutOf(stage), { timeout: 10_000 }).toBe('ok')
})

test('a right withdrawn on a promoted server is gone, though DATABASE_URL names its paused standby', async () => {
  const stage = await serve([other, leader])
  const visitors = await openVisitors({ ...stage, postgres: leader })
  await other.sql('select pg_wal_replay_pause()')
  await visitors.withdraw()
  for (const { url, token } of visitors.questions)
    for (let round = 0; round < 5; round += 1) expect((await stage.ask(url, token)).status).toBe(403)
  // Past the limit the standby is not asked for data either, and the health says so.
  await expect.poll(() => statutOf(stage), { timeout: 20_000 }).toBe('degrade')
  const operator = await stage.token(callers.operator)
  await leader.sql(`update offre set debit = 'après la bascule'`)
  expect((await stage.ask('/api/v1/offres', operator)).body).toContain('après la bascule')
  await visitors.restore()
  await other.sql('select pg_wal_replay_resume()')
  await expect.poll(() => statutOf(stage), { timeout: 10_000 }).toBe('ok')
})

test('where no listed server is the primary nothing is answered, and the health says so', async () => {
  const withBoth = await serve([leader, other])
  const visitors = await openVisitors({ ...withBoth, postgres: leader })
  await caughtUp(leader, other)
  for (const environment of [{}, { DATABASE_FAILOVER_S: '0' }]) {
    const stage = await serve([other], environment)
    for (const pause of [false, true]) {
      if (pause) await other.sql('select pg_wal_replay_pause()')
      await visitors.withdraw()
      for (const { url, who } of visitors.questions) {
        const token = await stage.token(who)
        for (let round = 0; round < 5; round += 1) expect((await stage.ask(url, token)).status).toBe(503)
      }
      expect((await stage.ask('/api/v1/sante')).status).toBe(503)
      await visitors.restore()
      if (pause) await other.sql('select pg_wal_replay_resume()')
    }
  }
})

test('without a primary a standby answers that has all, one that is paused does not', async () => {
  const stage = await serve([leader, other])
  const never = await serve([leader, other], { DATABASE_FAILOVER_S: '0' })
  const operator = await stage.token(callers.operator)
  const asked = async (of: Stage) => (await of.ask('/api/v1/clients', operator)).status
  const cannot = await never.token(callers.operator)
  expect(await asked(stage)).toBe(200)
  expect((await never.ask('/api/v1/clients', cannot)).status).toBe(200)
  await caughtUp(leader, other)
  await leader.kill()
  expect([await asked(stage), await asked(stage), await statutOf(stage)]).toEqual([200, 200, 'degrade'])
  expect((await never.ask('/api/v1/clients', cannot)).status).toBe(503)
  expect((await never.ask('/api/v1/sante')).status).toBe(503)
  await other.sql('select pg_wal_replay_pause()')
  expect(await asked(stage)).toBe(503)
  expect((await stage.ask('/api/v1/sante')).status).toBe(503)
  await other.sql('select pg_wal_replay_resume()')
  expect(await asked(stage)).toBe(200)
  await leader.start()
  await expect.poll(() => statutOf(stage), { timeout: 10_000 }).toBe('ok')
})
