import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Network, openNetwork } from '../harness/database/network.ts'
import type { Postgres } from '../harness/database/postgres.ts'
import { faultsOf, faultsOn } from '../harness/faults/catalogue.ts'
import { startLoad } from '../harness/faults/load.ts'
import { callers, type Question, questionsOf } from '../harness/faults/questions.ts'
import { openRevokedCallers, type RevokedCallers, refused } from '../harness/faults/revoked-callers.ts'
import { failed, type Outcome, runFault } from '../harness/faults/run-fault.ts'
import { insist } from '../harness/http/insist.ts'
import { type ProgramTestBed, startProgram } from '../harness/service/program-test-bed.ts'
import { openTestBed, type TestBed } from '../harness/service/test-bed.ts'
import { withWriter } from '../src/database/writer.ts'
import { alterations, behindReader, migrateUnderLoad, readForLong, twoTables } from './faults/alterations.ts'
import { importOnFullDisk } from './faults/disk-full.ts'
import { cutMigrating, type Ground, killMigrating, openGround } from './faults/interruption.ts'
import { hangUp } from './faults/leaving.ts'
import { whileLocked } from './faults/locks.ts'
import { openSmallDisk, type SmallDisk } from './faults/small-disk.ts'
import { prepare, preparedPostgres } from './setup/prepared.ts'
import { program } from './setup/program.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await preparedPostgres()
  await postgres.start()
})
afterAll(async () => {
  await postgres?.remove()
})

/** A test bed, and who asks there. */
interface Scene {
  readonly testBed: TestBed
  readonly questions: readonly Question[]
  /** All but the health, which says 503 when the machine itself is short of time. */
  readonly reads: readonly Question[]
  readonly revoked: RevokedCallers
}

async function sceneOf(testBed: TestBed): Promise<Scene> {
  const questions = await questionsOf(testBed)
  const reads = questions.filter(({ kind }) => kind !== 'sante')
  return { testBed, questions, reads, revoked: await openRevokedCallers(testBed) }
}

/**
 * Nobody gets anything but an answer in shape. That all were answered while it lasted, and are since, has been waited
 * for.
 */
function expectRightAnswers({ wrong, connections, statuses }: Outcome, { testBed }: Scene) {
  expect(wrong).toEqual([])
  expect(connections).toBeLessThanOrEqual(testBed.pool + 1)
  expect(statuses[403]).toBeGreaterThan(0)
}

/**
 * Of some attempts the quickest: one that beats what would happen by itself shows it, a busy machine may spoil others.
 */
async function quickest(attempt: () => Promise<number>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < 10 && best >= enough; time += 1) best = Math.min(best, await attempt())
  return best
}

describe('a server', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await sceneOf(await openTestBed(postgres))
  })
  afterAll(() => scene?.testBed.close())

  test.each([
    { what: 'killed', milliseconds: 500, noticed: true },
    { what: 'restarted', milliseconds: 0, noticed: true },
    { what: 'stopped at once', milliseconds: 500, noticed: true },
    { what: 'frozen', milliseconds: 4500, noticed: true },
    { what: 'one connection frozen', milliseconds: 3000, noticed: false },
    { what: 'connections cut', milliseconds: 1500, noticed: false },
    { what: 'crowded', milliseconds: 1000, noticed: false },
    { what: 'crowded out', milliseconds: 1000, noticed: true },
  ] as const)('$what: 503 in time, never a wrong row, and all is well soon after', async (given) => {
    const outcome = await runFault(faultsOf(postgres)[given.what], { ...scene, ...given })
    expectRightAnswers(outcome, scene)
    if (given.noticed) expect(outcome.statuses[503]).toBeGreaterThan(0)
  })

  test.each([
    { table: 'offre', kinds: ['offres'], connections: 4 },
    { table: 'offre', kinds: ['offres'], connections: 16 },
    { table: 'client', kinds: ['clients', 'client', 'sites', 'reservations'], connections: 4 },
    { table: 'client', kinds: ['clients', 'client', 'sites', 'reservations'], connections: 16 },
  ])('$table locked, with $connections people held up: the others go on', async (given) => {
    const { table, kinds, connections } = given
    const { testBed, reads } = scene
    const attempt = async () => {
      const { heldUp, others } = await whileLocked({
        testBed,
        table,
        heldUp: { questions: reads.filter(({ kind }) => kinds.includes(kind)), connections },
        others: { questions: reads.filter(({ kind }) => !kinds.includes(kind)), connections: 6 },
        milliseconds: 1500,
      })
      expect([...heldUp.wrong, ...others.wrong]).toEqual([])
      expect(Object.keys(heldUp.statuses)).toEqual(['503'])
      return others
    }
    const goOn = ({ failures, statuses: { 200: given = 0 } }: typeof others) =>
      failures.length === 0 && given > 10
    let others = await attempt()
    // A busy machine may have no time for them in one attempt; were they held up, it would be so in all.
    for (let time = 1; time < 5 && !goOn(others); time += 1) others = await attempt()
    expect(others.failures).toEqual([])
    expect(others.statuses[200]).toBeGreaterThan(10)
  })

  test('gives up at once what nobody waits for any more: a statement behind a lock', async () => {
    const token = await scene.testBed.token(callers.operator)
    await withWriter({ ...postgres.connection, database: 'antenne' }, async (client) => {
      await client.query('begin')
      await client.query('lock table offre in access exclusive mode')
      // By itself it would wait for a second.
      const asked = { url: '/api/v1/offres', token, statement: '%offre%' }
      expect(await quickest(() => hangUp(scene.testBed, asked), 700)).toBeLessThan(700)
      await client.query('rollback')
    })
  })

  test('gives up at once what nobody waits for any more: a slow search', async () => {
    const token = await scene.testBed.token(callers.operator)
    const [known] = await postgres.sql<{ text: string }>(
      `select pg_get_functiondef('antenne.motif'::regproc) as text`,
    )
    await postgres.sql(`create or replace function antenne.motif(mot text) returns text language plpgsql as
      $$ begin perform pg_sleep(10); return mot; end $$`)
    // By itself it would run for two seconds.
    const asked = { url: '/api/v1/clients?recherche=lent', token, statement: '%client_liste%' }
    expect(await quickest(() => hangUp(scene.testBed, asked), 1000)).toBeLessThan(1000)
    await postgres.sql(known?.text ?? '')
  })

  test('rights withdrawn under load are gone at the very next request, each time', async () => {
    const { testBed, questions, revoked } = scene
    const load = startLoad(testBed.port, [...questions, ...revoked.questions])
    const statuses = () =>
      Promise.all(
        revoked.questions.map(async ({ url, token }) => (await insist(() => testBed.ask(url, token))).status),
      )
    for (let round = 0; round < 8; round += 1) {
      await revoked.withdraw()
      expect(await statuses()).toEqual([403, 403, 403])
      // Those on their way when a right comes back may be told either.
      await sleep(50)
      await load.pause(revoked.restore)
      expect(await statuses()).toEqual([200, 200, 200])
    }
    await load.stop()
    expect(load.answers.flatMap(({ fault }) => fault ?? [])).toEqual([])
  })

  test.each([
    { what: 'by tables, indexes, types, views and functions', files: alterations },
    { what: 'by two tables at once', files: twoTables },
    { what: 'behind somebody who reads for long', files: behindReader, longRead: 3000 },
  ])('is migrated while callers ask, $what: nobody notices', async ({ files, longRead = 0 }) => {
    const { testBed, reads } = scene
    const reading = readForLong(testBed, longRead)
    // Whoever has no right is looked up at each request: that statement, too, is prepared.
    const questions = [...reads, await refused(testBed)]
    const { ran, answers } = await migrateUnderLoad({ testBed, questions }, files)
    await reading
    expect(ran).toMatchObject({ status: 0, err: '' })
    expect(ran.out).toContain(Object.keys(files).join(', '))
    expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([])
    expect(failed(answers)).toEqual([])
  })
})

describe('a network', () => {
  let network: Network
  let scene: Scene
  beforeAll(async () => {
    network = await openNetwork(postgres.socket)
    const connectionString = `postgresql://antenne_lecture@127.0.0.1:${network.port}/antenne`
    scene = await sceneOf(await openTestBed(postgres, { through: { connectionString } }))
  })
  afterAll(async () => {
    await scene?.testBed.close()
    await network?.close()
  })

  test.each([
    { what: 'that resets connections', milliseconds: 1000, noticed: true },
    { what: 'that stalls', milliseconds: 4500, noticed: true },
    // What is cut is asked again, and may get through.
    { what: 'that cuts answers half way', milliseconds: 1000, noticed: false },
  ] as const)('$what: 503 in time, never a wrong row, and all is well soon after', async (given) => {
    const outcome = await runFault(faultsOn(network)[given.what], { ...scene, ...given })
    expectRightAnswers(outcome, scene)
    if (given.noticed) expect(outcome.statuses[503]).toBeGreaterThan(0)
  })
})

describe('migrations that are interrupted', () => {
  let whole: Ground
  let all: string[]
  beforeAll(async () => {
    whole = await openGround(postgres)
    all = await whole.migrate()
  })
  afterAll(() => whole?.drop())

  test.each([
    { way: 'by the end of the process', after: 0 },
    { way: 'by the end of the connection', after: 1 },
    { way: 'by the end of the process', after: 2 },
    { way: 'by the end of the connection', after: 3 },
    { way: 'by the end of the process', after: 4 },
  ])('$way, after $after of them, go on where they stood', async ({ way, after }) => {
    const ground = await openGround(postgres)
    if (way.endsWith('process')) await killMigrating(program, postgres, { ground, after })
    else await cutMigrating(postgres, { ground, after })
    const applied = await ground.applied()
    expect(await ground.migrate()).toEqual(all.slice(applied))
    expect(await ground.schema()).toBe(await whole.schema())
    await ground.drop()
  })
})

describe('the server that the service starts itself', () => {
  let disk: SmallDisk | undefined
  let dataDir: string
  let scene: Scene & { testBed: ProgramTestBed }
  beforeAll(async () => {
    disk = await openSmallDisk(400)
    dataDir = join(disk?.folder ?? (await mkdtemp(join(tmpdir(), 'antenne-pannes-'))), 'donnees')
    await prepare(dataDir)
    const testBed = await startProgram(program.start, dataDir)
    scene = { ...(await sceneOf(testBed)), testBed }
  })
  afterAll(async () => {
    await scene?.testBed.close()
    if (disk === undefined) await rm(join(dataDir, '..'), { recursive: true, force: true })
    else await disk.remove()
  })

  test('is started again by it when it was killed', async () => {
    const { kill, accepting } = scene.testBed.postgres
    const outcome = await runFault({ begin: kill, end: accepting }, { ...scene, milliseconds: 0 })
    expectRightAnswers(outcome, scene)
    expect(scene.testBed.running).toBe(true)
  })

  test('finds its disk full: an import changes nothing and says so, and readers notice nothing', async ({
    skip,
  }) => {
    if (disk === undefined) return skip('only root on Linux can mount a small disk')
    const given = { ...scene, questions: scene.reads, program, disk, dataDir }
    const { refused, unchanged, accepted, failures, records } = await importOnFullDisk(given)
    expect(refused).toMatchObject({ status: 1, out: '' })
    expect(refused.err).toMatch(/plus de place sur le disque.*Libérez de l'espace, puis relancez/)
    expect(unchanged).toBe(true)
    expect(accepted).toMatchObject({ status: 0, out: expect.stringContaining(records.toLocaleString('fr')) })
    expect(failures).toEqual([])
  })
})
