import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingOf } from '../harness/database/connection.ts'
import { rebuildBookmarks } from '../src/database/bookmarks.ts'
import { withWriter } from '../src/database/writer.ts'
import { differences } from './setup/lists.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const columns =
  'organisation_id, raison_sociale, secteur_id, origine, statut, statut_kyc, credit_approuve, cree_par, cree_le, modifie_le'

/** So many more clients, in a transaction with this time limit. */
const add = (many: number, limit: string) =>
  withWriter(world.connection, async (client) => {
    await client.query(`set statement_timeout = '${limit}'`)
    await client.query(
      `insert into client (id, ${columns}) select gen_random_uuid(), ${columns}
       from (select * from client limit 1) as un, generate_series(1, $1::int)`,
      [many],
    )
  })

/** What the operator's list has: bookmarks, changes since, and how often it is noted that they must be rebuilt. */
async function stateOf() {
  const [state] = await world.sql<{ reperes: number; ecarts: number; notes: number }>(
    `select (select count(*)::int from client_repere where portee = antenne.tout()) as reperes,
      (select count(*)::int from client_ecart where portee = antenne.tout()) as ecarts,
      (select count(*)::int from repere_a_noter where portee = antenne.tout()) as notes`,
  )
  return state
}

test('what has a time limit leaves bookmarks to be rebuilt; the service does it with the rights of actions', async () => {
  const before = await stateOf()
  await add(1500, '10min')
  const left = await stateOf()
  expect(left).toEqual({ reperes: before?.reperes, ecarts: expect.any(Number), notes: 1 })
  expect(left?.ecarts).toBeGreaterThan(1000)
  expect(await differences(world.sql)).toEqual([])

  await withWriter(actingOf(world.connection), rebuildBookmarks)
  const tended = await stateOf()
  expect(tended).toEqual({ reperes: expect.any(Number), ecarts: 0, notes: 0 })
  expect(tended?.reperes).toBeGreaterThan(before?.reperes ?? 0)
  expect(await differences(world.sql)).toEqual([])
  // Nothing is left: nothing is done.
  await withWriter(actingOf(world.connection), rebuildBookmarks)
  expect(await stateOf()).toEqual(tended)
})

test('what has none rebuilds them itself, at its end', async () => {
  await add(1500, '0')
  expect(await stateOf()).toMatchObject({ ecarts: 0, notes: 0 })
  expect(await differences(world.sql)).toEqual([])
})
