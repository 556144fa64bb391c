import Value from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ComparaisonReservation, ReservationDetail } from '../src/contract/reservations-extension.ts'
import { act } from './setup/acting.ts'
import {
  clientUser,
  competitor,
  nothing,
  operator,
  partner,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.now = new Date()
})
afterAll(() => world.close())

interface Row {
  readonly id: string
  readonly statut: string
  readonly cree_le: string
  readonly modifie_le: string
  readonly concurrentes: number | null
  readonly client: { readonly id: string | null; readonly raison_sociale: string }
  readonly client_id: string
  readonly partenaire_id: string
  readonly doublons_detectes: { readonly correspondances: readonly { readonly client_id: string }[] } | null
}

const queue = async (who: string, query = '') => {
  const { status, body } = await world.get(who, `/extension/v1/reservations?taille=100${query}`)
  expect(status).toBe(200)
  return { rows: body.donnees as Row[], total: body.pagination.total as number }
}

test.each([operator, partner, competitor, clientUser, thirdParty])(
  '%s: the queue holds the reservations of the contract’s list, oldest first, each with what deciding needs',
  async (who) => {
    const { rows, total } = await queue(who)
    const listed = (await world.get(who, '/api/v1/reservations?taille=100')).body
    expect(total).toBe(listed.pagination.total)
    expect(rows.map(({ cree_le }) => cree_le)).toEqual(rows.map(({ cree_le }) => cree_le).sort())
    for (const row of rows) expect([...Value.Errors(ReservationDetail, row)]).toEqual([])
    for (const plain of listed.donnees as Row[]) {
      const one = await world.get(who, `/extension/v1/reservations/${plain.id}`)
      expect(one.body).toMatchObject(plain)
    }
    const newest = await queue(who, '&tri=recentes')
    expect(newest.rows.map(({ cree_le }) => cree_le)).toEqual(
      newest.rows
        .map(({ cree_le }) => cree_le)
        .sort()
        .reverse(),
    )
  },
)

test('operators see how many compete, partners do not', async () => {
  const { rows } = await queue(operator, '&statut=conflit')
  expect(rows.some(({ concurrentes }) => (concurrentes ?? 0) > 0)).toBe(true)
  expect(new Set((await queue(partner)).rows.map(({ concurrentes }) => concurrentes))).toEqual(
    new Set([null]),
  )
})

const compared = (who: string, id: string) => world.get(who, `/extension/v1/reservations/${id}/comparaison`)

test.each([operator, partner, competitor])(
  '%s: what a request is compared with is what other reads give',
  async (who) => {
    const { rows } = await queue(who, '&en_attente=true')
    let fiches = 0
    for (const { id, client_id, doublons_detectes } of rows) {
      const { status, body } = await compared(who, id)
      expect([status, [...Value.Errors(ComparaisonReservation, body)]]).toEqual([200, []])
      const close = doublons_detectes?.correspondances ?? []
      expect(body.fiches.map((one: { id: string }) => one.id)).toEqual(close.map((one) => one.client_id))
      for (const { emails, ...fiche } of body.fiches) {
        const client = (await world.get(who, `/api/v1/clients/${fiche.id}`)).body
        expect(client).toMatchObject(fiche)
        const known = (client.contacts as { email: string | null }[]).flatMap(({ email }) => email ?? [])
        expect(emails).toEqual(known)
        fiches += 1
      }
      const asking = who === operator ? (await queue(who, `&client_id=${client_id}`)).rows : []
      expect(new Set(body.partenaires.map((one: { id: string }) => one.id))).toEqual(
        // Partners do not learn who competes with them (D18).
        new Set(asking.map((one) => one.partenaire_id)),
      )
      for (const { clients_geres, ...rival } of body.partenaires) {
        const managed = await world.get(who, `/api/v1/clients?taille=1&partenaire_id=${rival.id}`)
        expect(clients_geres).toBe(managed.body.pagination.total)
        expect((await world.get(who, `/api/v1/partenaires/${rival.id}`)).body).toMatchObject(rival)
      }
    }
    if (who === operator) expect(fiches).toBeGreaterThan(0)
  },
)

test('zones and framework contracts of partners are for who may read partners', async () => {
  const [pending] = (await queue(operator, '&statut=conflit')).rows
  const moved = (from: string, to: string) =>
    world.sql(
      `update role_permission set permission = $2 where permission = $1
        and role_id in (select utilisateur_role.role_id from utilisateur_role
          join utilisateur on utilisateur.id = utilisateur_id where email = $3)`,
      [from, to, operator],
    )
  await moved('partenaires.consulter', 'partenaires.oublier')
  const { body } = await compared(operator, pending?.id ?? '')
  await moved('partenaires.oublier', 'partenaires.consulter')
  expect(body.partenaires.length).toBeGreaterThan(1)
  for (const { zones, contrat_cadre } of body.partenaires)
    expect([zones, contrat_cadre]).toEqual([null, null])
})

test('filters and searches find what they say', async () => {
  const all = (await queue(operator)).rows
  const pending = await queue(operator, '&en_attente=true')
  expect(new Set(pending.rows.map(({ statut }) => statut))).toEqual(new Set(['demandee', 'conflit']))
  expect(pending.total).toBe((await queue(operator, '&en_attente=true&tri=recentes')).total)
  const [first] = all
  const word = first?.client.raison_sociale.split(' ')[0] ?? ''
  const found = (await queue(operator, `&recherche=${encodeURIComponent(word)}`)).rows
  expect(found.map(({ id }) => id)).toContain(first?.id)
  const wrong = await world.get(operator, '/extension/v1/reservations?tri=x&resultat=y')
  expect([wrong.status, Object.keys(wrong.body.details).sort()]).toEqual([422, ['resultat', 'tri']])
})

test('a refused request keeps the name under which it was asked for, and is found by it', async () => {
  const [pending] = (await queue(partner, '&statut=demandee')).rows
  if (pending === undefined) throw new Error('nothing pending')
  await world.sql('update client set partenaire_actuel_id = null, cree_par = null where id = $1', [
    pending.client_id,
  ])
  const { body } = await act(world, operator, `/reservations/${pending.id}/decision`, {
    body: { decision: 'refusee', motif: 'Non.' },
    version: pending.modifie_le,
  })
  expect(body.statut).toBe('refusee')
  await world.sql(`update client set raison_sociale = 'Tout autre nom' where id = $1`, [pending.client_id])
  const own = (await world.get(partner, `/extension/v1/reservations/${pending.id}`)).body
  expect(own.client).toEqual({
    id: null,
    raison_sociale: pending.client.raison_sociale,
    ville: null,
    statut: null,
  })
  const by = (words: string) => queue(partner, `&recherche=${encodeURIComponent(words)}`)
  expect((await by(pending.client.raison_sociale)).rows.map(({ id }) => id)).toContain(pending.id)
  expect((await by('tout autre nom')).rows).toEqual([])
  expect(
    (await world.get(operator, `/extension/v1/reservations/${pending.id}`)).body.client.raison_sociale,
  ).toBe('Tout autre nom')
})

test('outside equals absent, and who may not read is refused', async () => {
  const [theirs] = (await queue(competitor)).rows
  const outside = await world.get(partner, `/extension/v1/reservations/${theirs?.id}`)
  const absent = await world.get(partner, `/extension/v1/reservations/${nothing}`)
  expect([outside.status, outside.text]).toEqual([404, absent.text])
  const theirsCompared = await compared(partner, theirs?.id ?? '')
  expect([theirsCompared.status, theirsCompared.text]).toEqual([404, (await compared(partner, nothing)).text])
  expect((await world.get(withoutRights, '/extension/v1/reservations')).status).toBe(403)
  expect((await world.request('GET', '/extension/v1/reservations')).status).toBe(401)
  expect((await world.request('DELETE', '/extension/v1/reservations')).headers.allow).toBe('GET, HEAD, POST')
})
