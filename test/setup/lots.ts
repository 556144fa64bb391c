import type { World } from './world.ts'

/**
 * A world whose every page is known while it changes. Its clients stand in lots, named so that they are listed one lot
 * after the other. In each lot there are as many for either of two partners, by each of the three reasons of D17; what
 * changes, changes in pairs within one transaction. So page N of a list is lot N, whoever reads it and whenever.
 */
export const LOTS = 20

/**
 * How many clients of a lot a reader sees: the operator all, either partner those that it manages, claims or created.
 */
export const PER_LOT = { all: 100, managed: 25, claimed: 5, created: 5, seen: 35 }

/** The reservations of a lot: pending ones, and as many decided ones. Those of either partner, and those of all. */
export const CLAIMS = { own: 5, all: 30 }

/** Who acts in it. */
export interface Actors {
  /** The two partners, their organisations, and a user of each. */
  readonly partners: readonly [string, string]
  readonly organisations: readonly [string, string]
  readonly users: readonly [string, string]
  readonly operator: string
  /** Partners and users that nobody in the tests speaks as. */
  readonly otherPartners: readonly string[]
  readonly otherUsers: readonly string[]
}

/** The lot of a client, as SQL and as its name begins. */
export const lotOf = 'left(raison_sociale, 6)'
export const lotName = (lot: number): string => `Lot ${String(lot).padStart(2, '0')}`

/**
 * Puts the lots in the place of the clients that are there. The kind of a client, which never changes, is its `ville`.
 */
export async function makeLots(
  sql: World['sql'],
  who: { operator: string; pair: readonly [string, string] },
): Promise<Actors> {
  await sql('delete from site; delete from contact; delete from reservation; delete from client')
  const actors = await findActors(sql, who)
  const { partners, users, otherPartners } = actors
  await sql(
    `insert into client (id, organisation_id, raison_sociale, ville, origine, statut, statut_kyc, partenaire_actuel_id,
      credit_approuve, cree_par, cree_le, modifie_le)
    select gen_random_uuid(), (select id from organisation where type = 'client' order by id limit 1),
      format('Lot %s %s', lpad(lot::text, 2, '0'), substr(md5(random()::text), 1, 8)),
      case when n < 50 then 'geree' when n < 70 then 'demandee' when n < 80 then 'creee' else 'libre' end,
      'direct', 'prospect', 'a_fournir',
      case when n < 50 then ($1::uuid[])[1 + n % 2] when n >= 90 then ($3::uuid[])[1 + (n + lot) % cardinality($3::uuid[])] end,
      false, case when n between 70 and 79 then ($2::uuid[])[1 + n % 2] end, now(), now()
    from generate_series(0, $4 - 1) as lot, generate_series(0, 99) as n`,
    [partners, users, otherPartners, LOTS],
  )
  await sql(
    `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    select gen_random_uuid(), id,
      case ville when 'demandee' then ($1::uuid[])[1 + n % 2] else ($3::uuid[])[1 + (n + lot) % cardinality($3::uuid[])] end,
      ($2::uuid[])[1], case when n / 2 % 2 = 0 then 'demandee' else 'refusee' end::statut_reservation,
      timestamptz '2026-01-01' + lot * interval '1 day' + n * interval '1 minute', now()
    from (select id, ville, substr(raison_sociale, 5, 2)::int as lot,
      row_number() over (partition by ${lotOf}, ville order by id)::int - 1 as n
      from client where ville in ('geree', 'demandee')) as c
    where n < case ville when 'demandee' then 20 else 40 end`,
    [partners, users, otherPartners],
  )
  return actors
}

async function findActors(
  sql: World['sql'],
  { operator, pair }: { operator: string; pair: readonly [string, string] },
): Promise<Actors> {
  const [found] = await sql<{
    partners: [string, string]
    organisations: [string, string]
    users: [string, string]
  }>(
    `select array_agg(p.id order by rang) as partners, array_agg(p.organisation_id order by rang) as organisations,
      array_agg(u.id order by rang) as users
    from unnest($1::text[]) with ordinality as deux (email, rang)
    join utilisateur as u using (email) join partenaire as p using (organisation_id)`,
    [pair],
  )
  const [others] = await sql<{ operator: string; partners: string[]; users: string[] }>(
    `select (select id from utilisateur where email = $1) as operator,
      array(select id from partenaire where id <> all ($2::uuid[]) order by id) as partners,
      array(select u.id from utilisateur as u join partenaire as p using (organisation_id) where p.id <> all ($2::uuid[]) order by 1) as users`,
    [operator, found?.partners],
  )
  if (found === undefined || others === undefined) throw new Error('the demonstration world has other people')
  return { ...found, operator: others.operator, otherPartners: others.partners, otherUsers: others.users }
}
