import Value from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as enums from '../src/contract/enums.ts'
import { Noms } from '../src/contract/noms.ts'
import { References } from '../src/contract/references.ts'
import { TableauDeBord } from '../src/contract/tableau-de-bord.ts'
import { reads } from '../src/extension/index.ts'
import { operations } from '../src/operations/index.ts'
import {
  clientUser,
  competitor,
  nothing,
  operator,
  partner,
  suspendedAccount,
  suspendedOrganisation,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const read = (who: string | null, path: string) => world.get(who, `/extension/v1${path}`)

test('references give every zone, sector and type of document, and a label for every value', async () => {
  const { status, body } = await read(withoutRights, '/references')
  expect([status, [...Value.Errors(References, body)]]).toEqual([200, []])
  const [counted] = await world.sql(`select (select count(*)::int from zone_geographique) as zones,
    (select count(*)::int from secteur_activite) as secteurs, (select count(*)::int from type_document) as types`)
  expect({
    zones: body.zones.length,
    secteurs: body.secteurs.length,
    types: body.types_document.length,
  }).toEqual(counted)
  for (const [name, schema] of Object.entries(enums))
    expect(Object.keys(body.libelles[name])).toEqual((schema as { enum?: string[] }).enum)
  expect((await read(null, '/references')).status).toBe(401)
})

test.each([operator, partner, competitor, clientUser])(
  '%s: each figure is the total of the read and the filters that it names',
  async (who) => {
    await world.sql(`insert into role_permission select role_id, 'tableau_de_bord.consulter' from utilisateur
      where email = '${who}' on conflict do nothing`)
    const { status, body } = await read(who, '/tableau-de-bord')
    expect([status, [...Value.Errors(TableauDeBord, body)]]).toEqual([200, []])
    expect(body.chiffres.length).toBeGreaterThan(25)
    for (const { lecture, filtres, total } of body.chiffres) {
      const operation = [...operations, ...reads].find(({ id }) => id === lecture)
      const list = await world.get(who, `${operation?.path}?${filtres}`)
      expect([lecture, filtres, total]).toEqual([
        lecture,
        filtres,
        list.status === 403 ? null : list.body.pagination.total,
      ])
    }
  },
)

test.each([suspendedAccount, suspendedOrganisation])('%s is refused every read (D20)', async (who) => {
  // What changed is asked with a token alone: it is nothing.
  for (const { id, path, permission } of reads.filter(({ shape }) => shape !== 'changes')) {
    const { status, body } = await world.get(who, `${path.replace('{id}', nothing)}?ids=${nothing}`)
    expect([id, status, body.details]).toEqual([id, 403, { permission_requise: permission }])
  }
})

test('figures need their permission', async () => {
  const { status, body } = await read(withoutRights, '/tableau-de-bord')
  expect([status, body.details]).toEqual([403, { permission_requise: 'tableau_de_bord.consulter' }])
})

const idOf = async (text: string, values: unknown[] = []) =>
  (await world.sql<{ id: string }>(text, values))[0]?.id ?? ''

/** An item of each kind: of the partner's own where it has any. */
async function items() {
  const mine = await idOf('select organisation_id as id from utilisateur where email = $1', [partner])
  const company = await idOf('select id from partenaire where organisation_id = $1', [mine])
  const client = await idOf(
    `select client.id from client join contact on contact.client_id = client.id
      join site on site.client_id = client.id where partenaire_actuel_id = $1 limit 1`,
    [company],
  )
  return {
    client,
    contact: await idOf('select id from contact where client_id = $1', [client]),
    site: await idOf('select id from site where client_id = $1', [client]),
    partenaire: company,
    organisation: mine,
    utilisateur: await idOf('select id from utilisateur where email = $1', [partner]),
    offre: await idOf('select id from offre limit 1'),
    zone_geographique: await idOf('select id from zone_geographique limit 1'),
    secteur_activite: await idOf('select id from secteur_activite limit 1'),
    type_document: await idOf('select id from type_document limit 1'),
  }
}

const namesOf = async (who: string, ids: readonly string[]) => {
  const { status, body } = await read(who, `/noms?ids=${ids.join(',')}`)
  expect([status, [...Value.Errors(Noms, body)]]).toEqual([200, []])
  return body.donnees as { id: string; nature: string; nom: string }[]
}

test('names come in the order asked, of what the caller may read and of nothing else', async () => {
  const known = await items()
  const ids = Object.values(known).reverse()
  const seen = await namesOf(partner, [...ids, nothing])
  expect(seen.map(({ id }) => id)).toEqual(ids)
  expect(seen.map(({ nature }) => nature)).toEqual(Object.keys(known).reverse())
  expect((await namesOf(competitor, ids)).map(({ nature }) => nature).sort()).toEqual(
    ['offre', 'secteur_activite', 'type_document', 'zone_geographique'].sort(),
  )
  const operators = (await namesOf(operator, ids)).map(({ nature }) => nature)
  // The organisation of others has no name here: a partner's and a client's are their own.
  expect(operators).toEqual(
    Object.keys(known)
      .reverse()
      .filter((nature) => nature !== 'organisation'),
  )
  expect((await namesOf(withoutRights, ids)).map(({ nature }) => nature)).toEqual([
    'type_document',
    'secteur_activite',
    'zone_geographique',
    'utilisateur',
  ])
})

test.each([partner, competitor, clientUser, thirdParty])('%s: a name is what the reads show', async (who) => {
  const { body } = await world.get(who, '/api/v1/clients?taille=50')
  const all = await world.sql<{ id: string }>('select id from client order by id limit 40')
  if (body.donnees === undefined) return
  const visible = new Map<string, string>(
    body.donnees.map((one: { id: string; raison_sociale: string }) => [one.id, one.raison_sociale]),
  )
  const asked = [...visible.keys(), ...all.map(({ id }) => id)].slice(0, 100)
  for (const { id, nom } of await namesOf(who, asked)) {
    const one = await world.get(who, `/api/v1/clients/${id}`)
    expect([one.status, one.body.raison_sociale]).toEqual([200, nom])
  }
  expect((await namesOf(who, [...visible.keys(), nothing])).length).toBe(visible.size)
})

test('names are asked for by 1 to 100 ids', async () => {
  const wrong = ['', '?ids=', '?ids=x', `?ids=${nothing},`, `?ids=${Array(101).fill(nothing)}`]
  for (const query of wrong) {
    const { status, body } = await read(operator, `/noms${query}`)
    expect([query, status, Object.keys(body.details)]).toEqual([query, 422, ['ids']])
    expect(body.details.ids).toMatch(/^Donnez 1 à 100 éléments séparés par des virgules/)
  }
  expect((await read(operator, `/noms?ids=${Array(100).fill(nothing)}`)).body).toEqual({ donnees: [] })
})
