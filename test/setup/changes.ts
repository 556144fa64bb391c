import type pg from 'pg'
import { lengthen } from './lengthen.ts'
import { type Actors, LOTS, lotName, lotOf } from './lots.ts'

/** A change that keeps the lots as they are. False when it came too late to be made. */
export type Change = (client: pg.Client, actors: Actors) => Promise<boolean>

const chance = (share: number): boolean => Math.random() < share
const one = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const someLots = (count: number): string[] => {
  const first = Math.floor(Math.random() * LOTS)
  return Array.from({ length: count }, (_, index) => lotName((first + index) % LOTS))
}

const newName = `left(raison_sociale, 7) || substr(md5(random()::text), 1, 8)`

interface Held {
  readonly id: string
  readonly lot: string
  readonly trait: string
}

/**
 * The clients of a kind in these lots, held in the order of their ids as every change here does: nobody waits in a
 * circle.
 */
async function hold(
  client: pg.Client,
  { kind, lots, trait, each }: { kind: string; lots: string[]; trait: string; each?: number },
): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `with choisis as materialized (select id from (select id, row_number() over (partition by ${lotOf}, ${trait} order by random()) as n
        from client where ville = $1 and ${lotOf} = any ($2)) as c where $3::int is null or n <= $3)
    select id, ${lotOf} as lot, ${trait}::text as trait from client
    where id in (select id from choisis) and ${lotOf} = any ($2) order by id for no key update`,
    [kind, lots, each],
  )
  return rows
}

/**
 * Whether in each lot as many have the one trait as the other: another writer may have been between choosing and
 * holding.
 */
const balanced = (held: readonly Held[], [left, right]: readonly [string, string]): boolean => {
  const balance = new Map<string, number>()
  for (const { lot, trait } of held)
    balance.set(lot, (balance.get(lot) ?? 0) + (trait === left ? 1 : trait === right ? -1 : Number.NaN))
  return held.length > 0 && [...balance.values()].every((difference) => difference === 0)
}

const exchanged = (column: string) => `case ${column} when $2::uuid then $3::uuid else $2::uuid end`

/** Clients of both partners change hands. */
const exchangeManagers =
  (lots: number, each?: number): Change =>
  async (client, { partners }) => {
    const held = await hold(client, {
      kind: 'geree',
      lots: someLots(lots),
      trait: 'partenaire_actuel_id',
      ...(each === undefined ? {} : { each }),
    })
    if (!balanced(held, partners)) return false
    await client.query(
      `update client set partenaire_actuel_id = ${exchanged('partenaire_actuel_id')}, statut_kyc = 'conforme' where id = any ($1)`,
      [held.map(({ id }) => id), ...partners],
    )
    return true
  }

const exchangeAuthors: Change = async (client, { users }) => {
  const held = await hold(client, { kind: 'creee', lots: someLots(1), trait: 'cree_par', each: 1 })
  if (!balanced(held, users)) return false
  await client.query(`update client set cree_par = ${exchanged('cree_par')} where id = any ($1)`, [
    held.map(({ id }) => id),
    ...users,
  ])
  return true
}

/** Two clients that the same people see take each other's place in the list. */
const exchangeLots: Change = async (client) => {
  const held = await hold(client, {
    kind: 'geree',
    lots: someLots(2),
    trait: 'partenaire_actuel_id',
    each: 1,
  })
  const [left] = held
  const right = held.find(({ lot, trait }) => lot !== left?.lot && trait === left?.trait)
  if (left === undefined || right === undefined) return false
  await client.query(
    `update client set raison_sociale = overlay(raison_sociale placing case id when $1 then $3 else $4 end from 1 for 6) where id in ($1, $2)`,
    [left.id, right.id, right.lot, left.lot],
  )
  return true
}

const rename =
  (kind: string, lots: number, each?: number): Change =>
  async (client) => {
    const held = await hold(client, { kind, lots: someLots(lots), trait: 'ville', ...(each ? { each } : {}) })
    await client.query(`update client set raison_sociale = ${newName} where id = any ($1)`, [
      held.map(({ id }) => id),
    ])
    return true
  }

/** What clients are filtered by. No row is held beforehand: whoever is at one of them is waited for. */
const changeStates: Change = async (client) => {
  await client.query(
    `update client set statut = (enum_range(null::statut_client))[1 + floor(random() * 5)],
      statut_kyc = (enum_range(null::statut_kyc))[1 + floor(random() * 5)],
      secteur_id = (array(select id from secteur_activite order by id))[1 + floor(random() * 8)]
    where id in (select id from client where ${lotOf} = any ($1) order by id for no key update)`,
    [someLots(chance(0.3) ? 4 : 1)],
  )
  return true
}

const replaceClient: Change = async (client, { otherPartners, otherUsers }) => {
  const { rowCount } = await client.query(
    `with partis as (delete from client where id = (select id from client where ville = 'libre' and ${lotOf} = $1 order by random() limit 1) returning *)
    insert into client (id, organisation_id, raison_sociale, ville, origine, statut, statut_kyc, partenaire_actuel_id, credit_approuve, cree_par, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, ${newName}, ville, origine, statut, statut_kyc, $2, credit_approuve, $3, cree_le, now() from partis`,
    [...someLots(1), chance(0.5) ? null : one(otherPartners), chance(0.2) ? null : one(otherUsers)],
  )
  return rowCount === 1
}

/**
 * As many reservations are decided as decisions are taken back: of one partner (both see the clients of theirs), or of
 * all others.
 */
const decide =
  (own: boolean): Change =>
  async (client, { partners }) => {
    const { rows } = await client.query<{ id: string; en_attente: boolean }>(
      `with choisies as materialized (select id, row_number() over (partition by en_attente order by random()) as n from reservation
        where cree_le::date = date '2026-01-01' + $1::int and case when $2::uuid is null then partenaire_id <> all ($3::uuid[]) else partenaire_id = $2 end)
      select id, en_attente from reservation where id in (select id from choisies where n <= $4) order by id for no key update`,
      [Math.floor(Math.random() * LOTS), own ? one(partners) : null, partners, own ? 2 : 20],
    )
    const pending = rows.filter(({ en_attente }) => en_attente).length
    if (rows.length === 0 || 2 * pending !== rows.length) return false
    await client.query(
      `update reservation set statut = case when en_attente then 'refusee' else 'demandee' end::statut_reservation where id = any ($1)`,
      [rows.map(({ id }) => id)],
    )
    return true
  }

const replaceReservation: Change = async (client, { otherPartners }) => {
  const { rowCount } = await client.query(
    `with parties as (delete from reservation where id = (select id from reservation where partenaire_id = $1 order by random() limit 1) returning *)
    insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select gen_random_uuid(), client_id, $2, demandee_par, statut, cree_le, now() from parties`,
    [one(otherPartners), one(otherPartners)],
  )
  return rowCount === 1
}

const exchangeOrganisations =
  (table: 'utilisateur' | 'partenaire'): Change =>
  async (client, { users, partners, organisations }) => {
    await client.query(
      `update ${table} set organisation_id = ${exchanged('organisation_id')} where id = any ($1)`,
      [table === 'utilisateur' ? users : partners, ...organisations],
    )
    return true
  }

const moveSomebody: Change = async (client, { otherUsers, otherPartners }) => {
  await client.query(
    'update utilisateur set organisation_id = (select organisation_id from partenaire where id = $2) where id = $1',
    [one(otherUsers), one(otherPartners)],
  )
  return true
}

/** What is kept becomes long, and the next writers fold it and note places anew. */
const makeLong: Change = async (client, { partners }) => {
  await lengthen(client, partners)
  return true
}

const changes: readonly [share: number, Change][] = [
  [12, rename('geree', 1, 2)],
  [6, rename('demandee', 1, 3)],
  [2, rename('creee', LOTS)],
  [2, rename('geree', 6)],
  [12, exchangeManagers(1, 1)],
  [3, exchangeManagers(9)],
  [8, exchangeAuthors],
  [8, exchangeLots],
  [8, changeStates],
  [12, replaceClient],
  [12, decide(true)],
  [5, decide(false)],
  [8, replaceReservation],
  [3, exchangeOrganisations('utilisateur')],
  [2, exchangeOrganisations('partenaire')],
  [3, moveSomebody],
  [5, makeLong],
]
const deck = changes.flatMap(([share, change]) => Array.from({ length: share }, () => change))

/** How many changes it takes until each kind has had its share. */
export const DECK = deck.length

/** Deals the changes out in a random order, all of them before any comes again. */
export function dealer(): () => Change {
  let left: Change[] = []
  return () => {
    if (left.length === 0)
      left = deck
        .map((change) => ({ change, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ change }) => change)
    return left.pop() as Change
  }
}
