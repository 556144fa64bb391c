import type { World } from './world.ts'

/** New clients that nobody manages, has created or has asked for, with names like no other. */
export async function prospects(world: World, count: number): Promise<string[]> {
  const rows = await world.sql<{ id: string }>(
    `insert into client (id, organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le)
    select gen_random_uuid(), (select id from organisation where type = 'client' order by id limit 1),
      translate(md5(n::text), '0123456789', 'ghijklmnop'), 'direct', 'prospect', 'a_fournir', false, now(), now()
    from generate_series(1, $1::int) as n returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}
