import { describe, expect, test } from 'vitest'
import { openapi } from '../src/http/description/openapi.ts'
import { run } from './setup/command-line.ts'
import { nothing } from './setup/people.ts'

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

  test('nor does a variable of a script that is not set stand for it', async () => {
    for (const words of [
      ['importer', ''],
      ['exporter', ''],
      ['exporter', '', 'copie'],
    ]) {
      const { status, err } = await run(words)
      expect([status, err]).toEqual([2, expect.stringContaining('Il manque DOSSIER.')])
    }
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
