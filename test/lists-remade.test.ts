import { afterAll, beforeAll, expect, test } from 'vitest'
import { listsMigration } from '../generate/lists/migration.ts'
import { grantActing } from '../src/database/action-role.ts'
import { grantReading } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { materialisedLists } from '../src/identity/lists.ts'
import { act } from './setup/acting.ts'
import { Copy } from './setup/copy.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const lists = async () =>
  Promise.all(
    [operator, partner].flatMap((who) =>
      ['clients?statut=actif', 'clients?recherche=ph', 'reservations?statut=demandee'].map(
        async (path) => (await world.get(who, `/api/v1/${path}`)).body,
      ),
    ),
  )

test('lists that a changed declaration makes anew answer as before, and actions still reach them', async () => {
  const before = await lists()
  const copy = new Copy(world, partner)
  await copy.follow()
  await withWriter(world.connection, async (client) => {
    await client.query(`begin; ${listsMigration(materialisedLists)}; commit`)
    await grantReading(client)
    await grantActing(client)
  })
  expect(await lists()).toEqual(before)
  const created = await act(world, partner, '/clients', { body: { raison_sociale: 'Quolbex Tyrvan Zamdu' } })
  expect(created.status).toBe(201)
  const { body } = await world.get(partner, '/api/v1/clients?recherche=quolbex')
  expect(body.donnees).toMatchObject([{ id: created.body.id }])
  // And who follows them is told.
  expect((await copy.follow()).map(({ id }) => id)).toEqual([created.body.id])
})
