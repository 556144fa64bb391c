import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Mouvement } from '../src/contract/historique.ts'
import { act } from './setup/acting.ts'
import { partnerOf } from './setup/partner-of.ts'
import { clientUser, competitor, nothing, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

interface Movement {
  readonly id: string
  readonly geste: string
  readonly fait_le: string
  readonly auteur: { readonly prenom: string; readonly nom: string } | null
  readonly type_auteur: string | null
  readonly changements: readonly {
    readonly ressource: string
    readonly ressource_id: string
    readonly champs: readonly { champ: string; avant: string | null; apres: string | null }[]
  }[]
}

let world: World
let client: string
beforeAll(async () => {
  world = await openWorld()
  world.now = new Date()
  const [first = ''] = await prospects(world, 1)
  client = first
  await grant(partner)
  await grant(competitor)
  await world.sql(
    `update client set cree_par = (select id from utilisateur where email = $2) where id = $1`,
    [client, partner],
  )
})
afterAll(() => world.close())

const grant = (email: string) =>
  world.sql(
    `insert into role_permission select role_id, 'journal.consulter' from utilisateur where email = $1 on conflict do nothing`,
    [email],
  )

async function history(who: string, path: string, query = '?taille=100') {
  const { status, body } = await world.get(who, `/extension/v1/${path}/historique${query}`)
  expect(status).toBe(200)
  for (const one of body.donnees) expect([...Value.Errors(Mouvement, one)]).toEqual([])
  return { rows: body.donnees as Movement[], total: body.pagination.total as number }
}

const gestes = (rows: readonly Movement[]): string[] => rows.map(({ geste }) => geste)

async function request(who: string) {
  const { status, body } = await act(world, who, '/reservations', { body: { client_id: client } })
  expect(status).toBe(201)
  return body as { id: string; modifie_le: string }
}

describe('the history of a client', () => {
  let mine: { id: string; modifie_le: string }
  let rival: { id: string; modifie_le: string }
  beforeAll(async () => {
    const { body } = await world.get(partner, `/api/v1/clients/${client}`)
    const changed = await act(world, partner, `/clients/${client}`, {
      method: 'PATCH',
      body: { ville: 'Bondoukou' },
      version: body.modifie_le,
    })
    expect(changed.status).toBe(200)
    mine = await request(partner)
    const asked = await act(world, operator, '/reservations', {
      body: { client_id: client, partenaire_id: await partnerOf(world, competitor) },
    })
    expect(asked.status).toBe(201)
    rival = asked.body
  })

  test('operators read all of it, newest first, with who did it and what changed', async () => {
    const { rows, total } = await history(operator, `clients/${client}`)
    expect([gestes(rows), total]).toEqual([['demande', 'demande', 'modification'], 3])
    expect(rows.map(({ type_auteur }) => type_auteur)).toEqual(['operateur', 'partenaire', 'partenaire'])
    expect(rows.every(({ auteur }) => auteur !== null)).toBe(true)
    expect(rows[2]?.changements[0]).toMatchObject({
      ressource: 'client',
      ressource_id: client,
      champs: [{ champ: 'ville', apres: 'Bondoukou' }],
    })
    // The rival's request put the first one into conflict, in the same movement.
    expect(rows[0]?.changements.map(({ ressource_id }) => ressource_id)).toEqual(
      expect.arrayContaining([mine.id, rival.id]),
    )
  })

  test('its pages follow each other', async () => {
    const [first, second] = [
      await history(operator, `clients/${client}`, '?taille=2'),
      await history(operator, `clients/${client}`, '?taille=2&page=2'),
    ]
    const whole = await history(operator, `clients/${client}`)
    expect([...first.rows, ...second.rows]).toEqual(whole.rows)
    expect([first.total, second.total]).toEqual([3, 3])
  })

  test('a partner reads what its own people did, and nothing of a rival’s request', async () => {
    const { rows, total } = await history(partner, `clients/${client}`)
    expect([gestes(rows), total]).toEqual([['demande', 'modification'], 2])
    expect(JSON.stringify(rows)).not.toContain(rival.id)
    const of = await history(partner, `reservations/${mine.id}`)
    expect(gestes(of.rows)).toEqual(['demande'])
  })

  test('the operator’s decision on its request is told without the operator’s name', async () => {
    const { body } = await world.get(operator, `/extension/v1/reservations/${rival.id}`)
    const decided = await act(world, operator, `/reservations/${rival.id}/decision`, {
      body: { decision: 'validee' },
      version: body.modifie_le,
    })
    expect(decided.status).toBe(200)
    const [last] = (await history(partner, `reservations/${mine.id}`)).rows
    expect([last?.geste, last?.auteur, last?.type_auteur]).toEqual(['validation', null, 'operateur'])
    const [change, ...others] = last?.changements ?? []
    expect([change?.ressource_id, others]).toEqual([mine.id, []])
    const values = Object.fromEntries(change?.champs.map(({ champ, apres }) => [champ, apres]) ?? [])
    expect(values).toMatchObject({ statut: 'refusee', traitee_le: decided.body.traitee_le })
    expect(JSON.stringify(last)).not.toContain(rival.id)
  })

  test('what somebody did stays with the organisation for which they did it', async () => {
    const { rows: before } = await history(competitor, `clients/${client}`)
    const moved = await world.sql<{ id: string; organisation_id: string }>(
      'select id, organisation_id from utilisateur where email = $1',
      [partner],
    )
    await world.sql(
      `update utilisateur set organisation_id = (select organisation_id from utilisateur where email = $2) where email = $1`,
      [partner, competitor],
    )
    expect((await history(competitor, `clients/${client}`)).rows).toEqual(before)
    expect(gestes(before)).toEqual(['validation'])
    await world.sql('update utilisateur set organisation_id = $2 where id = $1', [
      moved[0]?.id,
      moved[0]?.organisation_id,
    ])
  })
})

test('an attempt to get at a client by its number stands in its history, for operators only', async () => {
  const [held = ''] = await prospects(world, 1)
  await world.sql(
    `update client set rccm = 'CI-ABJ-03-2021-B12-88801', partenaire_actuel_id = $2, statut = 'actif' where id = $1`,
    [held, await partnerOf(world, competitor)],
  )
  const asked = await act(world, partner, '/reservations', { body: { rccm: 'CI-ABJ-03-2021-B12-88801' } })
  expect(asked.status).toBe(409)
  const [told] = (await history(operator, `clients/${held}`)).rows
  expect([told?.geste, told?.type_auteur]).toEqual(['tentative', 'partenaire'])
  expect((await history(competitor, `clients/${held}`)).rows).toEqual([])
  await world.sql('update client set partenaire_actuel_id = $2 where id = $1', [
    held,
    await partnerOf(world, partner),
  ])
  expect((await history(partner, `clients/${held}`)).rows).toEqual([])
})

test('outside equals absent; who may not read the item or the journal reads nothing', async () => {
  const [other] = await world.sql<{ id: string }>(
    `select id from reservation where partenaire_id <>
      (select partenaire.id from partenaire join utilisateur using (organisation_id) where utilisateur.email = $1) limit 1`,
    [partner],
  )
  for (const [path, id] of [
    ['reservations', other?.id],
    ['clients', (await prospects(world, 1))[0]],
  ] as const) {
    const outside = await world.get(partner, `/extension/v1/${path}/${id}/historique`)
    const absent = await world.get(partner, `/extension/v1/${path}/${nothing}/historique`)
    expect([outside.status, outside.text]).toEqual([404, absent.text])
  }
  const refused = await world.get(clientUser, `/extension/v1/clients/${client}/historique`)
  expect([refused.status, refused.body.details]).toEqual([403, { permission_requise: 'journal.consulter' }])
  await world.sql(
    `delete from role_permission where permission = 'clients.consulter'
      and role_id in (select role_id from utilisateur where email = $1)`,
    [competitor],
  )
  expect((await world.get(competitor, `/extension/v1/clients/${client}/historique`)).status).toBe(404)
})
