import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guarded } from '../harness/http/socket.ts'
import { locks } from '../src/database/locks.ts'
import { readMigrations } from '../src/database/migrate.ts'
import { withWriter } from '../src/database/writer.ts'
import { openapi } from '../src/http/description/openapi.ts'
import { type Data, openData, run } from './setup/command-line.ts'
import { nothing } from './setup/people.ts'
import { platform } from './setup/platform.ts'

const usages: Record<string, string> = {
  demarrer: 'demarrer [--demo]',
  migrer: 'migrer [--simuler | [--lecture ROLE] [--ecriture ROLE]] [--json]',
  importer: 'importer DOSSIER [--simuler] [--json]',
  exporter: 'exporter DOSSIER [--json]',
  generer: 'generer --clients N [--graine S] [--json]',
  reserver: 'reserver --client ID --partenaire ID --par UTILISATEUR [--json]',
  decider:
    'decider RESERVATION (--valider | --refuser | --annuler) [--motif TEXTE] --par UTILISATEUR [--json]',
  expirer: 'expirer [--simuler] [--json]',
  cles: 'cles (--tourner | --revoquer) [--json]',
  journal: 'journal [--client ID] [--reservation ID] [--document ID] [--json]',
  dictionnaire: 'dictionnaire [FICHIER] [--json]',
  comptes: 'comptes [--json]',
  diagnostic: 'diagnostic [--json]',
  jeton: 'jeton COMPTE [--duree S] [--json]',
  openapi: 'openapi',
  completion: 'completion bash|zsh',
}
const verbs = Object.keys(usages)
/** What must follow a verb. */
const firsts: Record<string, string[]> = {
  ...Object.fromEntries(['importer', 'exporter', 'jeton', 'decider'].map((verb) => [verb, ['x']])),
  completion: ['bash'],
}

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

describe('help', () => {
  test.each([['--help'], ['-h'], ['aide']])(
    'of the program (%s) names every verb, in French, on standard output',
    async (word) => {
      const { status, out, err } = await run([word])
      expect([status, err]).toEqual([0, ''])
      expect([...out.matchAll(/^ {2}(\S+) +\S/gm)].map(([, verb]) => verb)).toEqual(verbs)
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      expect(out).toContain('npx antenne <verbe> --help pour en savoir plus.')
    },
  )

  test.each(
    verbs.flatMap((verb) => [
      [verb, '--help'],
      [verb, '-h'],
    ]),
  )('of %s (%s) shows its usage and more', async (verb, word) => {
    const { status, out, err } = await run([verb, word], { DATABASE_URL: 'pas une adresse' })
    expect([status, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, 2)).toEqual([`Usage : npx antenne ${usages[verb]}`, ''])
    expect(out.split('\n')[2]).toMatch(/\.|,$/)
  })

  test('comes before anything else, also beside wrong options', async () => {
    expect(await run(['importer', '--faux', '--help'])).toMatchObject({ status: 0 })
  })
})

describe('wrong usage ends with 2 and says what is right', () => {
  test('no verb at all shows the help on standard error', async () => {
    const { status, out, err } = await run([])
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain('Usage : npx antenne <verbe>')
  })

  test.each([
    ['import', ' Vouliez-vous dire « importer » ?'],
    ['Importer', ' Vouliez-vous dire « importer » ?'],
    ['imporetr', ' Vouliez-vous dire « importer » ?'],
    ['comtes', ' Vouliez-vous dire « comptes » ?'],
    ['journaux', ' Vouliez-vous dire « journal » ?'],
    ['--versions', ''],
    ['constructor', ''],
    ['toString', ''],
    ['', ''],
  ])('an unknown verb: « %s »', async (verb, meant) => {
    const { status, out, err } = await run([verb])
    expect([status, out, err]).toEqual([
      2,
      '',
      `« ${verb} » n'est pas une commande.${meant} Voyez : npx antenne --help\n`,
    ])
  })

  test.each([
    [['importer', 'x', '--simluer'], '--simuler'],
    [['comptes', '--jsno'], '--json'],
    [['migrer', '--lectures', 'x'], '--lecture'],
  ])('a mistyped option, and the one that was meant: %j', async (words, meant) => {
    const { status, err } = await run(words)
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`n'existe pas\\. Vouliez-vous dire « ${meant} » \\?\nUsage : npx antenne ${words[0]}`),
      ),
    ])
  })

  test.each([
    [['cles']],
    [['decider', 'x', '--valider', '--par', 'x']],
    [['decider', nothing, '--par', 'x']],
    [['reserver', '--client', nothing, '--par', 'x']],
    [['completion', 'fish']],
  ])('%j: what only the command itself can tell', async (words) => {
    const { status, out, err } = await run(words)
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(`\nUsage : npx antenne ${usages[words[0] ?? '']}\n`)
  })

  test.each(verbs)('an unknown option of %s', async (verb) => {
    const given = firsts[verb] ?? []
    for (const option of ['--faux', '-x', '--faux=1', '--__proto__']) {
      const { status, out, err } = await run([verb, ...given, option])
      expect([status, out]).toEqual([2, ''])
      expect(err).toContain(
        `L'option ${option.split('=')[0]} n'existe pas.\nUsage : npx antenne ${usages[verb]}\n`,
      )
    }
  })

  test.each([
    ['importer', 'DOSSIER'],
    ['exporter', 'DOSSIER'],
    ['jeton', 'COMPTE'],
    ['decider', 'RESERVATION'],
    ['completion', 'bash ou zsh'],
  ])('%s without its %s', async (verb, missing) => {
    expect(await run([verb])).toEqual({
      status: 2,
      out: '',
      err: `Il manque ${missing}.\nUsage : npx antenne ${usages[verb]}\n`,
    })
  })

  test.each(verbs)('one word too many for %s', async (verb) => {
    const given = firsts[verb] ?? (verb === 'dictionnaire' ? ['x'] : [])
    expect(await run([verb, ...given, 'superflu'])).toEqual({
      status: 2,
      out: '',
      err: `« superflu » est de trop.\nUsage : npx antenne ${usages[verb]}\n`,
    })
  })

  test.each([
    ['comptes', '--json=oui'],
    ['demarrer', '--demo=oui'],
    ['generer', '--clients'],
    ['generer', '--graine'],
    ['jeton', 'x', '--duree'],
  ])('%s %s %s: an option with a value too many or too few', async (...words) => {
    const { status, err } = await run(words)
    expect([status, err]).toEqual([2, expect.stringContaining('est mal utilisée')])
    expect(err).toContain(`Usage : npx antenne ${usages[words[0] ?? '']}\n`)
  })

  test.each([
    [['generer', '--clients', '0'], '--clients', '1 à 10000000'],
    [['generer', '--clients', 'mille'], '--clients', '1 à 10000000'],
    [['generer', '--clients', '1e3'], '--clients', '1 à 10000000'],
    [['generer', '--clients', '10000001'], '--clients', '1 à 10000000'],
    [['jeton', 'x', '--duree', '0'], '--duree', '1 à 31536000'],
    [['jeton', 'x', '--duree', '1.5'], '--duree', '1 à 31536000'],
    [['jeton', 'x', '--duree=-1'], '--duree', '1 à 31536000'],
  ])('%j: a number that is none, or out of range', async (words, option, range) => {
    const { status, out, err } = await run(words)
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(`Donnez avec ${option} un nombre entier de ${range}.`)
    expect(err).toContain(`Usage : npx antenne ${usages[words[0] ?? '']}\n`)
  })
})

test('a number that must be given is told to be missing', async () => {
  expect(await run(['generer'])).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^Il manque --clients\.\nUsage : /),
  })
})

describe('openapi', () => {
  test('prints the description that the service gives, as JSON', async () => {
    const { status, out, err } = await run(['openapi'])
    expect([status, err]).toEqual([0, ''])
    expect(out).toBe(openapi())
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
  })

  test('needs no configuration', async () => {
    expect(await run(['openapi'], { DATABASE_URL: 'faux', PORT: 'x' })).toMatchObject({ status: 0 })
  })
})

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
  const applied = () => data.sql('select nom from antenne.migration order by nom')

  test('is done by no other verb: all say that the schema is older, and what to do', async () => {
    const all = await applied()
    await data.sql(`delete from antenne.migration where nom like '0021%' or nom like '0020%'`)
    expect(await refusals()).toEqual([
      expect.stringMatching(
        /^Le schéma de la base est plus ancien que ce programme : il manque 0020_\w+\.sql, 0021_\w+\.sql\. Lancez « npx antenne migrer »/,
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
