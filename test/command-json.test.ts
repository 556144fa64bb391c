import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Data, openData, run } from './setup/command-line.ts'
import { nothing } from './setup/people.ts'
import { platform, records } from './setup/platform.ts'

let data: Data
beforeAll(async () => {
  data = await openData('demonstration')
})
afterAll(() => data.close())

describe('with --json, standard output is one JSON value, also when a command refuses', () => {
  test.each([
    ['wrong usage', ['decider', 'x', '--valider', '--json'], {}, 2, 'usage_incorrect'],
    ['a verb that is none', ['foo', '--json'], {}, 2, 'usage_incorrect'],
    ['no verb', ['--json'], {}, 2, 'usage_incorrect'],
    ['an unknown option', ['comptes', '--json', '--faux'], {}, 2, 'usage_incorrect'],
    ['the configuration', ['comptes', '--json'], { PORT: 'x' }, 2, 'configuration_invalide'],
    [
      'a database that is away',
      ['migrer', '--json'],
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      1,
      'base_indisponible',
    ],
    [
      'a rule',
      ['decider', nothing, '--valider', '--par', 'awa.kone@antenne.example', '--json'],
      {},
      1,
      'reservation_introuvable',
    ],
    [
      'a motif that is missing',
      ['decider', nothing, '--refuser', '--par', 'x', '--json'],
      {},
      1,
      'motif_requis',
    ],
    ['an account that is missing', ['jeton', 'personne', '--json'], {}, 1, 'echec'],
    ['a file that is missing', ['dictionnaire', '/nulle/part', '--json'], {}, 1, 'echec'],
  ] as const)('%s', async (_, words, environment, status, code) => {
    const outcome = await run(words, { ...data.environment, ...environment })
    expect(outcome.status).toBe(status)
    const { message, ...rest } = JSON.parse(outcome.out)
    expect(rest).toEqual({ code })
    expect(message).toMatch(/^(«.*»|[A-ZÉ]\S*) /)
    expect(message).not.toContain('Usage :')
  })

  test('an import that is refused, and a schema that is older or unknown', async () => {
    const refused = await data.run('importer', await data.write({ organisation: [{}] }), '--json')
    expect([refused.status, JSON.parse(refused.out).code]).toEqual([1, 'import_refuse'])
    await data.sql(`update antenne.migration set nom = '9999_x.sql' where nom like '0021%'`)
    expect(JSON.parse((await data.run('comptes', '--json')).out).code).toBe('schema_inconnu')
    await data.sql(`delete from antenne.migration where nom = '9999_x.sql' returning nom`)
    expect(JSON.parse((await data.run('comptes', '--json')).out).code).toBe('schema_ancien')
    await data.close()
    data = await openData('demonstration')
  })

  test('without it, a refusal is a sentence on standard error', async () => {
    expect(await data.run('jeton', 'personne')).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/^Aucun compte/),
    })
  })

  test.each([
    [['cles', '--tourner'], { anciens_liens_valables: true }],
    [['dictionnaire'], []],
    [
      ['jeton', 'awa.kone@antenne.example', '--duree', '60'],
      { jeton: expect.stringMatching(/^ey/), duree: 60 },
    ],
    [['migrer'], { appliquees: [], roles: [] }],
    [['migrer', '--simuler'], { a_appliquer: [] }],
  ])('%j', async (words, result) => {
    const { status, out } = await data.run(...words, '--json')
    expect([status, JSON.parse(out)]).toEqual([0, result])
  })
})

describe('importer --simuler', () => {
  test('counts what would be added, changed and unchanged, and keeps nothing', async () => {
    const fresh = await openData('vide')
    const given = platform()
    const before = await fresh.exported()
    const first = await fresh.run('importer', await fresh.write(given), '--simuler', '--json')
    const { ressources, fiches, simule } = JSON.parse(first.out)
    expect([first.status, simule, fiches]).toEqual([0, true, Object.values(given).flat().length])
    for (const [name, list] of Object.entries(given))
      expect(ressources[name]).toEqual({ ajoutees: list.length, modifiees: 0, inchangees: 0 })
    expect(await fresh.exported()).toEqual(before)

    expect(await fresh.importing(given)).toMatchObject({ status: 0 })
    const stored = await fresh.exported()
    const roles = given.role ?? []
    const changed = {
      organisation: [...(given.organisation ?? []), records.organisation('autre')],
      role: roles.map((role, index) =>
        index === 0 ? { ...(role as object), permissions: ['x.inconnue'] } : role,
      ),
    }
    const folder = await fresh.write(changed)
    const second = await fresh.run('importer', folder, '--simuler')
    expect(second).toMatchObject({ status: 0 })
    const counts = Object.fromEntries(
      [...second.out.matchAll(/^(\w+) +(\d+) +(\d+) +(\d+)$/gm)].map(([, name, ...n]) => [
        name,
        n.map(Number),
      ]),
    )
    expect(counts).toEqual({
      organisation: [1, 0, (given.organisation ?? []).length],
      role: [0, 1, roles.length - 1],
    })
    expect(second.out).toContain('rien n’est enregistré')
    expect(await fresh.exported()).toEqual(stored)
    // What it counted is what happens.
    const { ressources: done } = JSON.parse((await fresh.run('importer', folder, '--json')).out)
    expect(done.role).toEqual({ ajoutees: 0, modifiees: 1, inchangees: roles.length - 1 })
    const { ressources: again } = JSON.parse((await fresh.run('importer', folder, '--json')).out)
    expect(again.role).toEqual({ ajoutees: 0, modifiees: 0, inchangees: roles.length })
    await fresh.close()
  })

  test('refuses what an import refuses', async () => {
    const wrong = await data.write({ organisation: [{ ...records.organisation('x'), type: 'faux' }] })
    expect(await data.run('importer', wrong, '--simuler')).toMatchObject({
      status: 1,
      err: expect.stringContaining('Import refusé : 1 erreur'),
    })
  })
})

test('an import flags permissions that nothing asks for, with the one that was meant, and stores them', async () => {
  const role = {
    ...records.role('x'),
    permissions: ['clients.consulter', 'clients.consuler', 'stock.compter'],
  }
  const { status, err } = await data.importing({ role: [role] })
  expect(status).toBe(0)
  expect(err.split('\n').filter((line) => line.startsWith('À vérifier'))).toEqual([
    'À vérifier : role.ndjson, ligne 1 : la permission « clients.consuler » est inconnue et ne donne aucun droit. Vouliez-vous dire « clients.consulter » ?',
    'À vérifier : role.ndjson, ligne 1 : la permission « stock.compter » est inconnue et ne donne aucun droit.',
  ])
  expect(await data.sql(`select from role_permission where permission = 'stock.compter'`)).toHaveLength(1)
})

test('without a terminal there is a line of progress per step, however many files there are', async () => {
  const folder = await data.write(await exportedRecords())
  const { status, err } = await data.run('importer', folder)
  expect(status).toBe(0)
  const told = err.split('\n').filter((line) => line.endsWith('…'))
  expect(told.length).toBeGreaterThan(2)
  expect(told.length).toBeLessThanOrEqual(8)
  expect(told).toEqual([...new Set(told)])
})

/** All records of the demonstration, without contents. */
async function exportedRecords(): Promise<Record<string, string>> {
  const files = Object.entries(await data.exported()).filter(([name]) => name.endsWith('.ndjson'))
  return Object.fromEntries(files.map(([name, text]) => [name.replace('.ndjson', ''), text]))
}
