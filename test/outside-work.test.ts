import { afterAll, beforeAll, expect, test } from 'vitest'
import { reads } from '../src/extension/index.ts'
import { listerNoms } from '../src/extension/lister-noms.ts'
import { operations } from '../src/operations/index.ts'
import type { ReadOperation } from '../src/operations/operation.ts'
import { competitor, nothing, partner } from './setup/people.ts'
import { openPlans, type Plans } from './setup/plans.ts'
import { openWorld, type World } from './setup/world.ts'

/**
 * Outside and absent are one answer, in time too (D19). Time depends on the machine, so this compares what PostgreSQL
 * does for the two: the same steps, as often, with as many rows. `npm run timing` measures the time.
 */
let world: World
let plans: Plans
const outside: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld()
  plans = await openPlans(world, partner)
  for (const [resource, sql] of Object.entries(others)) {
    const [row] = await world.sql<{ id: string }>(sql, [partner, competitor])
    outside[resource] = row?.id ?? ''
  }
  // Each has a history, too.
  await world.sql(
    `insert into journal (mouvement, geste, fait_par, organisation_id, fait_le, ressource, ressource_id, client_id, reservation_id, document_id, apres)
    select gen_random_uuid(), 'essai', utilisateur.id, organisation_id, now(), 'client', $1, $1, $2, $3, '{}'
    from utilisateur, generate_series(1, 20) where email = $4`,
    [outside.clients, outside.reservations, outside['documents-kyc'], competitor],
  )
})
afterAll(async () => {
  await plans.close()
  await world.close()
})

/** Something of each resource that the second of these people sees and the first does not; both are partners' people. */
const organisationOf = (who: string) => `(select organisation_id from utilisateur where email = ${who})`
const partnerOf = (who: string) =>
  `(select id from partenaire where organisation_id = ${organisationOf(who)})`
const others: Record<string, string> = {
  partenaires: `select ${partnerOf('$2')} as id where ${partnerOf('$1')} <> ${partnerOf('$2')}`,
  clients: `select id from client_liste where portee = ${partnerOf('$2')}
    and id not in (select id from client_liste where portee = ${partnerOf('$1')})
    and exists (select from site where client_id = client_liste.id)
    limit 1`,
  reservations: `select id from reservation where partenaire_id = ${partnerOf('$2')} and ${partnerOf('$1')} is not null limit 1`,
  'documents-kyc': `select id from document_kyc where organisation_id = ${organisationOf('$2')} and ${organisationOf('$1')} is not null limit 1`,
}

const withId = [...operations, ...reads].filter(
  (operation): operation is ReadOperation =>
    operation.path.includes('{id}') && operation.shape !== 'health' && operation.shape !== 'changes',
)

test.each(withId)(
  '$id does the same work for what others have as for what does not exist',
  async (operation) => {
    const resource = operation.path.split('/')[3] ?? ''
    const work = async (id: string | undefined) => {
      expect(id, resource).toMatch(/^[0-9a-f-]{36}$/)
      const steps = await plans.steps(operation, { id: id as string, query: { page: 1, taille: 20 } })
      return steps.map((step) => [
        ...[step['Node Type'], step['Relation Name'], step['Index Name']],
        ...[step['Actual Loops'], step['Actual Rows']],
      ])
    }
    expect(await work(outside[resource])).toEqual(await work(nothing))
  },
)

test('the name of a partner takes work by one’s own requests, not by how many clients that partner has', async () => {
  const seen = `select id from client_liste where portee = ${partnerOf('$1')}`
  const partners = await world.sql<{ id: string }>(
    `select id from partenaire where not exists (select from client where partenaire_actuel_id = partenaire.id and id in (${seen}))
    and id <> ${partnerOf('$1')} order by (select count(*) from client where partenaire_actuel_id = partenaire.id), id`,
    [partner],
  )
  const [few, many] = [partners[0], partners.at(-1)]
  const given = await world.sql(
    `update client set partenaire_actuel_id = $2 where partenaire_actuel_id is null and id not in (${seen}) returning id`,
    [partner, many?.id],
  )
  expect(given.length).toBeGreaterThan(20)
  const rows = async (id = '') => {
    const steps = await plans.steps(listerNoms, { id: null, query: { ids: [id] } })
    const facts = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter']
    return steps.reduce(
      (sum, step) =>
        sum + Number(step['Actual Loops']) * facts.reduce((all, fact) => all + Number(step[fact] ?? 0), 0),
      0,
    )
  }
  expect(await rows(many?.id)).toBe(await rows(few?.id))
})
