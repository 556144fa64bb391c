import { randomUUID } from 'node:crypto'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Reservation } from '../src/contract/reservations.ts'
import { type Act, act } from './setup/acting.ts'
import { otherPartners, partnerOf } from './setup/partner-of.ts'
import {
  clientUser,
  competitor,
  nothing,
  operator,
  partner,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let free: string[]
beforeAll(async () => {
  world = await openWorld()
  world.now = new Date()
  free = await prospects(world, 60)
})
afterAll(() => world.close())

const next = (): string => {
  const id = free.shift()
  if (id === undefined) throw new Error('no client left')
  return id
}

/** A pending reservation of the partner's on a client of its own. */
async function pending(client_id = next()) {
  const mine = await partnerOf(world, partner)
  const { status, body } = await act(world, operator, '/reservations', {
    body: { client_id, partenaire_id: mine },
  })
  expect([status, body.statut]).toEqual([201, 'demandee'])
  return body as { id: string; modifie_le: string; client_id: string }
}

const decide = (id: string, given: Act, who: string | null = operator) =>
  act(world, who, `/reservations/${id}/decision`, given)
const cancel = (id: string, given: Act, who = partner) =>
  act(world, who, `/reservations/${id}/annulation`, given)
const validee = { decision: 'validee' }
const motif = 'Le client travaille déjà avec nous.'

/** Everything that a refused action must leave alone. */
const digest = async () =>
  (
    await world.sql<{ d: string }>(
      `select md5(string_agg(t, '|' order by t)) as d from (select client::text as t from client
        union all select reservation::text from reservation union all select journal::text from journal
        union all select action_cle::text from action_cle) as x`,
    )
  )[0]?.d

describe('demanderReservation', () => {
  test('answers 201 with the reservation as reads show it, and where it is', async () => {
    const client_id = next()
    const [managed] = await world.sql<{ id: string }>(
      `update client set partenaire_actuel_id = null, statut = 'prospect',
        cree_par = (select id from utilisateur where email = $2) where id = $1 returning id`,
      [client_id, partner],
    )
    const answer = await act(world, partner, '/reservations', { body: { client_id: managed?.id } })
    expect(answer.status).toBe(201)
    expect(Value.Check(Reservation, answer.body)).toBe(true)
    expect(answer.headers).toMatchObject({
      location: `/extension/v1/reservations/${answer.body.id}`,
      'cache-control': 'no-store',
    })
    const read = (await world.get(partner, `/api/v1/reservations?client_id=${client_id}`)).body.donnees
    expect(read).toEqual([answer.body])
    expect((await world.get(partner, `/api/v1/clients/${client_id}`)).body.statut).toBe(
      'reservation_demandee',
    )
  })

  test('of a client that it does not see is 404, as of one that is not there', async () => {
    const outside = await act(world, partner, '/reservations', { body: { client_id: next() } })
    const absent = await act(world, partner, '/reservations', { body: { client_id: nothing } })
    expect([outside.status, outside.text]).toEqual([404, absent.text])
  })

  test('by its number gets at a free client, and at nobody else’s', async () => {
    const [client, held] = [next(), next()]
    await world.sql(`update client set rccm = 'CI-ABJ-03-2021-B12-77701', cree_par = null where id = $1`, [
      client,
    ])
    await world.sql(
      `update client set rccm = 'CI-ABJ-03-2021-B12-77702', partenaire_actuel_id = $2, statut = 'actif' where id = $1`,
      [held, await partnerOf(world, competitor)],
    )
    const asked = (rccm: string) => act(world, partner, '/reservations', { body: { rccm } })
    expect((await asked('ci abj 03 2021 b12 77701')).body).toMatchObject({
      client_id: client,
      statut: 'demandee',
    })
    const refused = await asked('CI-ABJ-03-2021-B12-77702')
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'client_reserve', null])
    expect((await world.get(partner, `/api/v1/clients/${held}`)).status).toBe(404)
    expect((await asked('CI-ABJ-03-2021-B12-99999')).status).toBe(404)
    const [noted] = await world.sql(`select geste, ressource_id from journal where client_id = $1`, [held])
    expect(noted).toEqual({ geste: 'tentative', ressource_id: held })
  })

  test('a refusal that was noted is given again for its key, and noted once', async () => {
    const held = next()
    await world.sql(
      `update client set ncc = '7654321 Z', partenaire_actuel_id = $2, statut = 'actif' where id = $1`,
      [held, await partnerOf(world, competitor)],
    )
    const given = { body: { ncc: '7654321Z' }, key: 'une-intention' }
    const first = await act(world, partner, '/reservations', given)
    const again = await act(world, partner, '/reservations', given)
    expect([first.status, again.status, again.text]).toEqual([409, 409, first.text])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await world.sql('select from journal where client_id = $1', [held])).toHaveLength(1)
  })

  test('is refused with what to correct', async () => {
    const asked = async (body: unknown, who = partner) => {
      const before = await digest()
      const { status, body: answer } = await act(world, who, '/reservations', { body })
      expect(await digest()).toBe(before)
      return [status, answer.details]
    }
    const both = { client_id: nothing, rccm: 'x' }
    expect(await asked(both)).toEqual([422, { corps: expect.stringContaining('exactement un') }])
    expect(await asked({})).toEqual([422, { corps: expect.any(String) }])
    expect(await asked({ client_id: 'x', autre: 1 })).toEqual([
      422,
      { client_id: expect.stringContaining('UUID'), autre: expect.stringContaining('inconnu') },
    ])
    expect(await asked({ client_id: nothing, partenaire_id: nothing })).toEqual([
      422,
      { partenaire_id: expect.any(String) },
    ])
    expect(await asked({ client_id: nothing }, operator)).toEqual([
      422,
      { partenaire_id: expect.any(String) },
    ])
    expect(await asked([])).toEqual([422, { corps: expect.any(String) }])
  })
})

describe('deciderReservation', () => {
  test('a validation refuses no request that the person has not seen', async () => {
    const first = await pending()
    const others = await otherPartners(world, partner)
    const join = async () => {
      const body = { client_id: first.client_id, partenaire_id: others.pop() }
      const { status, body: made } = await act(world, operator, '/reservations', { body })
      expect(status).toBe(201)
      return made as { id: string }
    }
    const second = await join()
    const { modifie_le: version } = (await world.get(operator, `/extension/v1/reservations/${first.id}`)).body
    const third = await join()
    const given = (...concurrentes_vues: string[]) => ({ body: { ...validee, concurrentes_vues }, version })
    const before = await digest()
    const stale = await decide(first.id, given(second.id))
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([
      412,
      'version_perimee',
      { modifie_le: version },
    ])
    expect(await digest()).toBe(before)
    expect((await decide(first.id, given(second.id, third.id))).status).toBe(200)
  })

  test('a request that has gone since it was seen does not stand in the way', async () => {
    const first = await pending()
    const body = { client_id: first.client_id, partenaire_id: await partnerOf(world, competitor) }
    const second = (await act(world, operator, '/reservations', { body })).body
    await cancel(second.id, { body: { motif }, version: second.modifie_le }, competitor)
    const { modifie_le: version } = (await world.get(operator, `/extension/v1/reservations/${first.id}`)).body
    const answer = await decide(first.id, { body: { ...validee, concurrentes_vues: [second.id] }, version })
    expect([answer.status, answer.body.statut]).toEqual([200, 'validee'])
  })

  test('validates: the client is the partner’s, and the answer is the reservation', async () => {
    const { id, modifie_le, client_id } = await pending()
    const answer = await decide(id, { body: validee, version: modifie_le })
    expect([answer.status, answer.body.statut]).toEqual([200, 'validee'])
    expect(answer.body.modifie_le > modifie_le).toBe(true)
    expect((await world.get(partner, `/api/v1/clients/${client_id}`)).body).toMatchObject({
      statut: 'reserve',
      modifie_le: answer.body.modifie_le,
    })
  })

  test('refuses with its motif, which the partner reads', async () => {
    const { id, modifie_le } = await pending()
    expect((await decide(id, { body: { decision: 'refusee' }, version: modifie_le })).body.details).toEqual({
      motif: expect.any(String),
    })
    const { body } = await decide(id, {
      body: { decision: 'refusee', motif: ` ${motif} ` },
      version: modifie_le,
    })
    expect(body).toMatchObject({ statut: 'refusee', motif_decision: motif })
  })

  test('of two people one wins; the other learns by whom and when', async () => {
    const { id, modifie_le } = await pending()
    const both = await Promise.all([
      decide(id, { body: validee, version: modifie_le }),
      decide(id, { body: { decision: 'refusee', motif }, version: modifie_le }),
    ])
    const [won, lost] = both.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status, lost?.body.code]).toEqual([200, 409, 'etat_incompatible'])
    expect(lost?.body.details).toEqual({
      statut: won?.body.statut,
      traitee_par: won?.body.traitee_par,
      traitee_le: won?.body.traitee_le,
    })
  })

  test('needs the version that the person saw', async () => {
    const { id } = await pending()
    const stale = await decide(id, { body: validee, version: '2020-01-01T00:00:00.000Z' })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_perimee'])
    expect(stale.body.details).toEqual({ modifie_le: expect.stringMatching(/Z$/) })
    for (const headers of [{}, { 'if-match': '*' }, { 'if-match': 'W/"x"' }])
      expect((await decide(id, { body: validee, headers })).body.code).toBe('version_requise')
  })

  test('the same intention happens once, and is answered the same', async () => {
    const { id, modifie_le, client_id } = await pending()
    const given = { body: validee, version: modifie_le, key: randomUUID() }
    const answers = await Promise.all([decide(id, given), decide(id, given), decide(id, given)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(2)
    const gestes = await world.sql(
      `select distinct mouvement from journal where client_id = $1 and geste = 'validation'`,
      [client_id],
    )
    expect(gestes).toHaveLength(1)
    const other = await decide(id, { ...given, body: { decision: 'refusee', motif } })
    expect([other.status, other.body.code]).toEqual([422, 'cle_deja_utilisee'])
  })

  test('is journaled under the id that the service gave its request, whatever id the caller gave', async () => {
    const { id, modifie_le } = await pending()
    const headers = { 'x-request-id': 'requete-7' }
    const answer = await decide(id, { body: validee, version: modifie_le, headers })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(
      await world.sql(
        'select distinct requete, geste from journal where reservation_id = $1 and requete is not null',
        [id],
      ),
    ).toContainEqual({
      requete: answer.headers['x-request-id'],
      geste: 'validation',
    })
  })
})

describe('annulerReservation', () => {
  test('by the partner that asked: the client is a prospect again', async () => {
    const { id, modifie_le, client_id } = await pending()
    const { status, body } = await cancel(id, { body: { motif }, version: modifie_le })
    expect([status, body.statut, body.motif_decision]).toEqual([200, 'annulee', motif])
    const [row] = await world.sql('select statut from client where id = $1', [client_id])
    expect(row).toEqual({ statut: 'prospect' })
  })

  test('of another partner’s is 404, as of one that is not there', async () => {
    const { id, modifie_le } = await pending()
    const theirs = await cancel(id, { body: { motif }, version: modifie_le }, competitor)
    const absent = await cancel(nothing, { body: { motif }, version: modifie_le }, competitor)
    expect([theirs.status, theirs.text]).toEqual([404, absent.text])
  })
})

describe('every action', () => {
  test('checks in the order of A1, and changes nothing when it refuses', async () => {
    const { id, modifie_le } = await pending()
    const before = await digest()
    const at = async (who: string | null, given: Act, path = `/reservations/${id}/decision`) => {
      const { status, body } = await act(world, who, path, given)
      return [status, body.code]
    }
    const all = { body: validee, version: modifie_le }
    expect(await at(null, { body: '{', headers: { 'content-type': 'text/plain' } })).toEqual([
      401,
      'authentification_requise',
    ])
    expect(await at(withoutRights, { body: '{' })).toEqual([403, 'acces_refuse'])
    for (const who of [partner, clientUser, thirdParty])
      expect(await at(who, all)).toEqual([403, 'acces_refuse'])
    expect(
      await at(operator, { ...all, headers: { 'content-type': 'text/plain' } }, '/reservations/x/decision'),
    ).toEqual([404, 'ressource_introuvable'])
    expect(await at(operator, { ...all, headers: { 'content-type': 'text/plain' } })).toEqual([
      415,
      'type_non_accepte',
    ])
    expect(await at(operator, { ...all, headers: { 'content-encoding': 'gzip' } })).toEqual([
      415,
      'type_non_accepte',
    ])
    expect(await at(operator, { body: JSON.stringify({ a: 'x'.repeat(70_000) }) })).toEqual([
      413,
      'corps_trop_grand',
    ])
    expect(await at(operator, { body: '{', key: null })).toEqual([400, 'requete_invalide'])
    expect(await at(operator, { body: `${'['.repeat(11)}${']'.repeat(11)}` })).toEqual([
      400,
      'requete_invalide',
    ])
    expect(await at(operator, { body: validee, key: null })).toEqual([400, 'cle_requise'])
    expect(await at(operator, { body: validee, key: 'é' })).toEqual([400, 'cle_requise'])
    expect(await at(operator, { body: {} })).toEqual([428, 'version_requise'])
    expect(await at(operator, { body: {}, version: modifie_le })).toEqual([422, 'parametres_invalides'])
    expect(await at(operator, all, `/reservations/${nothing}/decision`)).toEqual([
      404,
      'ressource_introuvable',
    ])
    expect(await digest()).toBe(before)
  })

  test('takes one key of 1 to 255 visible characters, and one version', async () => {
    const { id, modifie_le } = await pending()
    const before = await digest()
    const path = `/reservations/${id}/decision`
    const at = async (headers: NonNullable<Act['headers']>) => {
      const { status, body } = await act(world, operator, path, { body: validee, key: null, headers })
      return [status, body.code]
    }
    const version = `"${modifie_le}"`
    for (const key of ['', ' ', 'a b', 'k'.repeat(256), ['une', 'deux'], ['une', 'une'], ['une', '']])
      expect(await at({ 'idempotency-key': key, 'if-match': version })).toEqual([400, 'cle_requise'])
    const bare = version.slice(1, -1)
    for (const match of ['', bare, `W/${version}`, [version, version], `${version}, ${version}`])
      expect(await at({ 'idempotency-key': 'une', 'if-match': match })).toEqual([428, 'version_requise'])
    expect(await digest()).toBe(before)
    const key = '!'.padEnd(255, '~')
    expect((await decide(id, { body: validee, version: modifie_le, key })).status).toBe(200)
  })

  test('that may go without a key takes none that is not one', async () => {
    const client_id = next()
    const { modifie_le } = (await world.get(operator, `/api/v1/clients/${client_id}`)).body
    const rename = (headers: NonNullable<Act['headers']>) =>
      act(world, operator, `/clients/${client_id}`, {
        ...{ method: 'PATCH', body: { ville: 'Man' }, key: null, version: modifie_le, headers },
      })
    for (const key of ['', 'k'.repeat(256), ['une', 'une']])
      expect((await rename({ 'idempotency-key': key })).body.code).toBe('cle_requise')
    expect((await rename({})).status).toBe(200)
  })

  test('is answered again with its status, its bytes, its media type and where the item is', async () => {
    const body = { raison_sociale: 'Kpatchala Zwéfrinou', confirmer_doublon: true }
    const given = { body, key: randomUUID() }
    const first = await act(world, operator, '/clients', given)
    const again = await act(world, operator, '/clients', given)
    expect([first.status, first.headers.location]).toEqual([201, `/api/v1/clients/${first.body.id}`])
    expect([again.status, again.text]).toEqual([201, first.text])
    for (const name of ['location', 'content-type', 'cache-control'])
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]])
    expect([again.headers['idempotency-replayed'], again.headers.etag]).toEqual(['true', undefined])
  })

  test('an operator without two factors acts on nothing', async () => {
    const { id, modifie_le } = await pending()
    await world.sql(
      `alter table utilisateur disable trigger user; update utilisateur set double_authentification = false where email = '${operator}'`,
    )
    const { status, body } = await decide(id, { body: validee, version: modifie_le })
    await world.sql(
      `update utilisateur set double_authentification = true where email = '${operator}'; alter table utilisateur enable trigger user`,
    )
    expect([status, body.code, body.details]).toEqual([403, 'double_authentification_requise', null])
  })

  test('a path says which methods it has', async () => {
    const { status, headers } = await world.request('GET', `/extension/v1/reservations/${nothing}/decision`)
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })

  test('what is stored of answers is given only to those who may still see them', async () => {
    const { id, modifie_le } = await pending()
    const given = { body: { motif }, version: modifie_le, key: randomUUID() }
    expect((await cancel(id, given)).status).toBe(200)
    await world.sql(`update utilisateur set actif = false where email = '${partner}'`)
    expect((await cancel(id, given)).status).toBe(403)
    await world.sql(`update utilisateur set actif = true where email = '${partner}'`)
    expect((await cancel(id, given)).headers['idempotency-replayed']).toBe('true')
    await world.sql('update reservation set partenaire_id = $2 where id = $1', [
      id,
      await partnerOf(world, competitor),
    ])
    expect((await cancel(id, given)).status).toBe(404)
  })
})
