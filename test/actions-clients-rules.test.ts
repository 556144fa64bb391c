import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockNumbers } from '../src/actions/check-draft.ts'
import { withWriter } from '../src/database/writer.ts'
import { type Act, act, actOnce } from './setup/acting.ts'
import { competitor, nothing, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_QUESTIONS: '6' } })
  world.now = new Date()
})
afterAll(() => world.close())

const syllables = ['zor', 'vix', 'quon', 'bry', 'dax', 'fel', 'gup', 'hyl', 'jom', 'kev']
let made = 0
/** A name that resembles no other. */
const unheard = () => [...String(7_654_321 * ++made)].map((digit) => syllables[Number(digit)]).join('')

interface Created {
  readonly id: string
  readonly modifie_le: string
  readonly contacts: { id: string; modifie_le: string }[]
}
async function created(body: object = {}, who = operator): Promise<Created> {
  const answer = await act(world, who, '/clients', { body: { raison_sociale: unheard(), ...body } })
  expect(answer.status).toBe(201)
  return answer.body
}
const at = (path: string, given: Act, who = operator) => act(world, who, `/clients/${path}`, given)
const patch = (path: string, version: string, body: object, who = operator) =>
  at(path, { method: 'PATCH', version, body }, who)
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('a wrong reference is refused before anything is compared', async () => {
  const ncc = '8123457 W'
  await withWriter(world.connection, async (client) => {
    await client.query('begin')
    await lockNumbers(client, { rccm: null, ncc })
    const body = { raison_sociale: 'Wobrixen', ncc, zone_id: nothing }
    const answer = actOnce(world, operator, '/clients', { body })
    let [answered, waited] = [false, false]
    void answer.finally(() => {
      answered = true
    })
    while (!answered) {
      const waiting = await world.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      waited ||= waiting.length > 0
    }
    expect([(await answer).status, waited]).toEqual([422, false])
  })
})

test('a site goes from each state to those that follow it, and to no other', async () => {
  const { id } = await created()
  const site = (await at(`${id}/sites`, { body: { libelle: 'Siège' } })).body
  const states = ['a_qualifier', 'a_installer', 'installe', 'actif', 'suspendu', 'resilie']
  const done: string[] = []
  const refused = new Set<string>()
  for (const from of states)
    for (const to of states) {
      await world.sql('update site set statut = $2 where id = $1', [site.id, from])
      const version = (await world.get(operator, `/api/v1/clients/${id}/sites`)).body.donnees[0].modifie_le
      const answer = await patch(`${id}/sites/${site.id}`, version, { statut: to })
      if (answer.status === 200) done.push(`${from} → ${to}`)
      else {
        expect([...told(answer), answer.body.details]).toEqual([409, 'etat_incompatible', { statut: from }])
        refused.add(answer.body.message)
      }
    }
  expect(done.sort()).toEqual(
    [
      ...states.map((state) => `${state} → ${state}`),
      ...['a_qualifier → a_installer', 'a_installer → installe', 'installe → actif'],
      ...['actif → suspendu', 'suspendu → actif'],
      ...states.filter((state) => state !== 'resilie').map((state) => `${state} → resilie`),
    ].sort(),
  )
  expect(refused).toContain(
    'Ce site est maintenant « a_qualifier » : il peut devenir « a_installer » ou « resilie ».',
  )
  expect(refused).toContain('Ce site est maintenant « resilie » : il ne change plus d’état.')
})

describe('a change', () => {
  test('of the main contact carries one instant, later than all that it changes', async () => {
    const { id, contacts } = await created({
      contacts: [
        { prenom: 'A', nom: 'A', principal: true },
        { prenom: 'B', nom: 'B' },
      ],
    })
    const [main, other] = contacts
    const instants = async () =>
      (await world.get(operator, `/api/v1/clients/${id}`)).body.contacts.map(
        ({ nom, principal, modifie_le }: Record<string, unknown>) => [nom, principal, modifie_le],
      )
    const { body } = await patch(`${id}/contacts/${other?.id}`, other?.modifie_le ?? '', { principal: true })
    expect(body.modifie_le > (main?.modifie_le ?? '')).toBe(true)
    expect(await instants()).toEqual([
      ['B', true, body.modifie_le],
      ['A', false, body.modifie_le],
    ])
    const third = (await at(`${id}/contacts`, { body: { prenom: 'C', nom: 'C', principal: true } })).body
    expect(third.modifie_le > body.modifie_le).toBe(true)
    expect(await instants()).toEqual([
      ['C', true, third.modifie_le],
      ['A', false, body.modifie_le],
      ['B', false, third.modifie_le],
    ])
    const stale = await patch(`${id}/contacts/${other?.id}`, body.modifie_le, { nom: 'Z' })
    expect([...told(stale), stale.body.details]).toEqual([
      ...[412, 'version_perimee'],
      { modifie_le: third.modifie_le },
    ])
    const remove = { method: 'DELETE', version: body.modifie_le } as const
    const typed = { ...remove, body: '{}', headers: { 'content-type': '/' } }
    expect(told(await at(`${id}/contacts/${other?.id}`, typed))).toEqual([415, 'type_non_accepte'])
    expect(told(await at(`${id}/contacts/${other?.id}`, remove))).toEqual([412, 'version_perimee'])
    const same = await patch(`${id}/contacts/${third.id}`, third.modifie_le, { nom: 'C', principal: true })
    expect([same.status, same.body.modifie_le]).toEqual([200, third.modifie_le])
  })

  test('names references that exist, and contacts of this client', async () => {
    const { id, modifie_le } = await created()
    const others = await created({ contacts: [{ prenom: 'A', nom: 'B' }] })
    const { body: site } = await at(`${id}/sites`, { body: { libelle: 'Siège' } })
    const faults = async (answer: ReturnType<typeof at>) => {
      const { status, body } = await answer
      return [status, body.details]
    }
    const unknown = 'Choisissez un élément qui existe : celui-ci est inconnu.'
    const change = (body: object) => patch(`${id}/sites/${site.id}`, site.modifie_le, body)
    for (const contact_id of [nothing, others.contacts[0]?.id]) {
      const expected = [422, { contact_id: unknown }]
      expect(await faults(at(`${id}/sites`, { body: { libelle: 'X', contact_id } }))).toEqual(expected)
      expect(await faults(change({ contact_id }))).toEqual(expected)
    }
    const [zone] = await world.sql<{ id: string }>('select id from zone_geographique limit 1')
    const [secteur] = await world.sql<{ id: string }>('select id from secteur_activite limit 1')
    expect(await faults(change({ zone_id: nothing }))).toEqual([422, { zone_id: unknown }])
    expect(await faults(at(`${id}/sites`, { body: { libelle: 'X', zone_id: nothing } }))).toEqual([
      ...[422, { zone_id: unknown }],
    ])
    // A zone is no sector.
    const swapped = { zone_id: secteur?.id, secteur_id: zone?.id }
    expect(await faults(patch(id, modifie_le, swapped))).toEqual([
      ...[422, { zone_id: unknown, secteur_id: unknown }],
    ])
    const right = { zone_id: zone?.id, secteur_id: secteur?.id }
    expect((await patch(id, modifie_le, right)).body).toMatchObject(right)
    expect(await faults(change({ latitude: 5 }))).toEqual([422, { longitude: expect.any(String) }])
    expect(await faults(at(`${id}/sites`, { body: { libelle: 'X', latitude: 5 } }))).toEqual([
      ...[422, { longitude: expect.any(String) }],
    ])
    const placed = await change({ latitude: 5, longitude: -4 })
    expect(placed.status).toBe(200)
    const half = await patch(`${id}/sites/${site.id}`, placed.body.modifie_le, { longitude: null })
    expect([half.status, Object.keys(half.body.details)]).toEqual([422, ['longitude']])
  })

  test('is checked for duplicates where it changes something, against others', async () => {
    const number = { rccm: 'CI-ABJ-03-2019-B12-55001', telephone: '+2250755500101' }
    const first = await created(number)
    const second = await created({}, partner)
    const change = (body: object, who = partner) => patch(second.id, second.modifie_le, body, who)
    const same = await change({ rccm: 'CI ABJ 2019 B 55001' })
    expect([...told(same), same.body.details]).toEqual([409, 'client_existant', { client_id: null }])
    const close = await change({ telephone: number.telephone }, operator)
    expect([...told(close), close.body.details.correspondances[0].client_id]).toEqual([
      ...[409, 'doublon_detecte', first.id],
    ])
    const confirmed = await change({ telephone: number.telephone, confirmer_doublon: true })
    expect(confirmed.status).toBe(200)
    // What stays, and what it has itself, is no duplicate.
    const rest = { telephone: number.telephone, ville: 'Man' }
    expect((await patch(second.id, confirmed.body.modifie_le, rest)).status).toBe(200)
    expect((await patch(first.id, first.modifie_le, { rccm: 'CI-ABJ-2019-B-55001' })).status).toBe(200)
  })
})

test('a client has 50 contacts and 100 sites at most', async () => {
  const { id } = await created({
    contacts: Array.from({ length: 49 }, (_, n) => ({ prenom: 'A', nom: `${n}` })),
    sites: Array.from({ length: 99 }, (_, n) => ({ libelle: `${n}` })),
  })
  for (const [path, body, maximum] of [
    ['contacts', { prenom: 'A', nom: 'B' }, 50],
    ['sites', { libelle: 'S' }, 100],
  ] as const) {
    expect((await at(`${id}/${path}`, { body })).status).toBe(200)
    const full = await at(`${id}/${path}`, { body })
    expect([...told(full), full.body.details]).toEqual([409, 'limite_atteinte', { maximum }])
  }
})

test('being told of a record of somebody else counts as a question; what is told again does not', async () => {
  await created({ ncc: '5500201 B' })
  const create = (key: string, body: object = { ncc: '5500201b' }) =>
    act(world, competitor, '/clients', { body: { raison_sociale: unheard(), ...body }, key })
  const done = { raison_sociale: unheard() }
  for (const time of [1, 2, 3]) expect([time, (await create('faite', done)).status]).toEqual([time, 201])
  for (let asked = 0; asked < 5; asked += 1)
    expect(told(await create(`question-${asked}`))).toEqual([409, 'client_existant'])
  const { id, modifie_le } = (await create('faite', done)).body
  const change = await patch(id, modifie_le, { ncc: '5500201b' }, competitor)
  expect(told(change)).toEqual([409, 'client_existant'])
  // Exhausted, for new ones too; but not for what was done before.
  expect(told(await create('encore'))).toEqual([429, 'trop_de_requetes'])
  expect(told(await create('autre', {}))).toEqual([429, 'trop_de_requetes'])
  expect((await create('faite', done)).status).toBe(201)
  const [{ nombre = 0 } = {}] = await world.sql<{ nombre: number }>(
    `select nombre from question_jour join utilisateur using (organisation_id) where email = $1`,
    [competitor],
  )
  expect(nombre).toBe(6)
})
