import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guarded } from '../harness/http/socket.ts'
import { locks } from '../src/database/locks.ts'
import { readMigrations } from '../src/database/migrate.ts'
import { withWriter } from '../src/database/writer.ts'
import { type Data, openData, run } from './setup/command-line.ts'
import { nothing } from './setup/people.ts'
import { platform } from './setup/platform.ts'

/** Words with which each verb gets as far as the database, of those that need one as it is. */
async function wordsToData(data: Data): Promise<string[][]> {
  return [
    ['importer', await data.write({ organisation: [] })],
    ['exporter', join(data.ground, 'export')],
    ['generer', '--clients', '1'],
    ['reserver', '--client', nothing, '--partenaire', nothing, '--par', 'x'],
    ['decider', nothing, '--valider', '--par', 'x'],
    ['expirer'],
    ['cles', '--tourner'],
    ['journal'],
    ['dictionnaire'],
    ['comptes'],
    ['jeton', 'x'],
  ]
}

describe('a database that is not there', () => {
  const sentence =
    /^La base de données ne répond pas \(.+\)\. Vérifiez DATABASE_URL et que le serveur est démarré\.\n$/

  test.each([
    'postgresql://antenne:tres-secret@127.0.0.1:1/antenne',
    'postgresql://antenne:tres-secret@localhost:1/antenne',
    'postgresql://antenne:tres-secret@hote.invalid/antenne',
    'postgresql://antenne:tres-secret@localhost/antenne?host=%2Fnulle%2Fpart',
  ])('is told in one French sentence: %s', async (DATABASE_URL) => {
    for (const words of [['migrer'], ['comptes'], ['exporter', '/tmp/nulle-part']]) {
      const { status, out, err } = await run(words, { DATABASE_URL })
      expect([status, out, err]).toEqual([1, '', expect.stringMatching(sentence)])
      expect(err).not.toContain('tres-secret')
    }
  })

  test('is told of a database that does not exist, and of a server that is no PostgreSQL', async () => {
    const data = await openData('vide')
    const absent = (data.environment.DATABASE_URL ?? '').replace(/antenne_test_\w+/, 'antenne_absente')
    expect(await run(['migrer'], { DATABASE_URL: absent })).toMatchObject({
      status: 1,
      err: expect.stringMatching(sentence),
    })
    await data.close()
    const stranger = createServer((socket) => {
      void guarded(socket)
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    }).listen(0)
    const { port } = stranger.address() as { port: number }
    const outcome = await run(['migrer'], { DATABASE_URL: `postgresql://antenne@127.0.0.1:${port}/antenne` })
    expect(outcome).toMatchObject({ status: 1, err: expect.stringMatching(sentence) })
    stranger.close()
  })

  test.each([
    ['a password that is badly encoded', 'postgresql://antenne:tres%zzsecret@127.0.0.1:1/antenne'],
    [
      'a certificate that is not there',
      'postgresql://u:tres-secret@127.0.0.1:1/a?sslmode=verify-full&sslrootcert=/nulle/part',
    ],
  ])('is told of an address with %s', async (_, DATABASE_URL) => {
    const { status, err } = await run(['migrer'], { DATABASE_URL })
    expect(status).toBeGreaterThan(0)
    expect(err).toContain('DATABASE_URL')
    expect(err).not.toContain('secret')
  })
})

describe('migrer', () => {
  let data: Data

  beforeAll(async () => {
    data = await openData('vide')
  })

  afterAll(() => data.close())

  test('brings a bare database to the present schema, then finds nothing to do', async () => {
    await data.sql('drop schema antenne cascade')
    await data.sql('drop schema antenne_prive cascade')
    const first = await data.run('migrer')
    expect(first).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Appliqué : 0001_\w+\.sql, 0002_\w+\.sql/),
    })
    expect(await data.run('migrer')).toMatchObject({ status: 0, out: 'La base est à jour.\n' })
  })

  const refusals = async () => {
    const outcomes: Record<string, string[]> = {}
    for (const words of await wordsToData(data)) {
      const { status, out, err } = await data.run(...words)
      expect([status, out], words[0]).toEqual([1, ''])
      outcomes[err] = [...(outcomes[err] ?? []), words[0] ?? '']
    }
    return Object.keys(outcomes)
  }
  const applied = () => data.sql<{ nom: string }>('select nom from antenne.migration order by nom')

  test('is done by no other verb: all say that the schema is older, and what to do', async () => {
    const all = await applied()
    const missing = all.slice(-2).map(({ nom }) => nom)
    await data.sql('delete from antenne.migration where nom = any ($1)', [missing])
    expect(await refusals()).toEqual([
      expect.stringContaining(
        `Le schéma de la base est plus ancien que ce programme : il manque ${missing.join(', ')}. Lancez « npx antenne migrer »`,
      ),
    ])
    expect(await applied()).toEqual(all.slice(0, -2))
  })

  test('is asked for where there are no tables yet', async () => {
    await data.sql('drop schema antenne cascade')
    await data.sql('drop schema antenne_prive cascade')
    expect(await refusals()).toEqual([
      expect.stringMatching(/^La base de données est vide : .+Lancez « npx antenne migrer »/),
    ])
    expect(await data.sql(`select from pg_namespace where nspname like 'antenne%'`)).toEqual([])
    expect(await data.run('migrer')).toMatchObject({ status: 0 })
  })

  test('is not needed before a command on the embedded database, which is made when it is first used', async () => {
    const environment = { DATA_DIR: join(data.ground, 'embarquee') }
    const folder = await data.write(platform())
    expect(await run(['importer', folder], environment)).toMatchObject({ status: 0 })
    expect(await run(['migrer'], environment)).toMatchObject({ status: 0, out: 'La base est à jour.\n' })
  })

  test('waits in other verbs while somebody else migrates', async () => {
    const waited = await withWriter(data.connection, async (client) => {
      await client.query(`select pg_advisory_lock(${locks.migration})`)
      const [last] = (await readMigrations()).slice(-1)
      await client.query('delete from antenne.migration where nom = $1', [last?.file])
      const running = data.run('comptes', '--json')
      await expect
        .poll(() =>
          data.sql(`select from pg_locks join pg_database on oid = database
            where datname = current_database() and locktype = 'advisory' and not granted`),
        )
        .toHaveLength(1)
      await client.query('insert into antenne.migration (nom, empreinte) values ($1, $2)', [
        last?.file,
        last?.empreinte,
      ])
      await client.query(`select pg_advisory_unlock(${locks.migration})`)
      return running
    })
    expect(waited).toMatchObject({ status: 0, out: '[]\n' })
  })

  test('and all others refuse a schema that is newer than the program', async () => {
    await data.sql(`insert into antenne.migration (nom, empreinte) values ('9999_plus_tard.sql', 'x')`)
    const newer = expect.stringMatching(
      /^La base de données est plus récente .+9999_plus_tard\.sql.+Installez/,
    )
    expect(await refusals()).toEqual([newer])
    for (const words of [['migrer'], ['demarrer', '--demo']])
      expect(await data.run(...words)).toMatchObject({ status: 1, out: '', err: newer })
    await data.sql(`delete from antenne.migration where nom like '9999%'`)
  })

  test('refuses a database whose applied migration has another content', async () => {
    await data.sql(`update antenne.migration set empreinte = 'autre' where nom like '0001%'`)
    const { status, err } = await data.run('migrer')
    expect([status, err]).toEqual([1, expect.stringMatching(/^La migration 0001_\w+\.sql a changé/)])
  })
})
