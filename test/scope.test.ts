import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientUser, competitor, operator, partner, thirdParty } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Everybody may read everything: what is left to keep them apart is the scope.
  await world.sql(`insert into role_permission select id, permission from role,
    unnest(array['clients.consulter', 'partenaires.consulter', 'catalogue.consulter']) as permission on conflict do nothing`)
})
afterAll(() => world.close())

/** D17, stated a second time: which rows of a resource a caller sees, as a condition on its table. $1 is the caller. */
const own = `(select organisation_id from utilisateur where id = $1)`
const me = `(select id from partenaire where organisation_id = ${own})`
const clients = `(partenaire_actuel_id = ${me}
  or exists (select from reservation r where r.client_id = client.id and r.partenaire_id = ${me} and r.statut in ('demandee', 'conflit'))
  or (partenaire_actuel_id is null and exists (select from utilisateur u where u.id = client.cree_par and u.organisation_id = ${own})))`

const matrix: Record<string, Record<string, string>> = {
  partenaires: { operateur: 'true', partenaire: `organisation_id = ${own}`, client: 'false', tiers: 'false' },
  clients: { operateur: 'true', partenaire: clients, client: `organisation_id = ${own}`, tiers: 'false' },
  reservations: { operateur: 'true', partenaire: `partenaire_id = ${me}`, client: 'false', tiers: 'false' },
  offres: { operateur: 'true', partenaire: 'true', client: 'true', tiers: 'true' },
}
const callers = [
  ['operateur', operator],
  ['partenaire', partner],
  ['partenaire', competitor],
  ['client', clientUser],
  ['tiers', thirdParty],
] as const

const idOf = async (who: string) =>
  (await world.sql<{ id: string }>('select id from utilisateur where email = $1', [who]))[0]?.id

/** The ids of a whole list, as the caller reads it page by page. */
async function listed(who: string, url: string): Promise<string[]> {
  const ids: string[] = []
  let total = 0
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await world.get(who, `${url}${url.includes('?') ? '&' : '?'}taille=100&page=${page}`)
    ids.push(...body.donnees.map(({ id }: { id: string }) => id))
    pages = body.pagination.pages
    total = body.pagination.total
  }
  expect(total).toBe(ids.length)
  return ids
}

/** So many of them, evenly spread. */
const spread = <T>(items: readonly T[], most: number): T[] =>
  items.filter((_, index) => (index * most) % Math.max(items.length, most) < most)

/** What the matrix says that the caller sees, and all there is. */
async function expected(resource: string, type: string, who: string) {
  const table = resource.slice(0, -1)
  const rows = await world.sql<{ id: string; visible: boolean }>(
    `select id, coalesce(${matrix[resource]?.[type]}, false) as visible from ${table} where $1::uuid is not null`,
    [await idOf(who)],
  )
  return { all: rows.map(({ id }) => id), visible: rows.filter(({ visible }) => visible).map(({ id }) => id) }
}

describe.each(callers)('%s %s', (type, who) => {
  test.each(Object.keys(matrix))('sees of the %s what the matrix says', async (resource) => {
    const { visible } = await expected(resource, type, who)
    expect((await listed(who, `/api/v1/${resource}`)).sort()).toEqual(visible.sort())
  })

  test.each([
    ['partenaires', ''],
    ['partenaires', '/documents-kyc'],
    ['clients', ''],
    ['clients', '/sites'],
  ])('reads items of %s%s that it sees, and no other', async (resource, part) => {
    const { all, visible } = await expected(resource, type, who)
    const seen = new Set(visible)
    const unseen = all.filter((id) => !seen.has(id))
    // Each item by each caller: test/isolation.test.ts.
    for (const id of [...spread(visible, 40), ...spread(unseen, 40)]) {
      const { status } = await world.get(who, `/api/v1/${resource}/${id}${part}`)
      expect([id, status]).toEqual([id, seen.has(id) ? 200 : 404])
    }
  })

  test('learns nothing through filters, search or evidence', async () => {
    const { visible } = await expected('clients', type, who)
    const seen = new Set(visible)
    const partners = await world.sql<{ id: string }>('select id from partenaire')
    for (const { id } of partners) {
      for (const found of await listed(who, `/api/v1/clients?partenaire_id=${id}`))
        expect(seen).toContain(found)
    }
    for (const found of await listed(who, '/api/v1/clients?recherche=ci-')) expect(seen).toContain(found)
    const { visible: mine } = await expected('reservations', type, who)
    const reservations = new Set(mine)
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await world.get(who, `/api/v1/reservations?taille=100&page=${page}`)
      pages = body.pagination.pages
      for (const { doublons_detectes: evidence } of body.donnees) {
        for (const { client_id } of evidence?.correspondances ?? []) expect(seen).toContain(client_id)
        for (const { reservation_id } of evidence?.reservations_concurrentes ?? [])
          expect(reservations).toContain(reservation_id)
      }
    }
  })
})

test('the matrix proves something: a partner sees a part, not all and not nothing', async () => {
  for (const resource of ['partenaires', 'clients', 'reservations']) {
    const { all, visible } = await expected(resource, 'partenaire', partner)
    expect(visible.length).toBeGreaterThan(0)
    expect(visible.length).toBeLessThan(all.length)
  }
  const evidence =
    await world.sql(`select from reservation_correspondance join reservation r on r.id = reservation_id
    join partenaire on partenaire.id = r.partenaire_id where not exists (select from client c where c.id = reservation_correspondance.client_id
      and c.partenaire_actuel_id = r.partenaire_id)`)
  expect(evidence.length).toBeGreaterThan(5)
})

describe('from the next request on', () => {
  test('a right given or taken away, an account or an organisation suspended, counts', async () => {
    const changing = await openWorld()
    const status = async () => (await changing.get(partner, '/api/v1/clients')).status
    expect(await status()).toBe(200)
    const roles = `(select utilisateur_role.role_id from utilisateur_role join utilisateur on id = utilisateur_id where email = '${partner}')`
    await changing.sql(
      `delete from role_permission where permission = 'clients.consulter' and role_id in ${roles}`,
    )
    expect(await status()).toBe(403)
    await changing.sql(`insert into role_permission select role_id, 'clients.consulter' from ${roles} as r`)
    expect(await status()).toBe(200)
    await changing.sql(`update utilisateur set actif = false where email = '${partner}'`)
    expect(await status()).toBe(403)
    const moi = (await changing.get(partner, '/api/v1/moi')).body
    expect([moi.utilisateur.actif, moi.permissions, moi.roles.length > 0]).toEqual([false, [], true])
    await changing.sql(`update utilisateur set actif = true where email = '${partner}'`)
    for (const statut of ['suspendue', 'fermee']) {
      await changing.sql(`update organisation set statut = $1 where nom = 'Savane Télécom'`, [statut])
      expect(await status()).toBe(403)
    }
    await changing.sql(`update organisation set statut = 'active' where nom = 'Savane Télécom'`)
    expect(await status()).toBe(200)
    await changing.sql(`update organisation set type = 'tiers' where nom = 'Savane Télécom'`)
    expect((await changing.get(partner, '/api/v1/clients')).body.pagination.total).toBe(0)
    await changing.close()
  })
})
