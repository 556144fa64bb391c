import type pg from 'pg'
import { largeWorld } from '../../demo/generate.ts'
import { worldSources } from '../../src/commands/write-demonstration.ts'
import { migrate } from '../../src/database/migrate.ts'
import { importRecords } from '../../src/transfer/import.ts'
import { chooseWords, type Words } from './words.ts'

/** Who asks. */
export type Who = 'operator' | 'largest' | 'median' | 'smallest'

/** An account, and how long its lists are. */
export interface Reader {
  readonly user: string
  /** Null for the operator, who sees everything. */
  readonly partner: string | null
  readonly clients: number
  readonly reservations: number
}

/** What the cases need to know of the world they are measured on. */
export interface World extends Words {
  readonly clients: number
  readonly readers: Readonly<Record<Who, Reader>>
  /** The largest partner. */
  readonly partner: string
  /** A client with a partner and sites. */
  readonly client: string
  /** The largest sector. */
  readonly sector: string
}

/** The world to measure on: made once, found again afterwards. */
export async function openWorld(
  client: pg.Client,
  { clients, say }: { clients: number; say: (text: string) => void },
): Promise<World> {
  await migrate(client)
  if ((await count(client)) === 0) {
    say(`making a world of ${clients} clients…`)
    await make(client, clients)
  }
  const found = await count(client)
  if (found !== clients) say(`the world that is there has ${found} clients: it is measured as it is`)
  return factsOf(client, found)
}

async function make(client: pg.Client, clients: number): Promise<void> {
  const now = new Date()
  const world = largeWorld({ clients, seed: 'bench', today: now.toISOString().slice(0, 10) })
  await importRecords(client, worldSources(world), { now, progress: () => {} })
  await client.query('vacuum analyze')
}

async function factsOf(client: pg.Client, clients: number): Promise<World> {
  const readers = await readersOf(client)
  return {
    clients,
    readers,
    partner: readers.largest.partner as string,
    client: await only<string>(
      client,
      `select id from client where partenaire_actuel_id is not null
        and exists (select from site where client_id = client.id) order by id limit 1`,
    ),
    sector: await only<string>(
      client,
      `select secteur_id from client_compte where portee = antenne.tout() and secteur_id is not null
        group by 1 order by sum(n) desc, 1 limit 1`,
    ),
    ...(await chooseWords(client, clients)),
  }
}

interface Lists {
  readonly reader: string
  readonly clients: number
  readonly managed: number
  readonly reservations: number
}

/** The operator, and the partners by their place in the order of how many clients they manage. */
async function readersOf(client: pg.Client): Promise<World['readers']> {
  // What the database keeps for each reader is short: no client is looked at.
  const { rows } = await client.query<Lists>(
    `select portee as reader, sum(n)::int as clients, coalesce(sum(n) filter (where gere), 0)::int as managed,
      coalesce((select sum(n) from reservation_compte as r where r.portee = c.portee), 0)::int as reservations
    from client_compte as c group by portee`,
  )
  const users = await usersOf(client)
  const byRank = rows
    .filter(({ reader, managed }) => users.has(reader) && managed > 0)
    .sort((a, b) => b.managed - a.managed || (a.reader < b.reader ? -1 : 1))
  const partner = (rank: number): Reader => {
    const found = byRank[rank]
    if (found === undefined) throw new Error('no partner of this world manages clients')
    const { reader, clients, reservations } = found
    return { user: users.get(reader) as string, partner: reader, clients, reservations }
  }
  const everything = rows.find(({ reader }) => reader === EVERYTHING)
  return {
    operator: {
      user: await only<string>(client, operator),
      partner: null,
      clients: everything?.clients ?? 0,
      reservations: everything?.reservations ?? 0,
    },
    largest: partner(0),
    median: partner(byRank.length >> 1),
    smallest: partner(byRank.length - 1),
  }
}

/** `antenne.tout()`: who reads everything. */
const EVERYTHING = '00000000-0000-0000-0000-000000000000'

const operator = `select u.id from utilisateur u join organisation o on o.id = u.organisation_id
  where o.type = 'operateur' and o.statut = 'active' and u.actif and 3 = (
    select count(distinct permission) from utilisateur_role join role_permission using (role_id)
    where utilisateur_id = u.id and permission in ('clients.consulter', 'partenaires.consulter', 'catalogue.consulter'))
  order by 1 limit 1`

/** Of each partner, a user who may read clients. */
async function usersOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ partner: string; user: string }>(
    `select distinct on (p.id) p.id as partner, u.id as user
    from partenaire p join organisation o on o.id = p.organisation_id join utilisateur u on u.organisation_id = o.id
      join utilisateur_role r on r.utilisateur_id = u.id join role_permission held on held.role_id = r.role_id
    where o.statut = 'active' and u.actif and held.permission = 'clients.consulter'
    order by p.id, u.id`,
  )
  return new Map(rows.map(({ partner, user }) => [partner, user]))
}

const count = (client: pg.Client): Promise<number> => only<number>(client, 'select count(*)::int from client')

async function only<T>(client: pg.Client, text: string): Promise<T> {
  const { rows } = await client.query<[T]>({ text, rowMode: 'array' })
  const [row] = rows
  if (row === undefined) throw new Error(`this world has no row for: ${text}`)
  return row[0]
}
