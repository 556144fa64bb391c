import type pg from 'pg'

interface Assigned {
  readonly id: string
  readonly client_id: string
  readonly partenaire_id: string
  readonly par: string
  readonly at: string
}

/** Gives the client to the partner. Refuses the other requests without naming that partner. */
export async function assign(client: pg.Client, given: Assigned): Promise<string[]> {
  const { id, client_id, partenaire_id, par, at } = given
  const { rows } = await client.query<{ id: string }>(
    `update reservation set statut = 'refusee', traitee_par = $3, traitee_le = $4, modifie_le = $4,
      motif_decision = case when partenaire_id = $5 then 'Une autre demande de ce partenaire sur ce client a été validée.'
        else 'Le client a été attribué à un autre partenaire.' end
    where client_id = $2 and id <> $1 and en_attente returning id`,
    [id, client_id, par, at, partenaire_id],
  )
  await client.query(
    `update client set partenaire_actuel_id = $2, statut = 'reserve', modifie_le = $3 where id = $1`,
    [client_id, partenaire_id, at],
  )
  return rows.map((row) => row.id).sort()
}

/** A client without pending requests becomes a prospect again. */
export async function release(client: pg.Client, client_id: string, at: string): Promise<void> {
  await client.query(
    `update client set statut = 'prospect', modifie_le = $2 where id = $1 and statut = 'reservation_demandee'
      and not exists (select from reservation where client_id = $1 and en_attente)`,
    [client_id, at],
  )
}
