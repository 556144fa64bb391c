import type pg from 'pg'

/** A decision on a client's reservation, by whom and when. */
interface Change {
  readonly id: string
  readonly client_id: string
  readonly par: string
  readonly at: string
}

/** What a decision makes of the client and of the other requests on it. */
interface After {
  readonly client_statut: string
  readonly fermees: readonly string[]
}

/*
 * A decision is one statement: triggers then see the client and its reservations as they end up, and what follows from
 * both is worked out once.
 */

/** Gives the client to the partner. Refuses the other requests without naming that partner. */
export async function assign(
  connection: pg.Client,
  { id, client_id, par, at, partenaire_id }: Change & { readonly partenaire_id: string },
): Promise<After> {
  const { rows } = await connection.query<{ id: string }>(
    `with cedee as (
      update client set partenaire_actuel_id = $5, statut = 'reserve', modifie_le = $4 where id = $2
    ), validee as (
      update reservation set statut = 'validee', motif_decision = null, traitee_par = $3, traitee_le = $4, modifie_le = $4 where id = $1
    )
    update reservation set statut = 'refusee', traitee_par = $3, traitee_le = $4, modifie_le = $4,
      motif_decision = case when partenaire_id = $5 then 'Une autre demande de ce partenaire sur ce client a été validée.'
        else 'Le client a été attribué à un autre partenaire.' end
    where client_id = $2 and id <> $1 and en_attente returning id`,
    [id, client_id, par, at, partenaire_id],
  )
  return { client_statut: 'reserve', fermees: rows.map((row) => row.id).sort() }
}

/** Closes a request. A client without pending ones becomes a prospect again. */
export async function closeReservation(
  connection: pg.Client,
  {
    id,
    client_id,
    par,
    at,
    statut,
    motif,
  }: Change & { readonly statut: string; readonly motif: string | null },
): Promise<After> {
  const { rows } = await connection.query<{ statut: string }>(
    `with libre as (
      update client set statut = 'prospect', modifie_le = $4 where id = $2 and statut = 'reservation_demandee'
        and not exists (select from reservation where client_id = $2 and id <> $1 and en_attente)
      returning client.statut
    ), fermee as (
      update reservation set statut = $5, motif_decision = $6, traitee_par = $3, traitee_le = $4, modifie_le = $4 where id = $1
    )
    select coalesce((select statut from libre), statut) as statut from client where id = $2`,
    [id, client_id, par, at, statut, motif],
  )
  return { client_statut: rows[0]?.statut ?? '', fermees: [] }
}
