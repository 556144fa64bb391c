import { afterAll, beforeAll, expect, test } from 'vitest'
import { items, type ListerClientsQuery, memoryStore, sync } from '../client/src/index.ts'
import { clientFromCopy, clientsFromCopy, sitesFromCopy } from '../web/src/device/copy-reads.ts'
import { type ListeningWorld, openListeningWorld } from './setup/client.ts'
import { partnerOf } from './setup/partner-of.ts'
import { operator, partner } from './setup/people.ts'

let world: ListeningWorld
let client: ReturnType<ListeningWorld['client']>
const copy = memoryStore()
beforeAll(async () => {
  world = await openListeningWorld()
  client = world.client(operator)
  await sync(client, copy)
})
afterAll(() => world.close())

/** Queries of which each finds some clients and not all. */
async function queries(): Promise<ListerClientsQuery[]> {
  const [{ id: secteur_id } = {}] = await world.sql<{ id: string }>(
    'select secteur_id as id from client where secteur_id is not null group by 1 order by count(*) desc limit 1',
  )
  const partenaire_id = await partnerOf(world, partner)
  return [
    ...(['actif', 'prospect'] as const).map((statut) => ({ statut })),
    { statut_kyc: 'conforme' },
    { partenaire_id },
    { partenaire_id, statut: 'actif' },
    { secteur_id },
    ...['ko', 'sarl', 'SOCIÉTÉ', 'ci-abj', "d'ivoire", 'd’ivoire', 'ci–abj'].map((recherche) => ({
      recherche,
    })),
    { recherche: 'ci 20', statut: 'actif' },
  ]
}

test('without a network, lists of clients are what the service would give', async () => {
  const { pagination } = await client.listerClients()
  const { pages } = (await client.listerClients({ taille: 100 })).pagination
  const whole = Array.from({ length: pages }, (_, index) => ({ page: index + 1, taille: 100 }))
  for (const query of [{}, { page: 2, taille: 7 }, ...whole, ...(await queries())]) {
    const given = await client.listerClients(query)
    expect([query, await clientsFromCopy(copy, query)]).toEqual([query, given])
    if (Object.keys(query).some((name) => name !== 'page' && name !== 'taille')) {
      expect([query, given.pagination.total > 0, given.pagination.total < pagination.total]).toEqual([
        query,
        true,
        true,
      ])
    }
  }
})

test('so are clients with their contacts, and their sites', async () => {
  for await (const { id } of items(client.listerClients)) {
    expect(await clientFromCopy(copy, id)).toEqual(await client.lireClient(id))
    expect(await sitesFromCopy(copy, id)).toEqual(await client.listerSitesClient(id))
  }
})
