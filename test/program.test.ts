import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../demo/identifiers.ts'
import { follow, stop, until } from '../harness/service/process.ts'
import { withWriter } from '../src/database/writer.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { platform, records } from './setup/platform.ts'
import { program } from './setup/program.ts'

let data: Data

beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
})

afterAll(async () => {
  await data.close()
})

/** A folder with so many contacts, each with a text of that length. */
async function contacts(count: number, length: number): Promise<string> {
  const folder = await mkdtemp(join(data.ground, 'contacts-'))
  const fonction = 'x'.repeat(length)
  function* lines() {
    for (let n = 0; n < count; n++)
      yield `${JSON.stringify({ ...records.contact('x'), id: uuid(7, n), fonction })}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, 'contact.ndjson')))
  return folder
}

/** Waits until no import is at work in the database. */
async function quiet(): Promise<void> {
  for (;;) {
    const [row] = await data.sql<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
       where datname = current_database() and application_name = 'antenne (writer)' and pid <> pg_backend_pid()`,
    )
    if (row?.busy === 0) return
    await sleep(20)
  }
}

describe('the built program', () => {
  test('imports, exports, and answers with its exit status', async () => {
    const folder = await data.write({ client: [records.client('neuf')] })
    const target = join(data.ground, 'sortie')
    expect(await program.run(['importer', folder], data.environment)).toEqual({
      status: 0,
      out: 'Import terminé : 1 fiche.\n',
      err: expect.stringContaining('Lecture…\n'),
    })
    expect(await program.run(['exporter', target], data.environment)).toMatchObject({ status: 0 })
    const wrong = await data.write({ client: [{ ...records.client('faux'), statut: 'perdu' }] })
    expect(await program.run(['importer', wrong], data.environment)).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('client.ndjson, ligne 1, statut : « perdu » ; attendu : '),
    })
  })

  test('finishes what it began when nobody reads of its progress any more', async () => {
    const target = join(data.ground, 'sans lecteur')
    const child = program.start(['exporter', target], data.environment)
    child.stderr?.destroy()
    const [status] = await once(child, 'close')
    expect(status).toBe(0)
    expect(await readdir(target)).toContain('client.ndjson')
  })

  test('knows its verbs, and ends with 2 when it does not know one', async () => {
    expect(await program.run(['--help'], {})).toMatchObject({ status: 0, err: '' })
    expect(await program.run(['partir'], {})).toMatchObject({ status: 2, out: '' })
  })

  test('tells a database that is not there without a stack', async () => {
    const { status, err } = await program.run(['comptes'], {
      DATABASE_URL: 'postgresql://antenne:tres-secret@127.0.0.1:1/antenne',
    })
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/^La base de données ne répond pas \(.+\)\..+\n$/),
    ])
  })

  test('two imports at once wait for one another, and both come in', async () => {
    const folders = await Promise.all(
      ['u', 'v'].map((name) =>
        data.write({
          client: [records.client(name)],
          contact: [{ ...records.contact(name, name), principal: true }],
        }),
      ),
    )
    const outcomes = await Promise.all(
      folders.map((folder) => program.run(['importer', folder], data.environment)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0])
    const stored = recordsIn(await data.exported(), 'client').map(({ id }) => id)
    expect(stored).toEqual(expect.arrayContaining(['u', 'v'].map((name) => records.client(name).id)))
  })
})

test('a service stops when it is told to, also while its sweep waits for somebody', async () => {
  await data.importing({
    document_kyc: [
      { ...records.document_kyc('a'), date_emission: null, date_expiration: '2020-02-29', statut: 'valide' },
    ],
  })
  await withWriter(data.connection, async (blocker) => {
    await blocker.query('begin')
    await blocker.query('lock table journal in access exclusive mode')
    const service = follow(program.start(['demarrer', '--demo'], { ...data.environment, PORT: '0' }))
    expect(await service.shows('Antenne est à l')).toBe(true)
    await until(service, async () => {
      const rows = await data.sql(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and application_name = 'antenne (writer)'`)
      return rows.length > 0
    })
    expect(await stop(service)).toBe(0)
    await blocker.query('rollback')
  })
})

test('an import streams: a file larger than the memory it may take comes in (rule 5)', async () => {
  const folder = await contacts(20_000, 1500)
  expect((await stat(join(folder, 'contact.ndjson'))).size).toBeGreaterThan(32 << 20)
  const outcome = await program.run(['importer', folder], {
    ...data.environment,
    NODE_OPTIONS: '--max-old-space-size=32',
  })
  expect(outcome).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Import terminé : 20\s000 fiches\.\n$/),
  })
  await data.sql('delete from contact where fonction is not null')
})

test('killed at any moment, an import leaves the database as it was, and the way free (rule 6)', async () => {
  const folder = await contacts(8000, 300)
  const before = await data.exported()
  const steps = ['Lecture…', 'Vérification…', 'Enregistrement…', 'Contrôle final…']
  const reached: string[] = []
  for (const [index, step] of [...steps, 'Lecture…', 'Enregistrement…'].entries()) {
    const child = program.start(['importer', folder], data.environment)
    let said = ''
    const arrived = new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk) => {
        said += chunk
        if (said.includes(step)) resolve()
      })
    })
    const ended = once(child, 'close')
    await Promise.race([arrived, ended])
    if (index >= steps.length) await sleep(40)
    child.kill('SIGKILL')
    const [, signal] = await ended
    await quiet()
    const after = await data.exported()
    const whole = recordsIn(after, 'contact').length === recordsIn(before, 'contact').length + 8000
    if (whole && said.includes('Contrôle final…')) {
      await data.sql('delete from contact where fonction is not null')
    } else {
      expect([signal, after]).toEqual(['SIGKILL', before])
      reached.push(step)
    }
  }
  expect(new Set(reached).size).toBeGreaterThanOrEqual(3)
  expect(await program.run(['importer', folder], data.environment)).toMatchObject({ status: 0 })
  expect(recordsIn(await data.exported(), 'contact').length).toBeGreaterThan(8000)
})
