import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Data, type Files, openData, refusal, summary } from './setup/command-line.ts'
import { platform, records } from './setup/platform.ts'

let data: Data
let before: Record<string, string>

beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
  before = await data.exported()
})

afterAll(() => data.close())

describe('files and lines', () => {
  const good = JSON.stringify(records.secteur_activite('neuf'))
  const object = 'attendu : un objet JSON entier par ligne'

  test.each<[string, string | Uint8Array, string]>([
    ['JSON cut short', '{"id": "', object],
    ['two objects on a line', `${good} ${good}`, object],
    ['a list', `[${good}]`, object],
    ['a text', '"secteur"', object],
    ['null', 'null', object],
    ['a comma after the last field', `${good.slice(0, -1)},}`, object],
    ['Latin-1', Buffer.from(good.replace('Secteur', 'Activité'), 'latin1'), 'attendu : un fichier en UTF-8'],
    [
      'a surrogate as bytes',
      Buffer.from('7b22c3a9223a22eda0802220227d', 'hex'),
      'attendu : un fichier en UTF-8',
    ],
    ['more than a mebibyte', `{"code":"${'x'.repeat(1 << 20)}"}`, 'attendu : un objet JSON par ligne'],
  ])('%s is told with its line, and what follows is read', async (_, content, expected) => {
    const last = JSON.stringify({ ...records.secteur_activite('autre'), code: 12 })
    const file = Buffer.concat([
      Buffer.from(`${good}\n\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from(`\r\n${last}`),
    ])
    const told = await refusal(data, { secteur_activite: file })
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`^secteur_activite\\.ndjson, ligne 3 : .+ ; ${expected}$`)),
      'secteur_activite.ndjson, ligne 4, code : « 12 » ; attendu : un texte',
      summary(2),
    ])
  })

  test('a line without an end that is far too long is told once', async () => {
    const told = await refusal(data, { secteur_activite: `{"code":"${'x'.repeat(5 << 20)}` })
    expect(told).toEqual([expect.stringContaining('secteur_activite.ndjson, ligne 1 : '), summary(1)])
  })

  test('an empty folder, a missing one and a file in its place are told', async () => {
    const folder = await data.write({})
    const empty = await data.run('importer', folder)
    expect(empty).toMatchObject({
      status: 1,
      err: expect.stringContaining(`Le dossier ${folder} ne contient aucun fichier de données`),
    })
    expect(empty.err).toContain('organisation.ndjson, role.ndjson, utilisateur.ndjson')
    const missing = await data.run('importer', join(folder, 'absent'))
    expect(missing).toMatchObject({ status: 1, err: expect.stringMatching(/absent ne peut pas être lu/) })
    const file = join(await data.write({ role: [] }), 'role.ndjson')
    expect(await data.run('importer', file)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/role\.ndjson ne peut pas être lu/),
    })
  })

  test('a file of another name is told, with the names that are right, and nothing is imported', async () => {
    const { status, err } = await data.run(
      'importer',
      await data.write({ client: [records.client('neuf')], clients: [], Contact: [] }),
    )
    expect([status, err]).toEqual([1, expect.stringMatching(/^Fichier inconnu dans .+ : /)])
    expect(err).toContain('clients.ndjson')
    expect(err).toContain('Contact.ndjson')
    expect(err).toContain('attendu : organisation.ndjson')
  })

  test('a folder in the place of a file is told', async () => {
    const folder = await data.write({ client: [records.client('neuf')] })
    await mkdir(join(folder, 'contact.ndjson'))
    const { status, err } = await data.run('importer', folder)
    expect([status, err]).toEqual([1, expect.stringContaining('contact.ndjson')])
  })
})

describe('all faults of a run', () => {
  test('are told together, those of the lines and those of the whole', async () => {
    const told = await refusal(data, {
      client: [{ ...records.client('neuf'), statut: 'perdu', email: 'x' }],
      contact: [{ ...records.contact('x'), principal: true }, records.contact('y', 'absent')],
      offre: [{ ...records.offre('x'), volume_go: 0 }],
      utilisateur: [{ ...records.utilisateur('x'), double_authentification: false }],
      tarif: 'rien\n',
    })
    expect(told.map((line) => line.split(' : ')[0]).sort()).toEqual([
      'Import refusé',
      'client.ndjson, ligne 1, email',
      'client.ndjson, ligne 1, statut',
      'contact.ndjson, ligne 1, client_id',
      'contact.ndjson, ligne 2, client_id',
      'offre.ndjson, ligne 1, volume_go',
      'tarif.ndjson, ligne 1',
      'utilisateur.ndjson, ligne 1, double_authentification',
    ])
  })

  test.each<[string, Files]>([
    [
      'lines',
      {
        secteur_activite: Array.from({ length: 250 }, (_, n) => ({
          ...records.secteur_activite(`n${n}`),
          code: n,
        })),
      },
    ],
    ['the whole', { contact: Array.from({ length: 250 }, (_, n) => records.contact(`n${n}`, 'absent')) }],
  ])('of %s beyond a hundred are counted', async (_, files) => {
    const told = await refusal(data, files)
    expect(told).toHaveLength(102)
    expect(told[99]).toContain('.ndjson, ligne 100, ')
    expect(told.slice(100)).toEqual(['… et 150 autres.', summary(250)])
  })

  test('are one line each, and send no control character to the terminal', async () => {
    const odd = 'x\n\u001b[2J\u0007y'
    const told = await refusal(data, {
      offre: [{ ...records.offre('x'), periode: odd, [odd]: 1 }],
      contact: [{ ...records.contact('x'), email: odd }],
    })
    expect(told).toHaveLength(4)
    expect(told.join('')).not.toMatch(/\p{Cc}/u)
  })

  test('are counted however many there are', async () => {
    const line = `${JSON.stringify({ ...records.secteur_activite('neuf'), code: 1 })}\n`
    const told = await refusal(data, { secteur_activite: line.repeat(130_000) })
    expect(told.slice(100)).toEqual(['… et 129900 autres.', summary(130_000)])
  })
})

test('none of all this has changed anything', async () => {
  expect(await data.exported()).toEqual(before)
})
