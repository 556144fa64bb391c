import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Enough of everything that pages are read by their keys: each client and reservation five times more.
  const copy = async (table: string, columns: string) => {
    await world.sql(
      `insert into ${table} (id, ${columns}) select gen_random_uuid(), ${columns} from ${table}, generate_series(1, 5)`,
    )
  }
  await copy(
    'client',
    'organisation_id, raison_sociale, secteur_id, origine, statut, statut_kyc, partenaire_actuel_id, credit_approuve, cree_par, cree_le, modifie_le',
  )
  await copy('reservation', 'client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le')
  // Bookmarks are set; what follows is noted as a change since.
  await world.sql(`update client set statut = 'actif' where id::text < '1' and statut <> 'actif'`)
  await world.sql(
    `update client set statut = 'inactif', secteur_id = null where id::text > 'f' and statut = 'actif'`,
  )
  await world.sql(`update reservation set statut = 'refusee' where id::text < '1' and statut = 'validee'`)
})
afterAll(() => world.close())

/** A whole list, page by page, and the total that each page told. */
async function walk(who: string, url: string, taille: number) {
  const ids: string[] = []
  const totals = new Set<number>()
  for (let page = 1, pages = 1; page <= pages + 1; page += 1) {
    const { body } = await world.get(who, `${url}taille=${taille}&page=${page}`)
    ids.push(...body.donnees.map(({ id }: { id: string }) => id))
    totals.add(body.pagination.total)
    pages = body.pagination.pages
  }
  return { ids, totals: [...totals] }
}

test.each([
  [operator, '/api/v1/clients?', 'select id from client order by raison_sociale_pliee, raison_sociale, id'],
  [
    operator,
    '/api/v1/clients?statut=actif&',
    `select id from client where statut = 'actif' order by raison_sociale_pliee, raison_sociale, id`,
  ],
  [
    operator,
    '/api/v1/clients?statut=actif&statut_kyc=conforme&',
    `select id from client where statut = 'actif' and statut_kyc = 'conforme' order by raison_sociale_pliee, raison_sociale, id`,
  ],
  [
    operator,
    '/api/v1/reservations?statut=refusee&',
    `select id from reservation where statut = 'refusee' order by cree_le desc, id`,
  ],
  [partner, '/api/v1/clients?statut=actif&', ''],
  [
    operator,
    '/api/v1/reservations?',
    `select id from reservation order by statut in ('demandee', 'conflit') desc, cree_le desc, id`,
  ],
  [partner, '/api/v1/clients?', ''],
])('%s walks %s to its end: each item once, in order, under one total', async (who, url, query) => {
  const { ids, totals } = await walk(who, url, 40)
  expect(totals).toEqual([ids.length])
  expect(new Set(ids).size).toBe(ids.length)
  if (query === '') expect((await walk(who, url, 100)).ids).toEqual(ids)
  else expect(ids).toEqual((await world.sql<{ id: string }>(query)).map(({ id }) => id))
})

test('a search walks to its end as well', async () => {
  const found = await walk(operator, '/api/v1/clients?recherche=er&', 7)
  const expected = await world.sql<{ id: string }>(
    `select id from client where recherche like '%er%' order by raison_sociale_pliee, raison_sociale, id`,
  )
  expect(found.ids).toEqual(expected.map(({ id }) => id))
  expect(found.totals).toEqual([found.ids.length])
  expect(found.ids.length).toBeGreaterThan(100)
})
