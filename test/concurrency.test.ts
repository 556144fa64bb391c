import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { DECK, dealer } from './setup/changes.ts'
import { lengthen } from './setup/lengthen.ts'
import { differences } from './setup/lists.ts'
import { openSeveral } from './setup/load-service.ts'
import { type Actors, makeLots } from './setup/lots.ts'
import { openPair, type Pair, run } from './setup/pair.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { clear, type Levels, manyMore, races, renameSome, snapshots } from './setup/races.ts'
import { keepReading, Readings } from './setup/readers.ts'
import { asUsual, prepareRights, rights, type Seen } from './setup/rights.ts'
import { freshDatabase, type World } from './setup/world.ts'
import { keepWriting, Ledger } from './setup/writers.ts'

describe('two processes serve what many write', () => {
  let several: Awaited<ReturnType<typeof openSeveral>>
  let actors: Actors
  let sql: World['sql']
  beforeAll(async () => {
    several = await openSeveral(2)
    sql = several.sql
    // Every change looks whether to fold.
    const [{ base = '' } = {}] = await sql<{ base: string }>('select current_database() as base')
    await sql(`alter database "${base}" set antenne.un_sur = 1`)
    actors = await makeLots(sql, { operator, pair: [partner, competitor] })
  })
  afterAll(() => several?.close())

  /** What is kept beside what the rows say, in one snapshot after the other, until one differs. */
  const keepComparing = (goesOn: () => boolean) =>
    withWriter(several.connection, async (client) => {
      await client.query(
        'set session characteristics as transaction isolation level repeatable read, read only',
      )
      for (let moments = 1; ; moments += 1) {
        const found = await differences(async (text) => (await client.query(text)).rows)
        if (found.length > 0 || (moments > 3 && !goesOn())) return { moments, found }
      }
    })

  /** What is folded, or noted anew, now and then: by which transactions what is there was written. */
  const nowAndThen = async () => {
    const written = async (rows: string) =>
      (await sql<{ xmin: string }>(`select distinct xmin::text from ${rows} order by 1`)).map(
        ({ xmin }) => xmin,
      )
    return {
      clients: await written('client_compte where plie'),
      pairs: await written('client_paire where plie'),
      reservations: await written('reservation_compte where plie'),
      placesOfAll: await written('client_repere where portee = antenne.tout()'),
      placesOfPartners: await written('client_repere where portee <> antenne.tout()'),
      placesOfReservations: await written('reservation_repere'),
    }
  }

  test('totals, rights and pages are exact at every moment', async () => {
    const before = await nowAndThen()
    const ledger = new Ledger()
    const readings = new Readings()
    const begun = performance.now()
    const enough = () => ledger.transactions > DECK && readings.answered > 100
    const goesOn = () => !enough() || performance.now() < begun + 2000
    const deal = dealer()
    const [compared] = await Promise.all([
      keepComparing(goesOn),
      ...Array.from({ length: 5 }, () => keepWriting(several.connection, { actors, ledger, deal, goesOn })),
      ...[...several.services, ...several.services].map((service) =>
        keepReading(service, { actors, readings, goesOn }),
      ),
    ])
    expect(readings.wrong.slice(0, 5)).toEqual([])
    expect(compared.found.slice(0, 5)).toEqual([])
    expect(await differences(sql)).toEqual([])
    expect(compared.moments).toBeGreaterThan(3)
    expect([readings.answered, ledger.committed]).toEqual([
      expect.toSatisfy((n) => n > 100),
      expect.toSatisfy((n) => n > DECK / 2),
    ])
    const after = await nowAndThen()
    for (const [what, writers] of Object.entries(after)) {
      expect(writers, what).not.toEqual([])
      expect(writers, what).not.toEqual(before[what as keyof typeof before])
    }
    expect(ledger.deadlocks.length / ledger.transactions, ledger.deadlocks[0]).toBeLessThan(0.02)
  })

  describe('the next request at every process knows when', () => {
    let caller: string
    beforeAll(async () => {
      caller = actors.users[0]
      await prepareRights(sql, caller)
    })

    /** What the caller sees at each process, asked at once, with what it was given before. */
    const seen = (etag = ''): Promise<Seen[]> =>
      Promise.all(
        several.services.map(async ({ get }) => {
          const { status, body } = await get(caller, '/api/v1/clients?taille=1', { 'if-none-match': etag })
          return status === 200 ? [status, body.pagination.total] : [status]
        }),
      )

    test.each(rights)('$what', async ({ make, undo, seen: expected }) => {
      const [first] = several.services
      const etag = (await first?.get(caller, '/api/v1/clients?taille=1'))?.headers.etag
      for (let time = 0; time < 2; time += 1) {
        expect(await seen()).toEqual([asUsual, asUsual])
        await sql(make, [caller])
        expect(await seen(etag)).toEqual([expected, expected])
        await sql(undo, [caller])
      }
      expect(await seen()).toEqual([asUsual, asUsual])
    })

    test('a claim on a client is decided, and the decision taken back', async () => {
      const [claim] = await sql<{ id: string; client_id: string }>(
        `select id, client_id from reservation where statut = 'demandee' and partenaire_id =
          (select p.id from partenaire as p join utilisateur as u using (organisation_id) where u.id = $1) limit 1`,
        [caller],
      )
      for (const [statut, status] of [
        ['demandee', 200],
        ['refusee', 404],
        ['conflit', 200],
        ['validee', 404],
      ] as const) {
        await sql('update reservation set statut = $2 where id = $1', [claim?.id, statut])
        const answers = several.services.map(({ get }) => get(caller, `/api/v1/clients/${claim?.client_id}`))
        expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([status, status])
      }
    })
  })
})

describe('two transactions at once leave the lists as the rows say', () => {
  let pair: Pair
  let drop: () => Promise<unknown>
  beforeAll(async () => {
    const fresh = await freshDatabase('demonstration')
    drop = fresh.drop
    pair = await openPair(fresh.connection)
    // More than one place to note.
    await pair.observer.query(`insert into client (id, organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le)
      select gen_random_uuid(), organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le from client`)
  })
  afterEach(async () => {
    for (const client of [pair.first, pair.second]) await client.query('rollback')
    await clear(pair.observer)
  })
  afterAll(async () => {
    await pair.close()
    await drop()
  })

  const wrong = () => differences(async (text) => (await pair.observer.query(text)).rows)

  describe.each(races)('$what', (race) => {
    const turned = { ...race, one: race.other, other: race.one }
    const outcomes = async (levels: Levels) => [
      ...(await run(pair, race, levels)),
      ...(race.afterwards === undefined ? await run(pair, turned, levels) : []),
    ]

    test('none is refused', async () => {
      expect(await outcomes(['read committed', 'read committed'])).toEqual([])
      expect(await wrong()).toEqual([])
    })

    test('one that keeps its snapshot, and so does not see the other, may be refused', async () => {
      for (const levels of snapshots)
        for (const code of await outcomes(levels)) expect(['40001', '0A000']).toContain(code)
      expect(await wrong()).toEqual([])
    })
  })

  test('of two that find what is kept long, one folds it and the other goes on without waiting', async () => {
    const { first, second, observer, waits } = pair
    await lengthen(observer, [])
    await first.query('begin')
    await first.query(renameSome(1))
    await second.query('begin')
    const renamed = second.query(renameSome(2))
    expect(await waits(renamed)).toBe(false)
    await first.query('commit')
    await second.query('commit')
    expect(await wrong()).toEqual([])
    const { rows } =
      await observer.query(`select (select count(*)::int from client_compte where not plie) as comptes,
      (select count(*)::int from client_ecart where portee = antenne.tout()) as ecarts`)
    expect(rows[0].comptes).toBeLessThan(100)
    expect(rows[0].ecarts).toBeLessThan(100)
  })

  test('what another commits while places are noted anew is counted once', async () => {
    const { first, second, observer, waits } = pair
    // Whoever forgets changes waits here, once the statement that does so has ended.
    await observer.query(`create function attendre() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return null; end';
      create trigger attendre after delete on client_ecart for each statement execute function attendre()`)
    await lengthen(observer, [])
    await first.query('select pg_advisory_lock(1)')
    const noted = second.query(renameSome(1))
    expect(await waits(noted)).toBe(true)
    await observer.query(renameSome(2))
    await first.query('select pg_advisory_unlock(1)')
    await noted
    await observer.query('drop function attendre cascade')
    expect(await wrong()).toEqual([])
  })

  test.each([
    ['client', renameSome(3), false],
    [
      'reservation',
      `update reservation set cree_le = cree_le - interval '1 day' where id = (select id from reservation limit 1)`,
      true,
    ],
  ] as const)('many come at once to the list %s, which another has changed', async (list, change, long) => {
    const { first, second, observer, waits } = pair
    if (long) await lengthen(observer, [])
    await first.query('begin')
    await first.query(change)
    const added = second.query(manyMore(list))
    // Whoever notes the places anew is waited for.
    expect(await waits(added)).toBe(long)
    if (!long) await added
    await first.query('commit')
    await added
    expect(await wrong()).toEqual([])
  })
})
