import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { importRecords, numbered } from '../src/transfer/import.ts'
import { contentOf, type Data, openData, recordsIn, refusal, summary } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

let data: Data
beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
})
afterAll(() => data.close())

const PIECE = 262_144
const fill = (length: number, seed = 1): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * seed + seed) % 256))
const pdf = (length: number, seed?: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), fill(length - 9, seed)])

const file = (name: string, bytes: Uint8Array, type_mime = 'application/pdf') => ({
  ...records.fichier(name),
  type_mime,
  taille_octets: bytes.length,
})
const at = (name: string): string => `fichiers/${id(`fichier:${name}`)}`

/** What is stored of a file: the length of each piece, and the hash of all. */
const stored = (name: string) =>
  data.sql(
    `select contenu.organisation_id, contenu.taille_octets::int, encode(empreinte, 'hex') as empreinte,
       array(select length(octets) from contenu_morceau where contenu_id = contenu.id order by rang) as morceaux
     from fichier join contenu on contenu.id = contenu_id where fichier.id = $1`,
    [id(`fichier:${name}`)],
  )
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const rows = () =>
  data.sql(`select 'contenu' as de, xmin::text, id::text from contenu
    union all select 'morceau', xmin::text, contenu_id::text || rang from contenu_morceau
    union all select 'fichier', xmin::text, id::text from fichier order by 1, 3`)

describe('contents beside their records', () => {
  const sizes = { petit: 10, juste: PIECE, long: 2 * PIECE + 5 }
  const given = {
    fichier: [
      ...Object.entries(sizes).map(([name, size]) => file(name, pdf(size))),
      file('vide', Buffer.alloc(0), 'text/plain'),
    ],
    ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [at(name), pdf(size)])),
    [at('vide')]: Buffer.alloc(0),
  }

  test('come in, in pieces, and are told as they come and leave', async () => {
    const folder = await data.write(given)
    const { status, err } = await data.run('importer', folder)
    expect(status).toBe(0)
    expect(err).toMatch(/Lecture des contenus…\n.*Enregistrement des contenus…\n/s)
    for (const [name, morceaux] of Object.entries({
      petit: [10],
      juste: [PIECE],
      long: [PIECE, PIECE, 5],
    })) {
      const bytes = pdf(sizes[name as keyof typeof sizes])
      expect(await stored(name)).toEqual([
        { organisation_id: null, taille_octets: bytes.length, empreinte: sha256(bytes), morceaux },
      ])
    }
    expect(await stored('vide')).toMatchObject([{ taille_octets: 0, morceaux: [] }])
    const out = join(data.ground, 'sortie')
    expect((await data.run('exporter', out)).err).toContain('Écriture des contenus…')
    expect((await readdir(join(out, 'fichiers'))).sort()).toEqual(
      given.fichier.map((record) => record.id).sort(),
    )
    for (const [name, size] of Object.entries(sizes))
      expect((await readFile(join(out, at(name)))).equals(pdf(size))).toBe(true)
  })

  test('go into an empty database and leave it in the same bytes', async () => {
    const other = await openData('vide')
    const folder = join(data.ground, 'allé et venu')
    await data.run('exporter', folder)
    expect(await other.run('importer', folder)).toMatchObject({ status: 0 })
    expect(await other.exported()).toEqual(await contentOf(folder))
    await other.close()
  })

  test('that are there already are left alone', async () => {
    const before = await rows()
    expect(await data.run('importer', await data.write(given))).toMatchObject({ status: 0 })
    expect(await rows()).toEqual(before)
  })

  test('stay with a record that comes without them', async () => {
    const before = await stored('long')
    const record = { ...file('long', pdf(sizes.long)), nom_original: 'autre.pdf' }
    expect(await data.importing({ fichier: [record] })).toMatchObject({ status: 0 })
    expect(await stored('long')).toEqual(before)
    expect(recordsIn(await data.exported(), 'fichier')).toContainEqual(record)
  })

  test('are replaced by others, and the old ones go when nobody refers to them', async () => {
    const count = async () => (await data.sql('select count(*)::int as n from contenu'))[0]?.n
    const before = await count()
    for (const bytes of [pdf(sizes.long, 2), pdf(77)]) {
      await data.run('importer', await data.write({ fichier: [file('long', bytes)], [at('long')]: bytes }))
      expect(await stored('long')).toMatchObject([{ empreinte: sha256(bytes) }])
      expect(await count()).toBe(before)
    }
    const shared = `update fichier set contenu_id = (select contenu_id from fichier where id = $1), taille_octets = 77
      where id = $2`
    await data.sql(shared, [id('fichier:long'), id('fichier:petit')])
    const bytes = pdf(78)
    await data.run('importer', await data.write({ fichier: [file('long', bytes)], [at('long')]: bytes }))
    expect(await stored('petit')).toMatchObject([{ empreinte: sha256(pdf(77)) }])
    expect(await stored('long')).toMatchObject([{ empreinte: sha256(bytes) }])
  })
})

describe('an import is refused, and nothing is stored,', () => {
  let before: unknown
  beforeEach(async () => {
    before = await rows()
  })
  const x = (bytes: Uint8Array, change: object = {}) => [{ ...file('x', bytes), ...change }]
  const unchanged = async () => expect(await rows()).toEqual(before)

  test.each([
    ['application/pdf', Buffer.from(' %PDF-1.7')],
    ['application/pdf', Buffer.alloc(0)],
    ['Application/PDF', Buffer.from('GIF89a')],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xfe, 0])],
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0])],
    ['image/webp', Buffer.from('RIFF....WAVE')],
    ['image/png', pdf(30)],
  ])('when the first bytes are not of the type that the line says: %s', async (type_mime, bytes) => {
    const told = await refusal(data, { fichier: x(bytes, { type_mime }), [at('x')]: bytes })
    expect(told).toEqual([
      `fichier.ndjson, ligne 1, type_mime : « ${type_mime} » ; attendu : le type de ${at('x')}, dont les premiers octets en montrent un autre`,
      summary(1),
    ])
    await unchanged()
  })

  test('when the size is another than the line says', async () => {
    const told = await refusal(data, { fichier: x(pdf(20), { taille_octets: 21 }), [at('x')]: pdf(20) })
    expect(told).toEqual([
      `fichier.ndjson, ligne 1, taille_octets : « 21 » ; attendu : 20, la taille de ${at('x')}`,
      summary(1),
    ])
    await unchanged()
  })

  test.each<[string, (path: string) => unknown]>([
    ['a link', async (path) => symlink('../a-cote', path)],
    ['a folder', (path) => mkdir(path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ])('when %s stands in the place of the contents', async (_, make) => {
    const folder = await data.write({ fichier: x(pdf(20)), [at('autre')]: '' })
    await rm(join(folder, at('autre')))
    await writeFile(join(folder, '../a-cote'), pdf(20))
    await make(join(folder, at('x')))
    const { status, err } = await data.run('importer', folder)
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(
        `fichier.ndjson, ligne 1, id : ${at('x')} : ce n’est pas un fichier ordinaire ; attendu : le contenu lui-même, ni lien ni dossier\n`,
      ),
    ])
    await unchanged()
  })

  test.each([
    ['of which nothing is known', at('inconnu')],
    ['with an ending', `${at('x')}.pdf`],
    ['in capital letters', at('x').replace(/[^/]+$/, (name) => name.toUpperCase())],
  ])('when there are contents %s', async (_, name) => {
    const told = await refusal(data, { fichier: x(pdf(20)), [name]: pdf(20) })
    expect(told).toEqual([
      `${name} : aucune fiche ; attendu : l’id, en minuscules, d’une ligne de fichier.ndjson`,
      summary(1),
    ])
    await unchanged()
  })

  test('when contents are only of a stored record, or of one at fault, which alone is told', async () => {
    expect(await refusal(data, { role: [], [at('a')]: pdf(20) })).toEqual([
      expect.stringContaining(`${at('a')} : aucune fiche`),
      summary(1),
    ])
    expect(await refusal(data, { fichier: x(pdf(20), { statut_scan: 'propre' }), [at('x')]: '' })).toEqual([
      expect.stringContaining('fichier.ndjson, ligne 1, statut_scan : '),
      summary(1),
    ])
    await unchanged()
  })

  test.each([
    ['taille_octets', 12, '« 12 » ; attendu : 78, la taille du contenu enregistré'],
    ['type_mime', 'image/png', '« image/png » ; attendu : le type du contenu enregistré'],
  ])('when a line changes %s of stored contents and brings no others', async (field, value, expected) => {
    expect(await refusal(data, { fichier: [{ ...file('long', pdf(78)), [field]: value }] })).toEqual([
      `fichier.ndjson, ligne 1, ${field} : ${expected}, ou un autre contenu dans ${at('long')}`,
      summary(1),
    ])
    await unchanged()
  })

  test.each([
    ['a file', (path: string) => writeFile(path, '')],
    ['a link', (path: string) => symlink('.', path)],
  ])('when %s has the name of the folder of contents', async (_, make) => {
    const folder = await data.write({ role: [] })
    await make(join(folder, 'fichiers'))
    expect(await data.run('importer', folder)).toMatchObject({
      status: 1,
      err: `${folder}/fichiers n'est pas un dossier. Mettez-y les contenus des fichiers, ou retirez-le, puis relancez.\n`,
    })
  })

  test('when contents change while they are read', async () => {
    let time = 0
    const bytes = () => [time++ === 0 ? pdf(20) : pdf(20, 9)]
    const contents = () => [{ name: id('fichier:x'), bytes }]
    const importing = withWriter(data.connection, (client) =>
      importRecords(client, new Map([['fichier', numbered(x(pdf(20)))]]), {
        now: new Date(),
        progress: () => {},
        contents,
      }),
    )
    await expect(importing).rejects.toThrow(
      `${at('x')} a changé pendant l'import. Rien n'a été changé. Relancez.`,
    )
    await unchanged()
  })

  test('with all errors at once, of which the first hundred are shown', async () => {
    const names = Array.from({ length: 205 }, (_, n) => `n${n}`)
    const told = await refusal(data, {
      fichier: names.map((name) => file(name, Buffer.alloc(3))),
      ...Object.fromEntries(names.map((name) => [at(name), Buffer.alloc(4)])),
    })
    expect(told).toHaveLength(102)
    expect(told.slice(-2)).toEqual(['… et 105 autres.', summary(205)])
    await unchanged()
  })
})

test('contents of a type that nobody can deposit are taken by their size alone', async () => {
  const bytes = Buffer.from('PK\u0003\u0004 un contrat')
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const outcome = await data.run(
    'importer',
    await data.write({ fichier: [file('docx', bytes, type)], [at('docx')]: bytes }),
  )
  expect(outcome).toMatchObject({ status: 0 })
  expect(await stored('docx')).toMatchObject([{ empreinte: sha256(bytes) }])
})

test('the lines of docs/import.md that one may copy are imported', async () => {
  const place = await data.write({})
  await writeFile(join(place, 'rccm-savane.pdf'), pdf(500))
  const text = await readFile(join(import.meta.dirname, '../docs/import.md'), 'utf8')
  const [, lines = ''] = /```sh\n(mkdir.*?)antenne importer depot\n```/s.exec(text) ?? []
  execFileSync('sh', ['-e', '-c', lines], { cwd: place })
  expect(await data.run('importer', join(place, 'depot'))).toMatchObject({
    status: 0,
    out: 'Import terminé : 4 fiches.\n',
  })
  expect(await data.exported()).toHaveProperty(
    'fichiers/5b0c7f0e-3f5e-4c52-9a55-0d4f0a7a1c01',
    pdf(500).toString('latin1'),
  )
})

describe('an export of contents', () => {
  test('is for the eyes of its owner alone', async () => {
    const folder = join(data.ground, 'privé')
    await data.run('exporter', folder)
    const modeOf = async (...names: string[]) => (await stat(join(folder, ...names))).mode & 0o777
    expect([await modeOf('fichiers'), await modeOf(at('long'))]).toEqual([0o700, 0o600])
  })

  test.each([
    ['alone in its folder', false],
    ['beside other files', true],
  ])('replaces those of an earlier one, %s', async (_, beside) => {
    const folder = await data.write({ [at('ancien')]: 'ancien', [at('long')]: 'ancien' })
    if (beside) await writeFile(join(folder, 'lisezmoi.txt'), 'à garder')
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    const { 'lisezmoi.txt': kept, ...rest } = await contentOf(folder)
    expect([kept, rest]).toEqual([beside ? 'à garder' : undefined, await data.exported()])
    expect((await readdir(folder)).filter((entry) => entry.startsWith('export-'))).toEqual([])
  })

  test.each([
    ['a folder with other things', (path: string) => mkdir(join(path, 'photos'), { recursive: true })],
    ['a file', (path: string) => writeFile(path, '')],
    ['a link', (path: string) => symlink('.', path)],
  ])('is refused where %s has the name of its folder, which stays', async (_, make) => {
    const folder = await data.write({ role: 'ancien' })
    await make(join(folder, 'fichiers'))
    const { status, err } = await data.run('exporter', folder)
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(
        `${folder}/fichiers contient autre chose que des contenus exportés. Retirez-le, ou exportez dans un autre dossier.`,
      ),
    ])
    expect((await readdir(folder)).sort()).toEqual(['fichiers', 'role.ndjson'])
  })
})
