import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideReservation } from '../src/actions/decide.ts'
import { requestReservation } from '../src/actions/request.ts'
import { withWriter } from '../src/database/writer.ts'
import { act } from './setup/acting.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, nothing, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let free: string[]
let partenaire_id: string
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_QUESTIONS: '4' } })
  world.now = new Date()
  free = await prospects(world, 12)
  partenaire_id = await partnerOf(world, partner)
  // One of the partner's people only reads.
  const [role] = await world.sql<{ id: string }>(
    `select role_id as id from role_permission group by role_id having 'clients.consulter' = any (array_agg(permission))
      and not array_agg(permission) && array['clients.reserver', 'clients.reservation_valider'] limit 1`,
  )
  const reader = `(select id from utilisateur where email = 'moussa.kone@savane-telecom.example')`
  await world.sql(`delete from utilisateur_role where utilisateur_id = ${reader};
    insert into utilisateur_role (utilisateur_id, role_id) select ${reader}, '${role?.id}';
    update utilisateur set role_id = '${role?.id}' where id = ${reader}`)
})
afterAll(() => world.close())

const next = () => free.shift() as string

/** Somebody of the same organisation who reads clients, and may do this or not. */
async function colleague(email: string, permission: string, may: boolean): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `select id from utilisateur where organisation_id = (select organisation_id from utilisateur where email = $1)
      and exists (select from droit where utilisateur_id = utilisateur.id and permission = 'clients.consulter')
      and $3 = exists (select from droit where utilisateur_id = utilisateur.id and permission = $2) order by id limit 1`,
    [email, permission, may],
  )
  if (row === undefined) throw new Error(`nobody like ${email}`)
  return row.id
}

test('by command too, who asks and who decides has the right to', async () => {
  const command = <T>(work: (client: pg.Client) => Promise<T>) => withWriter(world.connection, work)
  const now = new Date()
  const ask = (par: string, given: object = {}) => {
    const asked = { client_id: next(), partenaire_id, par, ...given }
    return command((client) => requestReservation(client, asked, now))
  }
  const decide = (id: string, par: string, decision: 'validee' | 'annulee', motif: string | null = 'x') =>
    command((client) => decideReservation(client, { id, decision, motif, par }, now))
  const people = async (may: boolean) => [
    await colleague(partner, 'clients.reserver', may),
    await colleague(operator, 'clients.reservation_valider', may),
  ]
  const [asker = '', decider = ''] = await people(true)
  for (const par of await people(false))
    await expect(ask(par)).rejects.toMatchObject({ reason: 'acces_refuse' })
  const { reservation_id: id } = await ask(asker)
  for (const par of await people(false))
    for (const decision of ['validee', 'annulee'] as const)
      await expect(decide(id, par, decision)).rejects.toMatchObject({ reason: 'acces_refuse' })
  await expect(decide(id, asker, 'validee')).rejects.toMatchObject({ reason: 'acces_refuse' })
  await expect(decide(id, asker, 'annulee', null)).rejects.toMatchObject({ reason: 'motif_requis' })
  await expect(decide(nothing, decider, 'annulee')).rejects.toMatchObject({
    reason: 'reservation_introuvable',
  })
  await expect(ask(decider, { client_id: nothing })).rejects.toMatchObject({ reason: 'client_introuvable' })
  const unknown = { partenaire_id: nothing }
  await expect(ask(decider, unknown)).rejects.toMatchObject({ reason: 'partenaire_introuvable' })
  expect((await decide(id, decider, 'validee', null)).client_statut).toBe('reserve')
})

async function organisationOf(email: string): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    'select organisation_id as id from utilisateur where email = $1',
    [email],
  )
  return row?.id ?? ''
}

/** What is answered to an action that began before this change and waits for it; the change is undone then. */
async function meanwhile(change: string, ask: () => ReturnType<typeof act>, undo: string) {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and application_name = 'antenne (actions)' and wait_event_type = 'Lock'`
  const answer = await withWriter(world.connection, async (holder) => {
    await holder.query('begin')
    await holder.query(change)
    const asked = ask()
    await expect.poll(() => world.sql(waiting), { interval: 10 }).toHaveLength(1)
    await holder.query('commit')
    return asked
  })
  await world.sql(undo)
  return answer
}

describe('a right', () => {
  test('that is withdrawn while the action begins is missing', async () => {
    const given = { body: { client_id: next(), partenaire_id }, key: randomUUID() }
    const ask = () => act(world, operator, '/reservations', given)
    const active = (is: boolean) => `update utilisateur set actif = ${is} where email = '${operator}'`
    const answer = await meanwhile(active(false), ask, active(true))
    expect([answer.status, answer.body.code]).toEqual([403, 'acces_refuse'])
    expect((await ask()).status).toBe(201)
  })

  test('to see something is that of where one is by now', async () => {
    const managed = `select id from client where partenaire_actuel_id = '${await partnerOf(world, competitor)}' limit 1`
    const [{ id = '' } = {}] = await world.sql<{ id: string }>(managed)
    const { modifie_le: version } = (await world.get(competitor, `/api/v1/clients/${id}`)).body
    const change = () =>
      act(world, competitor, `/clients/${id}`, { method: 'PATCH', version, body: { ville: 'Man' } })
    const move = (to: string) =>
      `update utilisateur set organisation_id = '${to}' where email = '${competitor}'`
    const [home, elsewhere] = [await organisationOf(competitor), await organisationOf(partner)]
    const answer = await meanwhile(move(elsewhere), change, move(home))
    expect([answer.status, answer.body.code]).toEqual([404, 'ressource_introuvable'])
    expect((await change()).status).toBe(200)
  })

  test('that depend on the body are asked for again before an answer is given again', async () => {
    const id = next()
    const { body: client } = await world.get(operator, `/api/v1/clients/${id}`)
    const given = { body: { credit_approuve: true }, key: randomUUID(), version: client.modifie_le }
    const change = () => act(world, operator, `/clients/${id}`, { ...given, method: 'PATCH' })
    expect((await change()).status).toBe(200)
    expect((await change()).headers['idempotency-replayed']).toBe('true')
    const credit = `delete from role_permission where permission = 'clients.credit_approuver' returning role_id`
    const roles = await world.sql<{ role_id: string }>(credit)
    const answer = await change()
    expect([answer.status, answer.body.code]).toEqual([403, 'acces_refuse'])
    for (const { role_id } of roles)
      await world.sql(
        `insert into role_permission (role_id, permission) values ($1, 'clients.credit_approuver')`,
        [role_id],
      )
    expect((await change()).headers['idempotency-replayed']).toBe('true')
  })

  test('and a key are of a user in an organisation: elsewhere the key is a new one', async () => {
    const given = { body: { raison_sociale: 'Zorvixquon Brydaxfel' }, key: randomUUID() }
    const create = () => act(world, competitor, '/clients', given)
    expect((await create()).status).toBe(201)
    const move = (to: string) =>
      world.sql('update utilisateur set organisation_id = $2 where email = $1', [competitor, to])
    const home = await organisationOf(competitor)
    await move(await organisationOf(partner))
    const elsewhere = await create()
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'doublon_detecte'])
    await move(home)
    expect((await create()).headers['idempotency-replayed']).toBe('true')
  })
})

test('a number is a question, with a budget; one that differs in its court or kind is another', async () => {
  await world.sql(`update client set rccm = 'CI-ABJ-03-2021-B12-44001' where id = $1`, [next()])
  const ask = async (body: object) => (await act(world, partner, '/reservations', { body })).status
  expect(await ask({ rccm: 'CI-ABJ-01-2021-B12-44001' })).toBe(404)
  expect(await ask({ rccm: 'CI-ABJ-2021-B-44001' })).toBe(201)
  expect([await ask({ ncc: '1' }), await ask({ ncc: '2' }), await ask({ ncc: '3' })]).toEqual([404, 404, 429])
  // The duplicate check of any request tells of others' clients.
  expect(await ask({ client_id: nothing })).toBe(429)
})
