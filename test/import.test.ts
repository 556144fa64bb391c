import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resourceNames } from '../src/transfer/resources.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'
import { done, stamps, versions, without } from './setup/stored.ts'

let data: Data

beforeEach(async () => {
  data = await openData('vide')
})

afterEach(() => data.close())

describe('order of files and lines (rule 2)', () => {
  test('a platform comes in whole, as it was given', async () => {
    expect(await data.importing(platform())).toMatchObject(done(25))
    const exported = await data.exported()
    for (const name of resourceNames) {
      const given = [...platform()[name]].sort((a, b) => (a.id < b.id ? -1 : 1))
      expect(recordsIn(exported, name)).toEqual(given)
    }
  })

  test('references may point forward, within a file and between files', async () => {
    const chain = ['a', 'b', 'c', 'd', 'e'].map((name, index, all) =>
      records.zone_geographique(name, all[index + 1] ?? null),
    )
    expect(await data.importing({ ...platform(), zone_geographique: chain })).toMatchObject({ status: 0 })
    const other = await openData('vide')
    const turned = Object.fromEntries(
      Object.entries({ ...platform(), zone_geographique: chain })
        .reverse()
        .map(([name, rows]) => [name, [...rows].reverse()]),
    )
    expect(await other.importing(turned)).toMatchObject({ status: 0 })
    expect(await other.exported()).toEqual(await data.exported())
    await other.close()
  })

  test('any subset of the files will do, when what it refers to is stored', async () => {
    for (const name of resourceNames) {
      const outcome = await data.importing({ [name]: platform()[name] })
      expect([name, outcome]).toEqual([name, expect.objectContaining(done(platform()[name].length))])
    }
    const whole = await openData('vide')
    await whole.importing(platform())
    expect(await data.exported()).toEqual(await whole.exported())
    await whole.close()
  })

  test('blank lines, Windows line ends, a byte order mark and a last line without end are no obstacle', async () => {
    const [a, b] = platform().secteur_activite.map((record) => JSON.stringify(record))
    const folder = await data.write({ secteur_activite: `\ufeff${a}\r\n\r\n   \n${b}`, role: '' })
    expect(await data.run('importer', folder)).toMatchObject(done(2))
    expect(recordsIn(await data.exported(), 'secteur_activite')).toHaveLength(2)
  })

  test('nullable fields may be left out, stamps too: they are null and the time of the import', async () => {
    const before = new Date().toISOString()
    const bare = Object.fromEntries(
      Object.entries(platform()).map(([name, rows]) => [
        name,
        (rows as Record<string, unknown>[]).map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([field, value]) => value !== null && !stamps.includes(field)),
          ),
        ),
      ]),
    )
    expect(await data.importing(bare)).toMatchObject({ status: 0 })
    const after = new Date().toISOString()
    const exported = await data.exported()
    for (const name of resourceNames) {
      for (const record of recordsIn(exported, name)) {
        const given = (platform()[name] as { id: string }[]).find((row) => row.id === record.id)
        expect(without(record, stamps)).toEqual(without(given ?? {}, stamps))
        for (const stamp of stamps.filter((field) => field in record)) {
          expect(record[stamp] >= before && record[stamp] <= after).toBe(true)
        }
      }
    }
  })

  test('ids are read in upper case and kept in lower case; instants with any offset are kept in UTC', async () => {
    await data.importing(platform())
    const site = records.site('a')
    const upper = {
      ...site,
      id: site.id.toUpperCase(),
      client_id: site.client_id.toUpperCase(),
      modifie_le: '2026-02-06T11:30:15.2504+02:00',
    }
    const before = await data.exported()
    expect(await data.importing({ site: [upper] })).toMatchObject(done(1))
    expect(await data.exported()).toEqual(before)
  })
})

describe('all or nothing (rule 1)', () => {
  test('one wrong line in the last file leaves every table as it was', async () => {
    await data.importing(platform())
    const [before, rows] = [await data.exported(), await versions(data)]
    const changed = Object.fromEntries(
      Object.entries(platform()).map(([name, all]) => [
        name,
        (all as object[]).map((row) => ('libelle' in row ? { ...row, libelle: 'Autre' } : row)),
      ]),
    )
    const outcome = await data.importing({
      ...changed,
      client: [...platform().client, records.client('neuf')],
      tarif: [{ ...records.tarif('a'), cree_par: id('personne') }],
    })
    expect(outcome).toMatchObject({ status: 1, out: '', err: expect.stringContaining("Rien n'a été changé") })
    expect(await data.exported()).toEqual(before)
    expect(await versions(data)).toEqual(rows)
  })

  test('a refused import leaves the way free for the next one', async () => {
    expect(await data.importing({ contact: platform().contact })).toMatchObject({ status: 1 })
    expect(await data.importing(platform())).toMatchObject({ status: 0 })
  })
})

test('on a terminal one line shows the progress, and is wiped at the end (rule 5)', async () => {
  const given = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  const { status, err } = await data.importing(platform()).finally(() => {
    if (given === undefined) Reflect.deleteProperty(process.stderr, 'isTTY')
    else Object.defineProperty(process.stderr, 'isTTY', given)
  })
  expect(status).toBe(0)
  expect(err).not.toContain('\n')
  expect(err).toContain('\r\u001b[KLecture de contact… 2')
  expect(err.endsWith('\r\u001b[K')).toBe(true)
})
