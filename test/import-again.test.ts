import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResourceName } from '../src/transfer/resources.ts'
import { type Data, type Files, ndjson, openData, recordsIn } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'
import { done, stamps, versions, without } from './setup/stored.ts'

let data: Data

beforeAll(async () => {
  data = await openData('vide')
})

beforeEach(async () => {
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
})

afterAll(() => data.close())

/** The same records, their stamps left out. */
const unstamped = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, rows]) => [name, rows.map((row) => without(row as object, stamps))]),
  )

const stored = async (name: ResourceName, which: string) =>
  recordsIn(await data.exported(), name).find((record) => record.id === which)

test('importing the same folder twice changes nothing and touches no row', async () => {
  const [before, rows] = [await data.exported(), await versions(data)]
  expect(await data.importing(platform())).toMatchObject(done(25))
  expect(await data.exported()).toEqual(before)
  expect(await versions(data)).toEqual(rows)
})

test('importing the same folder twice changes nothing when the stamps are left out', async () => {
  const [before, rows] = [await data.exported(), await versions(data)]
  for (let time = 0; time < 2; time++) {
    expect(await data.importing(unstamped(platform()))).toMatchObject({ status: 0 })
    expect(await data.exported()).toEqual(before)
  }
  expect(await versions(data)).toEqual(rows)
})

test('a row is replaced whole: what is left out becomes null', async () => {
  const { ville, adresse_facturation, ...rest } = records.client('a')
  await data.importing({ client: [{ ...rest, raison_sociale: 'Autre nom' }] })
  expect(await stored('client', rest.id)).toEqual({
    ...records.client('a'),
    raison_sociale: 'Autre nom',
    ville: null,
    adresse_facturation: null,
  })
})

test('a changed row keeps its creation and gets the time of the import, unless they are given', async () => {
  const site = { ...records.site('a'), libelle: 'Entrepôt' }
  const before = new Date().toISOString()
  await data.importing({ site: [without(site, stamps)] })
  const kept = await stored('site', site.id)
  expect(kept).toMatchObject({ libelle: 'Entrepôt', cree_le: site.cree_le })
  expect(kept.modifie_le >= before).toBe(true)
  await data.importing({
    site: [{ ...site, cree_le: '2020-01-01T00:00:00Z', modifie_le: '2020-01-02T00:00:00Z' }],
  })
  expect(await stored('site', site.id)).toMatchObject({
    cree_le: '2020-01-01T00:00:00.000Z',
    modifie_le: '2020-01-02T00:00:00.000Z',
  })
})

test('only the rows that differ are written', async () => {
  const before = await versions(data)
  await data.importing({
    ...platform(),
    secteur_activite: [records.secteur_activite('a'), { ...records.secteur_activite('b'), libelle: 'Autre' }],
  })
  const { secteur_activite, ...rest } = await versions(data)
  const { secteur_activite: was, ...others } = before
  expect(rest).toEqual(others)
  expect(secteur_activite).toHaveLength(2)
  expect(secteur_activite?.filter((row) => ndjson(was ?? []).includes(JSON.stringify(row)))).toHaveLength(1)
})

test('the main contact passes from one stored contact to another, in whichever order they come', async () => {
  const [first, second] = [records.contact('a'), records.contact('b')]
  await data.importing({ contact: [{ ...second, principal: true }, first] })
  expect([await stored('contact', first.id), await stored('contact', second.id)]).toEqual([
    expect.objectContaining({ principal: false }),
    expect.objectContaining({ principal: true }),
  ])
  await data.importing({ contact: [{ ...first, principal: true }, second] })
  expect(await stored('contact', first.id)).toMatchObject({ principal: true })
})

test('codes, contract numbers and organisations may be exchanged between stored rows', async () => {
  const pair = <T>(make: (name: string) => T & object, field: keyof T) => {
    const [a, b] = [make('a'), make('b')]
    return [
      { ...a, [field]: b[field] },
      { ...b, [field]: a[field] },
    ]
  }
  const files = {
    role: pair(records.role, 'code'),
    offre: pair(records.offre, 'code'),
    contrat_cadre: pair(records.contrat_cadre, 'numero'),
    partenaire: pair(records.partenaire, 'organisation_id'),
  }
  await data.importing({ offre: [records.offre('b')], contrat_cadre: [records.contrat_cadre('b')] })
  expect(await data.importing(files)).toMatchObject(done(8))
  expect(await stored('partenaire', id('partenaire:a'))).toMatchObject({
    organisation_id: id('organisation:partenaire-b'),
  })
  for (const table of ['offre', 'contrat_cadre'])
    await data.sql(`delete from ${table} where id = any ($1)`, [[id('offre:b'), id('contrat:b')]])
})

test('lists of links become those that are given', async () => {
  const zone_ids = [id('zone:b')]
  const secteur_ids = [id('secteur:a'), id('secteur:b')].sort()
  await data.importing({
    partenaire: [
      { ...records.partenaire('a'), zone_ids, secteur_ids },
      { ...records.partenaire('b'), zone_ids: [] },
    ],
    utilisateur: [{ ...records.utilisateur('a'), role_id: id('role:b'), role_ids: [id('role:b')] }],
    role: [{ ...records.role('a'), permissions: [] }],
  })
  expect(await stored('partenaire', id('partenaire:a'))).toMatchObject({ zone_ids, secteur_ids })
  expect(await stored('partenaire', id('partenaire:b'))).toMatchObject({ zone_ids: [] })
  expect(await stored('utilisateur', id('utilisateur:a'))).toMatchObject({ role_ids: [id('role:b')] })
  expect(await stored('role', id('role:a'))).toMatchObject({ permissions: [] })
})

test('a partner whose links alone change has changed: left out, modifie_le is the time of the import', async () => {
  const partner = { ...without(records.partenaire('a'), stamps), zone_ids: [id('zone:b')] }
  const before = new Date().toISOString()
  await data.importing({ partenaire: [partner] })
  const { modifie_le } = await stored('partenaire', id('partenaire:a'))
  expect(modifie_le >= before).toBe(true)
})
