import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from './setup/lists.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const wrong = () => differences(world.sql)

/** As many clients as there are, five times more; as many reservations. */
const grow = async () => {
  await world.sql(`insert into client (id, organisation_id, raison_sociale, rccm, secteur_id, origine, statut, statut_kyc, partenaire_actuel_id,
      credit_approuve, cree_par, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, raison_sociale, rccm, secteur_id, origine, statut, statut_kyc, partenaire_actuel_id,
      credit_approuve, cree_par, cree_le, modifie_le from client, generate_series(1, 5)`)
  await world.sql(`insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select gen_random_uuid(), client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le from reservation, generate_series(1, 30)`)
}

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
  await grow()
  expect(await wrong()).toEqual([])
  for (const [what, change] of changes) {
    await world.sql(change)
    expect(await wrong(), what).toEqual([])
  }
})

test('it is kept by every writer, in any transaction', async () => {
  await world.sql(
    'begin isolation level repeatable read; update client set raison_sociale = raison_sociale || 1; commit',
  )
  await world.sql('begin isolation level serializable; update client set statut_kyc = $$conforme$$; commit')
  await world.sql('begin; update client set statut = $$actif$$; rollback')
  expect(await wrong()).toEqual([])
  for (const who of [operator, partner]) {
    const { pagination } = (await world.get(who, '/api/v1/clients')).body
    expect(pagination.total).toBeGreaterThan(0)
  }
})
