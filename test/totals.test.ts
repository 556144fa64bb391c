import { afterAll, beforeAll, expect, test } from 'vitest'
import { StatutClient } from '../src/contract/enums.ts'
import { withWriter } from '../src/database/writer.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const states = (StatutClient as unknown as { enum: string[] }).enum

/** The kept counts beside a plain count, read in one snapshot: rows that differ. */
const differences = (table: string, columns: string) =>
  `select ${columns} from (
     select ${columns}, sum(n) as n from ${table}_compte group by ${columns}
     union all select ${columns}, -count(*) from ${table} group by ${columns}) as ensemble
   group by ${columns} having sum(n) <> 0`

const wrong = async () => [
  ...(await world.sql(differences('client', 'statut, statut_kyc, secteur_id'))),
  ...(await world.sql(differences('reservation', 'statut, partenaire_id'))),
]

test('the kept counts are those of the rows, after import and after every kind of change', async () => {
  expect(await wrong()).toEqual([])
  await world.sql(`update client set statut = 'inactif' where statut_kyc = 'rejete'`)
  await world.sql(`update client set secteur_id = null where ville = 'Bouaké'`)
  await world.sql(`update reservation set statut = 'refusee' where statut = 'demandee'`)
  await world.sql(`delete from reservation where statut = 'annulee'`)
  expect(await wrong()).toEqual([])
  for (const who of [operator, partner]) {
    const { pagination } = (await world.get(who, '/api/v1/reservations?statut=refusee')).body
    expect(pagination.total).toBeGreaterThan(0)
  }
})

test('totals are exact at every moment while several write and the counts are folded', async () => {
  await world.sql(`insert into client_compte select c.statut, c.statut_kyc, c.secteur_id, s
    from client c, generate_series(1, 10) as n, (values (1), (-1)) as v (s)`)
  const until = Date.now() + 4000
  let written = 0
  let checked = 0
  const writer = (seed: number) =>
    withWriter(world.connection, async (client) => {
      for (let step = seed; Date.now() < until; step += 1) {
        await client.query('begin')
        await client.query(
          'update client set statut = $1 where id in (select id from client order by md5(id::text || $2) limit 2)',
          [states[step % states.length], String(step)],
        )
        await client.query(step % 5 === 0 ? 'rollback' : 'commit')
        written += 1
      }
    })
  const reader = async () => {
    await withWriter(world.connection, async (client) => {
      while (Date.now() < until) {
        const { rows } = await client.query<{ kept: number; counted: number }>(
          `select (select coalesce(sum(n), 0)::int from client_compte where statut = 'actif') as kept,
            (select count(*)::int from client where statut = 'actif') as counted`,
        )
        expect(rows[0]?.kept).toBe(rows[0]?.counted)
        checked += 1
      }
    })
  }
  const asker = async () => {
    while (Date.now() < until) {
      const sums = await Promise.all(
        states.map((statut) => world.get(operator, `/api/v1/clients?taille=1&statut=${statut}`)),
      )
      for (const { status } of sums) expect(status).toBe(200)
      const { pagination } = (await world.get(operator, '/api/v1/clients?taille=1')).body
      expect(pagination.total).toBe(400)
    }
  }
  await Promise.all([writer(1), writer(1000), writer(2000), reader(), asker()])
  expect(written).toBeGreaterThan(50)
  expect(checked).toBeGreaterThan(50)
  expect(await wrong()).toEqual([])
  const [length] = await world.sql<{ n: number }>('select count(*)::int as n from client_compte')
  expect(length?.n).toBeLessThan(4000)
})
