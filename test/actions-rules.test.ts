import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { perform } from '../src/actions/action.ts'
import { actor } from '../src/actions/actor.ts'
import { createClient } from '../src/actions/clients/create.ts'
import { decideReservation } from '../src/actions/decide.ts'
import { requestReservation } from '../src/actions/request.ts'
import { withWriter } from '../src/database/writer.ts'
import { takeKey } from '../src/extension/idempotency-keys.ts'
import { type Act, act } from './setup/acting.ts'
import { competitor, nothing, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

interface Person {
  readonly par: string
  readonly partenaire_id: string
}

let world: World
let free: string[]
let mine: Person
let theirs: Person
beforeAll(async () => {
  world = await openWorld({ environment: { RESERVATIONS_EN_ATTENTE_MAX: '60', RATE_LIMIT_QUESTIONS: '9' } })
  world.now = new Date()
  free = await prospects(world, 90)
  ;[mine, theirs] = await Promise.all([personOf(partner), personOf(competitor)])
})
afterAll(() => world.close())

async function personOf(email: string): Promise<Person> {
  const [row] = await world.sql<Person>(
    `select utilisateur.id as par, partenaire.id as partenaire_id from utilisateur join partenaire using (organisation_id)
    where utilisateur.email = $1`,
    [email],
  )
  return row as Person
}

const next = () => free.shift() as string
const give = (id: string, sets: string) => world.sql(`update client set ${sets} where id = '${id}'`)
const ask = (who: string, body: object, given: Act = {}) =>
  act(world, who, '/reservations', { body, ...given })
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a request', () => {
  test('for a partner or an organisation that is not active, or for nobody, is refused', async () => {
    const asked = () => ask(operator, { client_id: next(), partenaire_id: theirs.partenaire_id })
    const set = (table: string, statut: string) =>
      world.sql(
        `update ${table} set statut = $2 where id in (select unnest(array[id, organisation_id]) from partenaire where id = $1)`,
        [theirs.partenaire_id, statut],
      )
    for (const [table, off, on] of [
      ['partenaire', 'suspendu', 'actif'],
      ['organisation', 'suspendue', 'active'],
    ] as const) {
      await set(table, off)
      expect(told(await asked())).toEqual([409, 'etat_incompatible'])
      await set(table, on)
    }
    const pending = await asked()
    expect(pending.status).toBe(201)
    await set('organisation', 'suspendue')
    const decided = { body: { decision: 'validee' }, version: pending.body.modifie_le }
    const path = `/reservations/${pending.body.id}/decision`
    expect(told(await act(world, operator, path, decided))).toEqual([409, 'etat_incompatible'])
    await set('organisation', 'active')
    expect((await act(world, operator, path, decided)).status).toBe(200)
    const unknown = await ask(operator, { client_id: next(), partenaire_id: nothing })
    expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([422, ['partenaire_id']])
  })

  test('by a partner that is not active is refused before the client is looked up', async () => {
    const set = (statut: string) =>
      world.sql('update partenaire set statut = $2 where id = $1', [theirs.partenaire_id, statut])
    await give(next(), `ncc = '7000003 A', statut = 'actif'`)
    const attempts = `select from journal where geste = 'tentative'`
    const before = (await world.sql(attempts)).length
    await set('suspendu')
    const answers = [
      await ask(competitor, { ncc: '7000003A' }),
      await ask(competitor, { ncc: '7999999Z' }),
      await ask(competitor, { client_id: nothing }),
    ]
    await set('actif')
    expect(answers.map(told)).toEqual(answers.map(() => [409, 'etat_incompatible']))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await world.sql(attempts)).toHaveLength(before)
  })

  test('for a client that becomes another’s before it is locked is one for a client that is not there', async () => {
    const id = next()
    await world.sql('update client set cree_par = $2 where id = $1', [id, mine.par])
    const answer = await withWriter(world.connection, async (client) => {
      await client.query('begin')
      await client.query(`update client set partenaire_actuel_id = $2, statut = 'reserve' where id = $1`, [
        ...[id, theirs.partenaire_id],
      ])
      const waiting = ask(partner, { client_id: id })
      await blocked()
      await client.query('commit')
      return waiting
    })
    expect(told(answer)).toEqual([404, 'ressource_introuvable'])
    expect(answer.text).toBe((await ask(partner, { client_id: nothing })).text)
    expect(await world.sql('select from reservation where client_id = $1', [id])).toEqual([])
  })

  test('by a number gets at one prospect or inactive client, unmanaged, by whichever number', async () => {
    const [one, other] = [next(), next()]
    const by = (body: object) => ask(partner, body)
    await give(one, `ncc = '7000001 A', statut = 'inactif'`)
    expect((await by({ ncc: '7000001A' })).status).toBe(201)
    for (const statut of ['actif', 'reserve']) {
      await give(other, `ncc = '7000002 A', statut = '${statut}'`)
      expect(told(await by({ ncc: '7000002A' }))).toEqual([409, 'client_reserve'])
    }
    await give(other, `statut = 'prospect'`)
    await give(next(), `ncc = '7000002 a'`)
    expect(told(await by({ ncc: '7000002 A' }))).toEqual([409, 'client_reserve'])
    expect(await world.sql(`select from journal where geste = 'tentative'`)).toHaveLength(4)
  })

  test('beyond the limit is refused before the client is looked up', async () => {
    const [{ n = 0 } = {}] = await world.sql<{ n: number }>(
      'select count(*)::int as n from reservation where partenaire_id = $1 and en_attente',
      [mine.partenaire_id],
    )
    const given = (client_id: string) => ({ client_id, partenaire_id: mine.partenaire_id })
    const asked: string[] = []
    for (let count = n; count < 59; count += 1) {
      const { status, body } = await ask(operator, given(next()))
      expect(status).toBe(201)
      asked.push(body.id)
    }
    // Of several at once, one is the last.
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => ask(operator, given(next()))))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    asked.push(...atOnce.flatMap(({ status, body }) => (status === 201 ? [body.id] : [])))
    const full = await ask(operator, given(nothing))
    expect([...told(full), full.body.details]).toEqual([409, 'limite_atteinte', { maximum: 60 }])
    await world.sql(
      `update reservation set statut = 'annulee', motif_decision = 'x', traitee_par = demandee_par, traitee_le = now()
      where id = any ($1)`,
      [asked],
    )
    expect((await ask(operator, given(nothing))).status).toBe(404)
  })

  test.each(['RATE_LIMIT_QUESTIONS', 'RATE_LIMIT_QUESTIONS_JOUR'])(
    'and a creation are refused, whatever they would be told, once the questions of %s are spent',
    async (limit) => {
      const own = await openWorld({ environment: { [limit]: '2' } })
      onTestFinished(() => own.close())
      own.now = new Date()
      const [granted] = await prospects(own, 1)
      await own.sql(`update client set ncc = '7000004 A' where id = $1`, [granted])
      const askFor = (ncc: string) => act(own, partner, '/reservations', { body: { ncc } })
      const create = () => act(own, partner, '/clients', { body: { raison_sociale: 'Zwéfrinou Kpatchala' } })
      const answers = [await askFor('7999998Z'), await askFor('7999999Z'), await askFor('7000004A')]
      answers.push(await create())
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 429, 429])
      expect(await own.sql('select from reservation where client_id = $1', [granted])).toEqual([])
      await own.sql('delete from question_jour')
      if (limit === 'RATE_LIMIT_QUESTIONS_JOUR') expect((await create()).status).toBe(201)
    },
  )

  test('and its decision are a partner’s own, by command too', async () => {
    const command = <T>(work: (client: Parameters<typeof decideReservation>[0]) => Promise<T>) =>
      withWriter(world.connection, work)
    const client_id = next()
    const given = { client_id, partenaire_id: mine.partenaire_id }
    const now = new Date()
    const refused = { reason: 'acces_refuse' }
    await expect(
      command((client) => requestReservation(client, { ...given, par: theirs.par }, now)),
    ).rejects.toMatchObject(refused)
    const { reservation_id: id } = await command((client) =>
      requestReservation(client, { ...given, par: mine.par }, now),
    )
    const annul = (par: string, decision: 'annulee' | 'refusee' = 'annulee') =>
      command((client) => decideReservation(client, { id, decision, motif: 'x', par }, now))
    await expect(annul(theirs.par)).rejects.toMatchObject(refused)
    await expect(annul(mine.par, 'refusee')).rejects.toMatchObject(refused)
    expect((await annul(mine.par)).client_statut).toBe('prospect')
  })
})

describe('a key', () => {
  test('is of a user, a request and a version, and lasts a day', async () => {
    const key = randomUUID()
    const body = { client_id: next(), partenaire_id: mine.partenaire_id }
    const first = await ask(operator, body, { key })
    expect((await ask(operator, body, { key })).headers['idempotency-replayed']).toBe('true')
    const others = [
      ask(operator, { ...body, client_id: next() }, { key }),
      ask(operator, body, { key, headers: { 'if-match': 'x' } }),
      ask(operator, body, { key, headers: { 'content-type': 'application/json; charset=utf-8' } }),
      act(world, operator, '/reservations?a=1', { body, key }),
      act(world, operator, `/reservations/${first.body.id}/annulation`, {
        ...{ body: { motif: 'x' }, version: first.body.modifie_le, key },
      }),
    ]
    for (const other of await Promise.all(others)) expect(told(other)).toEqual([422, 'cle_deja_utilisee'])
    // The same key of somebody else is another: their own request is looked at.
    expect((await ask(competitor, { client_id: nothing }, { key })).status).toBe(404)
    await world.sql(`update action_cle set fait_le = now() - interval '25 hours' where cle = $1`, [key])
    expect(told(await ask(operator, body, { key }))).toEqual([409, 'etat_incompatible'])
  })

  test('whose request is still at work is waited for, then told', async () => {
    const key = randomUUID()
    const body = { client_id: next(), partenaire_id: mine.partenaire_id }
    const again = await withWriter(world.connection, async (holder) => {
      const [user] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [
        operator,
      ])
      await holder.query('begin')
      const who = await actor(holder, user?.id ?? '')
      await takeKey(holder, who, { cle: key, empreinte: Buffer.alloc(32) })
      return ask(operator, body, { key })
    })
    expect([...told(again), again.headers['retry-after']]).toEqual([409, 'requete_en_cours', '1'])
    expect((await ask(operator, body, { key })).status).toBe(201)
  })
})

/** Until an action waits for a lock. */
const blocked = () =>
  expect
    .poll(
      () =>
        world.sql(
          `select from pg_stat_activity where datname = current_database() and application_name = 'antenne (actions)'
          and wait_event_type = 'Lock'`,
        ),
      { interval: 10 },
    )
    .not.toHaveLength(0)

test('who creates a client waits for another who creates one with its number, and is told of it', async () => {
  for (const [held, asked] of [
    [{ rccm: 'CI-ABJ-03-2020-B12-66001' }, { rccm: 'ci abj 2020 b 66001' }],
    [{ ncc: '6600101 A' }, { ncc: '6600101a' }],
  ] as const) {
    const answer = await withWriter(world.connection, async (client) => {
      const now = new Date()
      const { result } = await perform(client, { geste: 'creation', par: theirs.par, now }, async () => {
        const who = await actor(client, theirs.par)
        const name = { raison_sociale: `${randomUUID()}`, confirmer_doublon: true }
        await createClient(client, who, { ...name, ...held }, now)
        const waiting = act(world, partner, '/clients', {
          body: { raison_sociale: `${randomUUID()}`, confirmer_doublon: true, ...asked },
        })
        await blocked()
        return { waiting }
      })
      return result.waiting
    })
    expect([...told(answer), answer.body.details]).toEqual([409, 'client_existant', { client_id: null }])
  }
})
