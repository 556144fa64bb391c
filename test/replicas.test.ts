import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Postgres } from '../harness/database/postgres.ts'
import { askedOf, caughtUp, ofPrimary, replicaOf } from '../harness/database/replica.ts'
import { startLoad } from '../harness/faults/load.ts'
import { callers, type Question, questionsOf } from '../harness/faults/questions.ts'
import { openRevokedCallers, type RevokedCallers } from '../harness/faults/revoked-callers.ts'
import { type Fault, failed, type Outcome, runFault } from '../harness/faults/run-fault.ts'
import { insist } from '../harness/http/insist.ts'
import { addressFrom, openTestBed, readingFrom, type TestBed } from '../harness/service/test-bed.ts'
import { openDatabase } from '../src/database/database.ts'
import { sql } from '../src/database/sql.ts'
import { changeUnderReaders, slowSearches } from './faults/conflicts.ts'
import { preparedPostgres } from './setup/prepared.ts'

let primary: Postgres
let first: Postgres
let second: Postgres
let testBed: TestBed
let questions: Question[]
let revoked: RevokedCallers
beforeAll(async () => {
  primary = await preparedPostgres(ofPrimary)
  first = await replicaOf(primary)
  second = await replicaOf(primary)
  await Promise.all([primary, first, second].map((server) => server.start()))
  const environment = {
    DATABASE_URL: addressFrom(primary),
    DATABASE_REPLICA_URLS: [first, second].map(addressFrom).join(),
  }
  testBed = await openTestBed(primary, { environment })
  questions = await questionsOf(testBed)
  revoked = await openRevokedCallers(testBed)
})
afterAll(async () => {
  await testBed?.close()
  for (const server of [first, second, primary]) await server?.remove()
})

const health = async (): Promise<string> => (await insist(() => testBed.ask('/api/v1/sante'))).body.statut

/** How often each server is asked while callers ask, for each answer. */
async function shares(servers: readonly Postgres[]): Promise<number[]> {
  const before = await Promise.all(servers.map(askedOf))
  const load = startLoad(testBed.port, questions)
  await sleep(1500)
  await load.stop()
  expect(load.answers.length).toBeGreaterThan(10)
  expect(load.answers.flatMap(({ fault }) => fault ?? [])).toEqual([])
  const after = await Promise.all(servers.map(askedOf))
  return after.map((count, index) => (count - (before[index] ?? 0)) / load.answers.length)
}

/** Lets it happen, and finds that nobody noticed but those who were on their way when it did. */
async function expectUnnoticed(fault: Fault, milliseconds: number): Promise<Outcome> {
  const outcome = await runFault(fault, { testBed, questions, revoked, milliseconds })
  expect(outcome.wrong).toEqual([])
  expect(outcome.statuses[503] ?? 0).toBeLessThanOrEqual(8)
  expect(outcome.connections).toBeLessThanOrEqual(testBed.pool + 1)
  return outcome
}

test('two replicas share the reads', async () => {
  const [byFirst = 0, bySecond = 0] = await shares([first, second])
  expect(byFirst).toBeGreaterThan(0.2)
  expect(bySecond).toBeGreaterThan(0.2)
  expect(await health()).toBe('ok')
})

test('two replicas share the reads of somebody who asks one thing after the other, too', async () => {
  const token = await testBed.token(callers.operator)
  const before = await Promise.all([first, second].map(askedOf))
  for (let round = 0; round < 40; round += 1) await testBed.ask('/api/v1/offres', token)
  const after = await Promise.all([first, second].map(askedOf))
  const [byFirst = 0, bySecond = 0] = after.map((count, index) => count - (before[index] ?? 0))
  expect(Math.min(byFirst, bySecond) / (byFirst + bySecond)).toBeGreaterThan(0.2)
})

test('of two replicas each answers every other read, wherever the primary is listed', async () => {
  const connections = [primary, first, second].map((server) => ({
    ...server.connection,
    database: 'antenne',
  }))
  const [connection = primary.connection, ...replicas] = connections
  const database = openDatabase(connection, { replicas })
  onTestFinished(() => database.close())
  await expect.poll(() => database.servers.map(({ role }) => role)).toEqual(['primary', 'standby', 'standby'])
  /** The smaller share of some reads, one after the other; none where one server answered them all. */
  const least = async () => {
    const asked: Record<string, number> = {}
    for (let round = 0; round < 30; round += 1) {
      const statement = sql`select current_setting('data_directory') as folder`
      const folder = (await database.read<{ folder: string }>(statement))[0]?.folder ?? ''
      asked[folder] = (asked[folder] ?? 0) + 1
    }
    return Object.keys(asked).length < 2 ? 0 : Math.min(...Object.values(asked)) / 30
  }
  // A replica may be behind for a moment.
  await expect.poll(least).toBeGreaterThan(0.4)
})

test('a read goes to the replica that has less to do', async () => {
  const [connection = primary.connection, ...replicas] = [primary, first, second].map((server) => ({
    ...server.connection,
    database: 'antenne',
  }))
  const database = openDatabase(connection, { replicas })
  onTestFinished(() => database.close())
  const asked = async (seconds: number) => {
    const statement = sql`select current_setting('data_directory') as folder, pg_sleep(${seconds})`
    return (await database.read<{ folder: string }>(statement))[0]?.folder
  }
  await expect.poll(() => database.servers.map(({ role }) => role)).toEqual(['primary', 'standby', 'standby'])
  /** Where six reads went while another one was under way, and where that was. */
  const scene = async () => {
    const long = asked(1).catch(() => undefined)
    const short = new Set<string | undefined>()
    for (let read = 0; read < 6; read += 1) short.add(await asked(0))
    return { long: await long, short: [...short] }
  }
  // A busy machine may take longer for the six than the one lasts: the scene is played again.
  await expect
    .poll(async () => {
      const { long, short } = await scene()
      return [long !== undefined, short.length, short.includes(long)]
    })
    .toEqual([true, 1, false])
})

test('a replica that is lost is done without, and used again when it is back', async () => {
  const during: string[] = []
  const end = async () => {
    during.push(await health())
    await first.start()
  }
  await expectUnnoticed({ begin: first.kill, end }, 1000)
  expect(during).toEqual(['degrade'])
  await expect.poll(health).toBe('ok')
  const [byFirst = 0] = await shares([first])
  expect(byFirst).toBeGreaterThan(0.2)
})

test('a replica that says nothing any more is done without', async () => {
  await expectUnnoticed({ begin: first.freeze, end: first.thaw }, 3500)
})

test('without any replica the primary answers', async () => {
  const both = (act: (server: Postgres) => Promise<void>) => async () => {
    await Promise.all([first, second].map(act))
  }
  const { statuses } = await expectUnnoticed(
    { begin: both((one) => one.kill()), end: both((one) => one.start()) },
    1000,
  )
  expect(statuses[200]).toBeGreaterThan(10)
})

test('without the primary the replicas answer, and the health says so', async () => {
  const during: string[] = []
  const end = async () => {
    during.push(await health())
    await primary.start()
  }
  const { statuses } = await expectUnnoticed({ begin: primary.kill, end }, 1000)
  expect(statuses[200]).toBeGreaterThan(10)
  expect(during).toEqual(['degrade'])
  await expect.poll(health).toBe('ok')
})

test('a synchronous primary that says nothing is not waited for until it counts as lost: its standbys confirm rights', async () => {
  await primary.sql(`alter system set synchronous_standby_names to '*'`)
  await primary.sql('select pg_reload_conf()')
  const database = openDatabase(readingFrom(primary), { replicas: [first, second].map(readingFrom) })
  onTestFinished(async () => {
    await primary.thaw()
    await database.close()
    await primary.sql('alter system reset synchronous_standby_names')
    await primary.sql('select pg_reload_conf()')
  })
  const role = sql`select pg_is_in_recovery() as standby`
  const ask = async () => (await database.current.read<{ standby: boolean }>(role))[0]?.standby
  /** Whether a standby answered who had asked before the silence was known, while the primary still passed for up. */
  const answeredInPlace = async () => {
    await expect.poll(() => database.whole).toBe(true)
    await primary.freeze()
    const standby = await ask().catch(() => undefined)
    const passed = database.servers[0]?.up
    await primary.thaw()
    return standby === true && passed === true
  }
  expect(await ask()).toBe(false)
  // Setting it is known to whoever asks a second later.
  await sleep(1500)
  await expect.poll(answeredInPlace).toBe(true)
})

test('a right withdrawn on the primary is withdrawn at once, whatever the replicas know', async () => {
  await Promise.all([caughtUp(primary, first), caughtUp(primary, second)])
  for (const replica of [first, second]) await replica.sql('select pg_wal_replay_pause()')
  await revoked.withdraw()
  for (const { url, token } of revoked.questions) expect((await testBed.ask(url, token)).status).toBe(403)
  // The session says so, too: the page shows and hides by it.
  for (const { token } of revoked.questions)
    expect((await testBed.ask('/api/v1/moi', token)).body.permissions).toEqual([])
  await revoked.restore()
  // What is replayed then may end the very statement that asked for it.
  for (const replica of [first, second]) await replica.sql('select pg_wal_replay_resume()').catch(() => {})
})

test('so is one that opens only a part of an answer', async () => {
  const token = await testBed.token(callers.operator)
  const ask = (url: string) => testBed.ask(url, token)
  const { donnees: clients } = (await ask('/api/v1/clients?taille=2')).body
  const names = `/extension/v1/noms?ids=${clients.map(({ id }: { id: string }) => id).join()}`
  const history = `/extension/v1/clients/${clients[0].id}/historique`
  const { donnees: requests } = (await ask('/api/v1/reservations?taille=1')).body
  const comparison = `/extension/v1/reservations/${requests[0].id}/comparaison`
  const zones = async () => (await ask(comparison)).body.partenaires[0].zones
  expect((await ask(names)).body.donnees).toHaveLength(2)
  expect(await zones()).not.toBeNull()
  await Promise.all([caughtUp(primary, first), caughtUp(primary, second)])
  for (const replica of [first, second]) await replica.sql('select pg_wal_replay_pause()')
  const withdraw = (right: string) =>
    primary.sql(`with gone as (delete from role_permission where permission = '${right}' returning *)
      insert into retire select * from gone`)
  await primary.sql('create table retire (like role_permission)')
  await withdraw('partenaires.consulter')
  const zonesAfter = await zones()
  await withdraw('clients.consulter')
  const figures = (await ask('/extension/v1/tableau-de-bord')).body.chiffres
  const told = [(await ask(names)).body.donnees, (await ask(history)).status]
  await primary.sql('insert into role_permission select * from retire')
  await primary.sql('drop table retire')
  for (const replica of [first, second]) await replica.sql('select pg_wal_replay_resume()').catch(() => {})
  expect([zonesAfter, ...told]).toEqual([null, [], 404])
  const ofClients = figures.filter(({ lecture }: { lecture: string }) => lecture === 'listerClients')
  expect(ofClients.length).toBeGreaterThan(0)
  for (const { total } of ofClients) expect(total).toBeNull()
})

test('replicas that are more than five seconds behind are not asked until they have caught up', async () => {
  const token = await testBed.token(callers.operator)
  const offers = async () => (await insist(() => testBed.ask('/api/v1/offres', token))).text
  const pause = async () => {
    for (const replica of [first, second]) await replica.sql('select pg_wal_replay_pause()')
  }
  const resume = async () => {
    for (const replica of [first, second]) await replica.sql('select pg_wal_replay_resume()').catch(() => {})
  }
  /** Whether what is answered after a change is what replicas know that do not have it. */
  const answeredByReplicas = async () => {
    await resume()
    await primary.sql(`update offre set debit = 'ancien'`)
    await Promise.all([caughtUp(primary, first), caughtUp(primary, second)])
    await pause()
    await primary.sql(`update offre set debit = 'récent'`)
    return (await offers()).includes('ancien')
  }
  // A busy machine may take longer than the five seconds: the scene is played again.
  await expect.poll(answeredByReplicas).toBe(true)
  await expect.poll(offers, { interval: 100 }).toContain('récent')
  for (let round = 0; round < 4; round += 1) expect(await offers()).toContain('récent')
  expect(await health()).toBe('degrade')
  await resume()
  await expect.poll(health).toBe('ok')
})

test('a statement that a replica gives up, to follow the primary, is answered by another server', async () => {
  await primary.sql(slowSearches)
  await Promise.all([caughtUp(primary, first), caughtUp(primary, second)])
  const searches = questions.filter(({ url }) => url.includes('recherche'))
  const { answers, conflicts } = await changeUnderReaders(testBed, {
    questions: searches,
    replicas: [first, second],
    rounds: 15,
  })
  expect(conflicts).toBeGreaterThan(0)
  expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([])
  expect(failed(answers)).toEqual([])
})
