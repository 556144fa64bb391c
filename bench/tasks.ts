import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { largeWorld } from '../demo/generate.ts'
import type { Task } from './load.ts'
import { tidy } from './tidy.ts'

/** What is measured of the actions. */
export const kinds = ['creerClient', 'deciderReservation'] as const
export type Kind = (typeof kinds)[number]

/** Tasks for the actions on a world, and what undoes them. */
export interface Tasks {
  take(kind: Kind, count: number): Promise<Task[]>
  /** How many of the tasks taken were done. */
  done(kind: Kind): Promise<number>
  undo(): Promise<void>
}

/** By what the rows of a run are found again. */
const MARKER = 'BANC-'
const VERSION = '2026-01-01T00:00:00.000Z'

/** Prepares tasks: companies named as those of the world are, and reservations that wait for a decision. */
export function tasksOn(client: pg.Client, partner: string): Tasks {
  const companies = namesWithoutEnd()
  const take = {
    creerClient: async (count: number) =>
      Array.from({ length: count }, () => creation(companies.next().value)),
    deciderReservation: async (count: number) => (await requests(client, partner, count)).map(decision),
  }
  return {
    take: (kind, count) => take[kind](count),
    async done(kind) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from action_cle where cle like $1 and action = $2`,
        [`${MARKER}%`, kind],
      )
      return rows[0]?.n ?? 0
    },
    undo: () => undo(client),
  }
}

/** Names with the words that names have: the duplicate check finds candidates. */
function* namesWithoutEnd(): Generator<string, never> {
  for (;;) {
    const world = largeWorld({ clients: 1000, seed: randomUUID(), today: VERSION.slice(0, 10) })
    for (const { raison_sociale } of world.client()) yield raison_sociale
  }
}

const task = (path: string, body: object, headers: Task['headers'] = {}): Task => ({
  path: `/extension/v1${path}`,
  body: JSON.stringify(body),
  headers: { 'idempotency-key': MARKER + randomUUID(), ...headers },
})

const creation = (raison_sociale: string): Task =>
  task('/clients', {
    raison_sociale,
    rccm: MARKER + randomUUID(),
    ville: 'Abidjan',
    telephone: `+2252${randomInt(100_000_000, 999_999_999)}`,
    contacts: [{ prenom: 'Awa', nom: 'Koné', principal: true }],
    confirmer_doublon: true,
  })

/** Every second one is validated: that changes more. */
const decision = (id: string, place: number): Task =>
  task(
    `/reservations/${id}/decision`,
    place % 2 === 0 ? { decision: 'validee' } : { decision: 'refusee', motif: 'Dossier incomplet.' },
    { 'if-match': `"${VERSION}"` },
  )

/** Stores clients that a partner asks for; the ids of the reservations. */
async function requests(client: pg.Client, partner: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await client.query(
    `with o as (insert into organisation (id, type, nom, statut, cree_le, modifie_le)
      select id, 'client', id::text, 'active', $3, $3 from unnest($1::uuid[]) as id returning id)
    insert into client (id, organisation_id, raison_sociale, rccm, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le)
    select id, id, $4::text || id, $4::text || id, 'direct', 'reservation_demandee', 'a_fournir', false, $3, $3 from o
      where $2::uuid is not null`,
    [ids, partner, VERSION, MARKER],
  )
  await client.query(
    `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select id, id, $2, (select utilisateur.id from utilisateur join partenaire using (organisation_id)
      where partenaire.id = $2 order by 1 limit 1), 'demandee', $3, $3 from unnest($1::uuid[]) as id`,
    [ids, partner, VERSION],
  )
  return ids
}

/** Removes all that tasks made, of an earlier run too. */
async function undo(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('alter table journal disable trigger refuser_de_reecrire')
  await client.query(`create temporary table banc on commit drop as
    select id, organisation_id from client where rccm like '${MARKER}%'`)
  for (const statement of [
    'delete from journal where client_id in (select id from banc)',
    `delete from journal where ressource = 'organisation' and ressource_id in (select organisation_id from banc)`,
    'delete from reservation where client_id in (select id from banc)',
    'delete from contact where client_id in (select id from banc)',
    'delete from client where id in (select id from banc)',
    'delete from organisation where id in (select organisation_id from banc)',
    `delete from action_cle where cle like '${MARKER}%'`,
    'alter table journal enable trigger refuser_de_reecrire',
    'commit',
  ])
    await client.query(statement)
  await tidy(client)
}
