import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { lengthen } from './setup/lengthen.ts'
import { differences } from './setup/lists.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const wrong = () => differences(world.sql)

/** So many times more clients, and reservations, as there are. */
const growClients = (times: number) =>
  world.sql(`insert into client (id, organisation_id, raison_sociale, rccm, secteur_id, origine, statut, statut_kyc, partenaire_actuel_id,
      credit_approuve, cree_par, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, raison_sociale, rccm, secteur_id, origine, statut, statut_kyc, partenaire_actuel_id,
      credit_approuve, cree_par, cree_le, modifie_le from client, generate_series(1, ${times})`)
const growReservations = (times: number) =>
  world.sql(`insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select gen_random_uuid(), client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le from reservation, generate_series(1, ${times})`)

const changes: [string, string][] = [
  ['a state', `update client set statut = 'inactif' where statut_kyc = 'rejete'`],
  ['a sector', `update client set secteur_id = null where ville = 'Bouaké'`],
  ['a name', `update client set raison_sociale = 'Œuvre ' || raison_sociale where ville = 'Abidjan'`],
  ['a number', `update client set rccm = 'CI-ɛ' || ncc where statut = 'actif'`],
  [
    'another manager',
    `update client set partenaire_actuel_id = (select id from partenaire order by id limit 1) where partenaire_actuel_id is not null and statut = 'reserve'`,
  ],
  ['no manager', `update client set partenaire_actuel_id = null where statut = 'inactif'`],
  [
    'another author',
    `update client set cree_par = (select id from utilisateur order by id limit 1) where statut = 'prospect'`,
  ],
  ['a decision', `update reservation set statut = 'refusee' where statut = 'demandee'`],
  ['a decision taken back', `update reservation set statut = 'conflit' where statut = 'refusee'`],
  [
    'another claimant',
    `update reservation set partenaire_id = (select id from partenaire order by id desc limit 1) where statut = 'conflit'`,
  ],
  [
    'another client',
    `update reservation set client_id = (select id from client order by id limit 1) where statut = 'conflit'`,
  ],
  [
    'a user in another organisation',
    `update utilisateur set organisation_id = (select organisation_id from partenaire order by id limit 1)
    where organisation_id = (select organisation_id from partenaire order by id desc limit 1)`,
  ],
  [
    'an organisation that is another partner',
    `update partenaire set organisation_id = (select id from organisation where type = 'tiers' limit 1)
    where id = (select id from partenaire order by id limit 1)`,
  ],
  ['no more reservations', `delete from reservation where statut = 'annulee'`],
  [
    'a client gone',
    `delete from client where not exists (select from reservation where client_id = client.id)
    and not exists (select from site where client_id = client.id) and not exists (select from contact where client_id = client.id)`,
  ],
]

test('what is kept of the lists is what the rows say, after import and after every kind of change', async () => {
  expect(await wrong()).toEqual([])
  await growClients(3)
  await growReservations(6)
  expect(await wrong()).toEqual([])
  for (const [what, change] of changes) {
    await world.sql(change)
    expect(await wrong(), what).toEqual([])
  }
})

test('it is kept by every writer, in any transaction that may write', async () => {
  const write = (level: string, statement: string) =>
    world
      .sql(`begin isolation level ${level}; ${statement}`)
      .catch(({ code }: pg.DatabaseError) => expect([level, code]).not.toEqual(['read committed', code]))
  await write('repeatable read', 'update client set raison_sociale = raison_sociale || 1; commit')
  await write('serializable', 'update client set statut_kyc = $$conforme$$; commit')
  await write('read committed', 'update client set statut = $$actif$$; rollback')
  expect(await wrong()).toEqual([])
  for (const who of [operator, partner]) {
    const { pagination } = (await world.get(who, '/api/v1/clients')).body
    expect(pagination.total).toBeGreaterThan(0)
  }
})

describe('places are noted anew within a statement that adds and takes away', () => {
  let partners: string[] = []
  beforeAll(async () => {
    await growClients(5)
    const busiest = await world.sql<{ id: string }>(
      'select partenaire_id as id from reservation group by 1 order by count(*) desc, 1 limit 2',
    )
    partners = busiest.map(({ id }) => id)
    await world.sql(
      `update client set partenaire_actuel_id = case when id::text < '8' then $1::uuid else $2::uuid end`,
      partners,
    )
  })

  const columns = 'client_id, partenaire_id, demandee_par, cree_le, modifie_le'
  const some = '(select * from reservation where partenaire_id in ($1, $2) order by id limit 600)'
  test.each([
    [
      'partners exchange clients',
      `update client set partenaire_actuel_id = case partenaire_actuel_id when $1::uuid then $2::uuid else $1 end
      where id in (select id from client where partenaire_actuel_id in ($1, $2) order by right(id::text, 4) limit 600)`,
    ],
    [
      'old and new reservations come together, as in an import',
      `insert into reservation (id, statut, ${columns})
      select case n when 1 then id else gen_random_uuid() end, 'demandee', ${columns} from ${some} as r, generate_series(1, 2) as n
      on conflict (id) do update set statut = excluded.statut`,
    ],
    [
      'reservations take the place of others',
      `with parties as (delete from reservation where id in (select id from ${some} as r) returning *)
      insert into reservation (id, statut, ${columns}) select gen_random_uuid(), 'validee', ${columns} from parties`,
    ],
    [
      'some reservations go and others change',
      `merge into reservation as r using (select id, row_number() over () as n from ${some} as r) as s on r.id = s.id
      when matched and n % 2 = 0 then delete when matched then update set statut = 'conflit'`,
    ],
  ])('%s', async (_what, statement) => {
    await withWriter(world.connection, (client) => lengthen(client, partners))
    await world.sql(statement, partners)
    expect(await wrong()).toEqual([])
  })
})

test.each(['client', 'client_liste', 'reservation', 'utilisateur', 'partenaire'])(
  '%s cannot be emptied at a stroke, which no list would follow',
  async (table) => {
    await expect(world.sql(`truncate ${table} cascade`)).rejects.toMatchObject({ code: '0A000' })
    expect(await wrong()).toEqual([])
  },
)
