import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { FOUND, OK, openStandIn, type StandIn, TOO_LONG } from '../harness/antivirus/stand-in.ts'
import { actingOf, addressOf, readingOf, sqlOn } from '../harness/database/connection.ts'
import { storeFile } from '../harness/records/contents.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { startServing, stop } from '../harness/service/process.ts'
import { openTestBed } from '../harness/service/test-bed.ts'
import { locks } from '../src/database/locks.ts'
import { withWriter } from '../src/database/writer.ts'
import { readFigures } from './setup/load-prometheus.ts'
import { operator } from './setup/people.ts'
import { preparedPostgres } from './setup/prepared.ts'
import { program } from './setup/program.ts'
import { freshDatabase, openWorld as openAnyWorld, type World, type WorldOptions } from './setup/world.ts'

const NONE_WAITS = `update fichier set statut_scan = 'sain' where statut_scan = 'en_attente'`

/** A world in which no file waits for its verdict but those of the test. */
async function openWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await freshDatabase('demonstration'))
  if (options.database === undefined) await sqlOn(database.connection)(NONE_WAITS)
  return openAnyWorld({ ...options, database })
}

let standIn: StandIn
let environment: Record<string, string>
let world: World
beforeEach(async () => {
  standIn = await openStandIn(await freePort())
  environment = { ANTIVIRUS_URL: standIn.url }
  world = await openWorld({ environment })
})
afterEach(async () => {
  await world.close()
  await standIn.stop()
})

const store = (bytes: string, more: Omit<Parameters<typeof storeFile>[1], 'bytes'> = {}) =>
  storeFile(world.sql, { bytes, ...more })

const statutOf = async (fichier: string) => {
  const [row] = await world.sql<{ statut_scan: string }>('select statut_scan from fichier where id = $1', [
    fichier,
  ])
  return row?.statut_scan
}
const becomes = (fichier: string, statut: string) => expect.poll(() => statutOf(fichier)).toBe(statut)

const health = async () => (await world.get(null, '/api/v1/sante')).body.statut
const healthBecomes = (statut: string) => expect.poll(health).toBe(statut)

const scansOf = (bytes: string) => standIn.scanned.filter((text) => text === bytes).length

/** Who holds the lock of the scanner in this database. */
const holders = () =>
  world.sql<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) + objid::bigint = $1`,
    [locks.antivirus],
  )

describe('a verdict', () => {
  test('is told by the reads, noted in the journal as the service’s own, and leaves the document as it is', async () => {
    const [document] = await world.sql<{ id: string; partenaire: string; modifie_le: Date }>(
      `select document_kyc.id, partenaire.id as partenaire, document_kyc.modifie_le
      from document_kyc join partenaire using (organisation_id) order by document_kyc.id limit 1`,
    )
    standIn.reply = (text) => (text === 'malade' ? FOUND : OK)
    const { fichier } = await store('malade', { piece: 2 })
    await world.sql('update document_kyc set fichier_id = $2 where id = $1', [document?.id, fichier])
    await becomes(fichier, 'infecte')
    expect(standIn.scanned).toEqual(['malade'])
    const { body } = await world.get(operator, `/api/v1/partenaires/${document?.partenaire}/documents-kyc`)
    const shown = body.donnees.find(({ id }: { id: string }) => id === document?.id)
    expect(shown).toMatchObject({
      modifie_le: document?.modifie_le.toISOString(),
      fichier: { statut_scan: 'infecte' },
    })
    expect(
      await world.sql(`select geste, fait_par, fait_le, avant, apres from journal where ressource_id = $1`, [
        fichier,
      ]),
    ).toEqual([
      {
        geste: 'analyse',
        fait_par: null,
        fait_le: world.now,
        avant: { statut_scan: 'en_attente' },
        apres: { statut_scan: 'infecte' },
      },
    ])
  })

  test('holds for all files that share the contents: an infection always, cleanness where nothing was known', async () => {
    standIn.reply = (text) => (text === 'commun' ? FOUND : OK)
    const first = await store('commun', { statut: 'sain' })
    const second = await store('commun', { contenu: first.contenu })
    const third = await store('commun', { contenu: first.contenu })
    const known = await store('connu', { statut: 'infecte' })
    const shared = await store('connu', { contenu: known.contenu })
    for (const { fichier } of [first, second, third]) await becomes(fichier, 'infecte')
    await becomes(shared.fichier, 'sain')
    expect(await statutOf(known.fichier)).toBe('infecte')
    // The third was there or not when the second was judged.
    expect(scansOf('commun')).toBeLessThanOrEqual(2)
    const moves = await world.sql(`select from journal where geste = 'analyse'`)
    expect(moves).toHaveLength(4)
  })

  test('is sought only for files that wait and have contents, the oldest first', async () => {
    const [without] = await world.sql<{ id: string }>(
      `update fichier set statut_scan = 'en_attente' where id = (select id from fichier order by id limit 1) returning id`,
    )
    await store('fait', { statut: 'sain' })
    const files = ['un', 'deux', 'trois', 'quatre']
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    standIn.reply = () => held.then(() => OK)
    const stored = []
    for (const text of files) stored.push(await store(text))
    release()
    for (const { fichier } of stored) await becomes(fichier, 'sain')
    expect(standIn.scanned).toEqual(files)
    expect(await statutOf(without?.id ?? '')).toBe('en_attente')
  })

  test('is never given on contents of which a piece is missing', async () => {
    const { fichier, contenu } = await withoutScanning(async () => {
      const file = await store('abcdef', { piece: 2 })
      await world.sql('delete from contenu_morceau where contenu_id = $1 and rang = 1', [file.contenu])
      return file
    })
    await healthBecomes('degrade')
    expect([await statutOf(fichier), standIn.scanned]).toEqual(['en_attente', []])
    await world.sql(`insert into contenu_morceau values ($1, 1, 'cd')`, [contenu])
    await becomes(fichier, 'sain')
    expect(standIn.scanned).toEqual(['abcdef'])
  })
})

/** Does something while the scanner cannot be reached. */
async function withoutScanning<T>(work: () => Promise<T>): Promise<T> {
  await standIn.stop()
  try {
    return await work()
  } finally {
    await standIn.start()
  }
}

describe('no verdict', () => {
  test.each([
    ['an error', 'stream: mauvais jour ERROR'],
    ['a closed connection', 'closed'],
    ['a size limit', TOO_LONG],
  ])(
    'by %s: the file waits and is tried again, the others go on, and health says so meanwhile',
    async (_, reply) => {
      await healthBecomes('ok')
      let ill = true
      standIn.reply = (text) => (text === 'difficile' && ill ? reply : OK)
      const difficult = await store('difficile')
      await expect.poll(() => scansOf('difficile')).toBeGreaterThanOrEqual(2)
      const other = await store('facile')
      await becomes(other.fichier, 'sain')
      expect([await statutOf(difficult.fichier), await health()]).toEqual(['en_attente', 'degrade'])
      ill = false
      await becomes(difficult.fichier, 'sain')
      await healthBecomes('ok')
    },
  )

  test('on a file that is removed is forgotten', async () => {
    standIn.reply = () => 'closed'
    const { fichier } = await store('retiré')
    await healthBecomes('degrade')
    await world.sql('delete from fichier where id = $1', [fichier])
    await healthBecomes('ok')
  })

  test('while somebody holds the file; the others go on', async () => {
    let held = ''
    await withWriter(world.connection, async (client) => {
      await client.query('begin')
      held = await withoutScanning(async () => {
        const { fichier } = await store('tenu')
        await client.query('select from fichier where id = $1 for update', [fichier])
        return fichier
      })
      await expect.poll(() => scansOf('tenu')).toBeGreaterThanOrEqual(1)
      await becomes((await store('libre')).fichier, 'sain')
      await client.query('rollback')
    })
    await becomes(held, 'sain')
  })
})

describe('a scanner that is away', () => {
  test('is told by health and metrics, nothing is lost, and it goes on when it is back', async () => {
    const port = await freePort()
    const other = await openWorld({ environment: { ...environment, METRICS_PORT: String(port) } })
    onTestFinished(other.close)
    const figures = async () => readFigures(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
    const up = async () => (await figures()).sum('antenne_antivirus_up')
    await expect.poll(up).toBe(1)
    await healthBecomes('ok')
    await standIn.stop()
    await healthBecomes('degrade')
    await expect.poll(up).toBe(0)
    const stored = [await store('un'), await store('deux')]
    expect((await world.get(operator, '/api/v1/partenaires')).status).toBe(200)
    expect(await Promise.all(stored.map(({ fichier }) => statutOf(fichier)))).toEqual([
      'en_attente',
      'en_attente',
    ])
    await standIn.start()
    for (const { fichier } of stored) await becomes(fichier, 'sain')
    await healthBecomes('ok')
    const { fichier } = await storeFile(other.sql, { bytes: 'trois' })
    const scanned = () => other.sql('select statut_scan from fichier where id = $1', [fichier])
    await expect.poll(scanned).toEqual([{ statut_scan: 'sain' }])
    expect((await figures()).sum('antenne_antivirus_scans_total', { outcome: 'sain' })).toBe(1)
  })

  test('is not missed where none is configured: files wait, and health is well', async () => {
    const other = await openWorld()
    onTestFinished(other.close)
    await storeFile(other.sql, { bytes: 'seul' })
    await expect.poll(async () => (await other.get(null, '/api/v1/sante')).body.statut).toBe('ok')
    expect(standIn.scanned).toEqual([])
  })

  test('and an account that may not write verdicts is told by health', async () => {
    const database = await freshDatabase('demonstration')
    const other = await openWorld({ environment, database, acting: readingOf })
    onTestFinished(other.close)
    const { fichier } = await storeFile(other.sql, { bytes: 'lecture seule' })
    await expect.poll(async () => (await other.get(null, '/api/v1/sante')).body.statut).toBe('degrade')
    expect(await other.sql('select statut_scan from fichier where id = $1', [fichier])).toEqual([
      { statut_scan: 'en_attente' },
    ])
  })
})

describe('several instances', () => {
  const kept: Awaited<ReturnType<typeof freshDatabase>>['drop'] = async () => undefined as never
  /** Another instance on the same database. */
  const join = () => openWorld({ environment, database: { connection: world.connection, drop: kept } })

  test('scan each file once, and another one takes over when the connection of the first is lost', async () => {
    await expect.poll(holders).toHaveLength(1)
    const others = [await join(), await join()]
    onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))))
    const names = Array.from({ length: 20 }, (_, number) => `fichier ${number}`)
    const stored = await Promise.all(names.map((name) => store(name)))
    for (const { fichier } of stored) await becomes(fichier, 'sain')
    expect([...standIn.scanned].sort()).toEqual([...names].sort())
    const [holder] = await holders()
    await world.sql('select pg_terminate_backend($1)', [holder?.pid])
    await becomes((await store('encore')).fichier, 'sain')
    const after = await holders()
    expect(after).toHaveLength(1)
    expect(after).not.toEqual([holder])
    expect(scansOf('encore')).toBe(1)
  })

  test('one that is killed in the middle of a scan is replaced, and its file is scanned again', async () => {
    await world.close()
    world = await openWorld()
    const variables = {
      ...environment,
      DATABASE_URL: addressOf(readingOf(world.connection)),
      DATABASE_ACTIONS_URLS: addressOf(actingOf(world.connection)),
      DATA_DIR: world.dataDir,
    }
    const first = await startServing(program.start, variables)
    await expect.poll(holders).toHaveLength(1)
    const [holder] = await holders()
    const second = await startServing(program.start, variables)
    onTestFinished(() => void (first.child.kill('SIGKILL') && second.child.kill('SIGKILL')))
    standIn.reply = () => 'silent'
    const { fichier } = await store('interrompu')
    await expect.poll(() => standIn.scanned).toEqual(['interrompu'])
    standIn.reply = () => OK
    expect(await stop(first, 'SIGKILL')).toBe('SIGKILL')
    await becomes(fichier, 'sain')
    expect(standIn.scanned).toEqual(['interrompu', 'interrompu'])
    expect(await holders()).not.toEqual([holder])
    expect(await stop(second)).toBe(0)
  })

  test('one that stops in the middle of a scan stops at once, and leaves the file to the other', async () => {
    await world.close()
    world = await openWorld()
    const first = await join()
    await expect.poll(holders).toHaveLength(1)
    const second = await join()
    onTestFinished(second.close)
    standIn.reply = () => 'silent'
    const { fichier } = await store('laissé')
    await expect.poll(() => standIn.scanned).toEqual(['laissé'])
    standIn.reply = () => OK
    await first.close()
    await becomes(fichier, 'sain')
    expect(standIn.scanned).toEqual(['laissé', 'laissé'])
  })
})

test('a PostgreSQL that is restarted in the middle of a scan loses nothing', async () => {
  const postgres = await preparedPostgres()
  await postgres.start()
  await postgres.sql(NONE_WAITS)
  const testBed = await openTestBed(postgres, { environment })
  onTestFinished(async () => {
    await testBed.close()
    await postgres.remove()
  })
  standIn.reply = () => 'silent'
  const { fichier } = await storeFile(postgres.sql, { bytes: 'redémarré' })
  await expect.poll(() => scansOf('redémarré')).toBe(1)
  standIn.reply = () => OK
  await postgres.stop('SIGINT')
  await postgres.start()
  await expect
    .poll(() => postgres.sql('select statut_scan from fichier where id = $1', [fichier]))
    .toEqual([{ statut_scan: 'sain' }])
  expect(scansOf('redémarré')).toBe(2)
})
