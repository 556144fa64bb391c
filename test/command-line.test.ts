import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guarded } from '../harness/http/socket.ts'
import { openapi } from '../src/http/description/openapi.ts'
import { type Data, openData, run } from './setup/command-line.ts'

const usages: Record<string, string> = {
  demarrer: 'demarrer [--demo]',
  migrer: 'migrer [--lecture ROLE] [--ecriture ROLE]',
  importer: 'importer DOSSIER',
  exporter: 'exporter DOSSIER',
  generer: 'generer --clients N [--graine S]',
  reserver: 'reserver --client ID --partenaire ID --par UTILISATEUR [--json]',
  decider:
    'decider RESERVATION (--valider | --refuser | --annuler) [--motif TEXTE] --par UTILISATEUR [--json]',
  expirer: 'expirer [--simuler] [--json]',
  cles: 'cles --tourner | --revoquer',
  journal: 'journal [--client ID] [--reservation ID] [--document ID] [--json]',
  dictionnaire: 'dictionnaire [FICHIER]',
  comptes: 'comptes [--json]',
  diagnostic: 'diagnostic [--json]',
  jeton: 'jeton COMPTE [--duree S]',
  openapi: 'openapi',
}
const verbs = Object.keys(usages)

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

  test.each(['import', 'Importer', '--versions', 'constructor', ''])(
    'an unknown verb: « %s »',
    async (verb) => {
      const { status, out, err } = await run([verb])
      expect([status, out, err]).toEqual([
        2,
        '',
        `« ${verb} » n'est pas une commande. Voyez : npx antenne --help\n`,
      ])
    },
  )

  test.each(verbs)('an unknown option of %s', async (verb) => {
    const given = ['importer', 'exporter', 'jeton', 'decider'].includes(verb) ? ['x'] : []
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
  ])('%s without its %s', async (verb, missing) => {
    expect(await run([verb])).toEqual({
      status: 2,
      out: '',
      err: `Il manque ${missing}.\nUsage : npx antenne ${usages[verb]}\n`,
    })
  })

  test.each(verbs)('one word too many for %s', async (verb) => {
    const given = ['importer', 'exporter', 'jeton', 'decider', 'dictionnaire'].includes(verb) ? ['x'] : []
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

  test('is done by the other verbs of themselves', async () => {
    await data.sql('drop schema antenne cascade')
    await data.sql('drop schema antenne_prive cascade')
    expect(await data.run('comptes', '--json')).toMatchObject({ status: 0, out: '[]\n' })
    expect(await data.run('migrer')).toMatchObject({ out: 'La base est à jour.\n' })
  })

  test('refuses a database whose applied migration has another content', async () => {
    await data.sql(`update antenne.migration set empreinte = 'autre' where nom like '0001%'`)
    const { status, err } = await data.run('migrer')
    expect([status, err]).toEqual([1, expect.stringMatching(/^La migration 0001_\w+\.sql a changé/)])
  })
})
