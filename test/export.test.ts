import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { exportFolder } from '../src/transfer/export.ts'
import { fileNames, resourceNames } from '../src/transfer/resources.ts'
import { openSmallDisk } from './faults/small-disk.ts'
import { contentOf, type Data, openData, recordsIn, writeInto } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

const files = fileNames.map((name) => `${name}.ndjson`)
const asRoot = process.getuid?.() === 0
const disk = await openSmallDisk(8)
afterAll(() => disk?.remove())

describe('the demonstration world', () => {
  let data: Data
  let exported: Record<string, string>

  beforeAll(async () => {
    data = await openData('demonstration')
    exported = await data.exported()
  })

  afterAll(() => data.close())

  test('leaves in seventeen files, one object a line, none of the resources empty, contents beside', () => {
    const names = Object.keys(exported)
    expect(names.filter((name) => !name.startsWith('fichiers/'))).toEqual([...files].sort())
    expect(names.length).toBeGreaterThan(files.length + 100)
    expect(files).toHaveLength(17)
    for (const name of resourceNames)
      expect([name, recordsIn(exported, name).length > 0]).toEqual([name, true])
  })

  test('leaves in the order of the ids', () => {
    for (const name of resourceNames) {
      const ids = recordsIn(exported, name).map((record) => record.id)
      expect([name, ids]).toEqual([name, [...ids].sort()])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('comes into an empty database and leaves it in the same bytes', async () => {
    const other = await openData('vide')
    const folder = join(other.ground, 'allé et venu')
    expect(await data.run('exporter', folder)).toEqual({
      status: 0,
      out: `Export terminé dans ${folder}.\n`,
      err: expect.stringContaining('Écriture…'),
    })
    expect(await other.run('importer', folder)).toMatchObject({ status: 0 })
    const returned = await other.exported()
    expect(Object.keys(returned)).toEqual(Object.keys(exported))
    for (const [file, text] of Object.entries(exported))
      expect([file, returned[file] === text]).toEqual([file, true])
    await other.close()
  })

  test('is not replaced by an export of nothing', async () => {
    const other = await openData('vide')
    const folder = join(other.ground, 'hier')
    await data.run('exporter', folder)
    const before = await contentOf(folder)
    const { status, out } = await other.run('exporter', folder, '--json')
    expect([status, JSON.parse(out).code]).toEqual([1, 'base_vide'])
    expect(await contentOf(folder)).toEqual(before)
    await other.close()
  })

  test('comes back into its own database and changes nothing', async () => {
    const folder = join(data.ground, 'retour')
    await data.run('exporter', folder)
    expect(await data.run('importer', folder)).toMatchObject({ status: 0 })
    expect(await data.exported()).toEqual(exported)
  })

  test('is of one moment while others write', async () => {
    const names = ['organisation', 'client', 'reservation'] as const
    const texts = ['nom', 'ville', 'motif_decision']
    const ids = names.map((name) => recordsIn(exported, name)[0].id)
    const writeOnce = async (writer: pg.Client, text: string) => {
      await writer.query('begin')
      for (const [index, name] of names.entries())
        await writer.query(`update ${name} set ${texts[index]} = $1 where id = $2`, [text, ids[index]])
      await writer.query('commit')
    }
    await withWriter(data.connection, (writer) => writeOnce(writer, 'n0'))
    let writing = true
    const writes = withWriter(data.connection, async (writer) => {
      for (let count = 1; writing; count++) await writeOnce(writer, `n${count}`)
    })
    const moments = new Set<string>()
    try {
      for (let time = 0; time < 4; time++) {
        const now = await data.exported()
        const seen = names.map(
          (name, index) =>
            recordsIn(now, name).find((record) => record.id === ids[index])[texts[index] as string],
        )
        expect(new Set(seen).size).toBe(1)
        moments.add(seen[0])
      }
    } finally {
      writing = false
      await writes
    }
    expect(moments.size).toBeGreaterThan(1)
  })
})

describe('a small platform', () => {
  let data: Data

  beforeAll(async () => {
    data = await openData('vide')
    expect(await data.importing(platform())).toMatchObject({ status: 0 })
  })

  afterAll(() => data.close())

  test.each([
    ['quotes', `"L'Éléphant" «d'or» “x” ''`],
    ['backslashes', '\\ \\\\ \\n \\N \\. \\u0041'],
    ['white space', 'un\ttab, une\nligne, un\rretour, \u00a0\u2028\u2029 fin '],
    ['letters', 'Œuvre, cœur, Zoé, Ñandú, ŋ, ɛ, ß, 中文, العربية'],
    ['emoji', '🛰️ 👩🏾‍💻 🇨🇮'],
    ['control characters', '\u0001\u0002\b\f\u001b\u007f\u0085'],
    ['other oddities', '\ufeff\ufffd\u{10ffff}\ue000'],
    ['braces and commas', '{a,b} [c] NULL null ""'],
    ['nothing at all', ''],
    ['a text of many kilobytes', 'é\n'.repeat(100_000)],
  ])('keeps %s through coming in and leaving', async (_, text) => {
    const site = { ...records.site('a'), libelle: text, adresse: text }
    const fichier = { ...records.fichier('a'), nom_original: text }
    const client = { ...records.client('a'), raison_sociale: text.slice(0, 200), rccm: text.slice(0, 200) }
    const outcome = await data.importing({ site: [site], fichier: [fichier], client: [client] })
    expect(outcome).toMatchObject({ status: 0 })
    const exported = await data.exported()
    expect(recordsIn(exported, 'site')).toEqual([site])
    expect(recordsIn(exported, 'fichier')).toEqual([fichier])
    expect(recordsIn(exported, 'client')).toEqual([client])
  })

  test('keeps numbers to their last digit', async () => {
    const site = { ...records.site('a'), latitude: 5.359951700000001, longitude: -1e-7 }
    const client = { ...records.client('a'), plafond_encours: Number.MAX_SAFE_INTEGER }
    const tarif = { ...records.tarif('a'), prix_ht: 0 }
    await data.importing({ site: [site], client: [client], tarif: [tarif] })
    const exported = await data.exported()
    expect([...recordsIn(exported, 'site'), ...recordsIn(exported, 'client')]).toEqual([site, client])
    expect(recordsIn(exported, 'tarif')).toEqual([tarif])
    const [zero] = [{ ...records.site('a'), latitude: -0, longitude: 180 }]
    await data.importing({ site: [zero] })
    expect(recordsIn(await data.exported(), 'site')).toEqual([{ ...zero, latitude: 0 }])
  })

  test('replaces the files of an earlier export and leaves other files alone', async () => {
    const folder = join(data.ground, 'encore')
    await data.run('exporter', folder)
    await writeFile(join(folder, 'lisezmoi.txt'), 'à garder')
    await data.importing({ site: [{ ...records.site('a'), libelle: 'Nouveau' }] })
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    const { 'lisezmoi.txt': kept, ...rest } = await contentOf(folder)
    expect(kept).toBe('à garder')
    expect(rest).toEqual(await data.exported())
  })

  test('replaces an earlier export as a whole, with the owner and the rights of its folder', async () => {
    const folder = join(data.ground, 'partagé')
    await data.run('exporter', folder)
    await chmod(folder, 0o2750)
    if (asRoot) await chown(folder, 12_345, 23_456)
    const before = await stat(folder)
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    const { uid, gid, mode, ino } = await stat(folder)
    expect([uid, gid, mode]).toEqual([before.uid, before.gid, before.mode])
    expect(ino).not.toBe(before.ino)
  })

  test.each([
    ['a link to it', async (folder: string) => symlink(folder, `${folder}.lien`), '.lien'],
    ['somebody who stands in it', async (folder: string) => process.chdir(folder), ''],
    ['another file in it', (folder: string) => writeFile(join(folder, 'autre'), ''), ''],
  ])('keeps the folder itself for %s', async (_, prepare, suffix) => {
    const folder = await data.write({ site: [] })
    const [home, before] = [process.cwd(), await stat(folder)]
    await prepare(folder)
    const { status } = await data.run('exporter', `${folder}${suffix}`)
    process.chdir(home)
    expect([status, (await stat(folder)).ino]).toEqual([0, before.ino])
    expect(await contentOf(folder)).toMatchObject(await data.exported())
  })

  test('is written inside its folder where there can be no draft beside it', async () => {
    const folder = join(await data.write({}), 'x'.repeat(250))
    await mkdir(folder)
    const { ino } = await stat(folder)
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    expect([(await stat(folder)).ino, await contentOf(folder)]).toEqual([ino, await data.exported()])
  })

  test('that fails among the moves of single files is not taken for whole, until the next one puts it right', async () => {
    const folder = join(await data.write({}), 'y'.repeat(250))
    await data.run('exporter', folder)
    const obstacle = join(folder, 'site.ndjson')
    const barred = (_step: string, _count?: number, of?: string) => {
      if (of !== 'tarif') return
      rmSync(obstacle)
      mkdirSync(obstacle)
    }
    await expect(
      withWriter(data.connection, (client) => exportFolder(client, folder, barred)),
    ).rejects.toMatchObject({ code: 'EISDIR' })
    await rm(obstacle, { recursive: true })
    expect(await data.run('importer', folder)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/Fichier inconnu dans .* : export-inacheve-\d+-\w+ ;/),
    })
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    expect(await contentOf(folder)).toEqual(await data.exported())
  })

  describe('beside what killed exports left', () => {
    const gone = spawnSync(process.execPath, ['--version']).pid
    const traces = (place: string, pid: number) => ({
      draft: join(place, `.sortie.export-${pid}-0a1b2c3d`),
      before: join(place, `.sortie.export-${pid}-0a1b2c3d.avant`),
      inside: join(place, 'sortie', `export-inacheve-${pid}-0a1b2c3d`),
    })
    const leave = async (place: string, pid: number) => {
      const { draft, inside } = traces(place, pid)
      await writeInto(join(place, 'sortie'), { role: 'ancien' })
      for (const folder of [draft, inside]) await writeInto(folder, { client: 'inachevé' })
    }

    test('clears it away', async () => {
      const place = await data.write({})
      await leave(place, gone)
      expect(await data.run('exporter', join(place, 'sortie'))).toMatchObject({ status: 0 })
      expect(await readdir(place)).toEqual(['sortie'])
      expect(await contentOf(join(place, 'sortie'))).toEqual(await data.exported())
    })

    test('touches nothing that is of an export under way, or that only looks alike', async () => {
      const place = await data.write({})
      await leave(place, process.ppid)
      const alike = [
        '.sortie.export-12',
        `.sortie.export-${gone}-0a1b2c3d.txt`,
        `.sortie2.export-${gone}-0a1b2c3d`,
      ]
      for (const name of alike) await writeFile(join(place, name), '')
      await writeFile(join(place, 'sortie', 'export-inacheve-notes.txt'), '')
      const before = [await readdir(place), new Set(await readdir(join(place, 'sortie')))]
      expect(await data.run('exporter', join(place, 'sortie'))).toMatchObject({ status: 0 })
      const after = await readdir(join(place, 'sortie'))
      expect([
        await readdir(place),
        new Set(after.filter((entry) => !files.includes(entry)).concat('role.ndjson')),
      ]).toEqual(before)
    })

    test('puts the earlier export back that was on its way out, even if it fails itself', async () => {
      const place = await data.write({})
      const { before, draft } = traces(place, gone)
      await writeInto(before, { role: 'ancien' })
      await writeInto(draft, { role: 'nouveau' })
      await data.sql('alter table tarif rename to tarif_ailleurs')
      const { status } = await data.run('exporter', join(place, 'sortie'))
      await data.sql('alter table tarif_ailleurs rename to tarif')
      expect([status, await readdir(place)]).toEqual([1, ['sortie']])
      expect(await contentOf(join(place, 'sortie'))).toEqual({ 'role.ndjson': 'ancien' })
    })
  })

  test('without any rows leaves as empty files', async () => {
    const empty = await openData('vide')
    expect(await empty.exported()).toEqual(Object.fromEntries(files.map((file) => [file, ''])))
    const { status, err } = await empty.run('exporter', join(empty.ground, 'rien'))
    expect([status, err]).toEqual([0, expect.stringContaining('l’export est vide')])
    await empty.close()
  })

  test('whose export fails at its last step leaves the files of the earlier one as they were', async () => {
    const folder = join(data.ground, 'barré')
    await data.run('exporter', folder)
    await rm(join(folder, 'site.ndjson'))
    const before = await contentOf(folder)
    await mkdir(join(folder, 'site.ndjson'))
    await data.importing({ organisation: [{ ...records.organisation('client-a'), nom: 'Changé' }] })
    const { status, err } = await data
      .run('exporter', folder)
      .catch((error: unknown) => ({ status: -1, err: `${error}` }))
    await rm(join(folder, 'site.ndjson'), { recursive: true })
    expect(await contentOf(folder)).toEqual(before)
    expect([status, err]).toEqual([1, expect.stringContaining('site.ndjson')])
  })

  test.each([
    ['a file in its place', async () => join(await data.write({ role: [] }), 'role.ndjson')],
    ['a file on its way', async () => join(await data.write({ role: [] }), 'role.ndjson', 'dossier')],
  ])('is told in one sentence when the folder cannot be made: %s', async (_, place) => {
    const folder = await place()
    const { status, out, err } = await data.run('exporter', folder)
    expect([status, out]).toEqual([1, ''])
    expect(err).toContain(folder)
    expect(err).not.toMatch(/ at |Error/)
  })

  test.skipIf(asRoot)('is told in one sentence when nobody may write there', async () => {
    const folder = await data.write({})
    await chmod(folder, 0o500)
    const { status, err } = await data.run('exporter', folder)
    expect([status, err]).toEqual([1, expect.stringContaining(folder)])
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['where nobody can make one', '/proc/antenne/export'],
    ['on a device that takes everything', '/dev/null'],
    ['on a device that is full', '/dev/full'],
    ['below a device', '/dev/null/export'],
    ['in a place of the system', '/proc'],
  ])('ends with one sentence %s: %s', async (_, folder) => {
    const { status, out, err } = await data.run('exporter', folder)
    const said = err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))
    expect([status, out, said]).toEqual([1, '', [expect.stringMatching(/^.*\/(proc|dev)[^ ]*.*\.$/)]])
    expect((await readdir('/')).filter((entry) => entry.includes('export'))).toEqual([])
  })

  test('that fails leaves no folder that it has made', async () => {
    const place = await data.write({})
    await data.sql('alter table tarif rename to tarif_ailleurs')
    const { status } = await data.run('exporter', join(place, 'un/deux/trois'))
    await data.sql('alter table tarif_ailleurs rename to tarif')
    expect([status, await readdir(place)]).toEqual([1, []])
  })

  test.skipIf(disk === undefined)(
    'on a full disk (needs the right to mount one) says so and leaves nothing',
    async () => {
      await disk?.leave(8192)
      const { status, err } = await data.run('exporter', join(disk?.folder ?? '', 'plein/export'))
      expect([status, err]).toEqual([1, expect.stringContaining("Il n'y a plus de place sur le disque")])
      expect(await readdir(disk?.folder ?? '')).toEqual(['lest'])
    },
  )

  test('is for the eyes of its owner alone: files 0600, and folders that it makes 0700', async () => {
    const place = await data.write({})
    const modeOf = async (...names: string[]) => (await stat(join(place, ...names))).mode & 0o777
    const modes: number[] = []
    const watch = (_step: string, _count?: number, of?: string) => {
      if (of !== 'tarif') return
      const [draft = ''] = readdirSync(join(place, 'un')).filter((entry) => entry.startsWith('.deux'))
      modes.push(statSync(join(place, 'un', draft)).mode & 0o777)
    }
    for (const _ of [1, 2])
      await withWriter(data.connection, (client) => exportFolder(client, join(place, 'un/deux'), watch))
    expect([await modeOf('un'), await modeOf('un/deux'), ...modes]).toEqual([0o700, 0o700, 0o700, 0o700])
    for (const file of files) expect([file, await modeOf('un/deux', file)]).toEqual([file, 0o600])
  })

  test('keeps the rights of a folder that was there, and writes files that only their owner reads', async () => {
    const folder = await data.write({ role: 'ancien', 'note.txt': 'à garder' })
    await chmod(folder, 0o755)
    expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  })

  test('leaves nothing but its files in the folder', async () => {
    const folder = join(data.ground, 'propre')
    await data.run('exporter', folder)
    expect((await readdir(folder)).sort()).toEqual([...files].sort())
    expect(id('client:a')).toBe(recordsIn(await contentOf(folder), 'client')[0].id)
  })
})
