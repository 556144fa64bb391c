import type pg from 'pg'
import { bestOf, type Close } from './doublon/best.ts'
import { findCandidates } from './doublon/candidates.ts'
import { type Weights, weights } from './doublon/similarity.ts'

/** How many clients are compared at once: enough to save round trips, few enough to save memory. */
const AT_ONCE = 200

/**
 * Runs the duplicate check on stored reservations, in the caller's transaction: close client records by the five
 * criteria, competing reservations of other partners, and the outcome. It replaces earlier results. What it finds does
 * not depend on who asks; who sees it does (D18).
 */
export async function checkReservations(
  connection: pg.Client,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await checkSome(connection, ids.slice(start, start + AT_ONCE), now)
  }
}

async function checkSome(connection: pg.Client, ids: readonly string[], now: Date): Promise<void> {
  const { rows } = await connection.query<{ client_id: string; poids: Weights }>({
    name: 'doublon_sujets',
    text: subjects,
    values: [ids],
  })
  const candidates = await findCandidates(
    connection,
    rows.map(({ client_id }) => client_id),
  )
  const close = bestOf(candidates, rows[0]?.poids as Weights)
  const column = <Key extends keyof Close>(key: Key) => close.map((record) => record[key])
  await connection.query({
    name: 'doublon_preuves',
    text: evidence,
    values: [
      ids,
      now.toISOString(),
      column('sujet'),
      column('client_id'),
      close.map(({ criteres }) => `{${criteres.join(',')}}`),
      column('similarite'),
    ],
  })
}

/** Deletes the results of an earlier check, and gives the clients and the weights of words. */
const subjects = `
  with correspondances as (delete from reservation_correspondance where reservation_id = any ($1)),
  concurrentes as (delete from reservation_concurrente where reservation_id = any ($1))
  select distinct client_id, ${weights} as poids from reservation where id = any ($1)`

const evidence = `
  with demande as materialized (
    select r.id, r.client_id, r.partenaire_id, c.partenaire_actuel_id
    from reservation as r join client as c on c.id = r.client_id where r.id = any ($1)
  ), proche as (
    insert into reservation_correspondance
    select d.id, row_number() over (partition by d.id order by similarite desc, p.id), p.id, p.raison_sociale,
      p.partenaire_actuel_id, array(select critere from unnest(criteres::critere_doublon[]) as critere order by critere), similarite
    from unnest($3::uuid[], $4::uuid[], $5::text[], $6::double precision[]) as proche (sujet, client_id, criteres, similarite)
    join demande as d on d.client_id = proche.sujet join client as p on p.id = proche.client_id
    returning reservation_id
  ), rivale as (
    insert into reservation_concurrente
    select d.id, row_number() over (partition by d.id order by autre.cree_le, autre.id), autre.id, autre.partenaire_id, autre.cree_le
    from demande as d join reservation as autre on autre.client_id = d.client_id
    where autre.partenaire_id <> d.partenaire_id and autre.en_attente
    returning reservation_id
  )
  update reservation as r set doublon_controle_le = $2, doublon_resultat = case
    when d.partenaire_actuel_id <> d.partenaire_id or d.id in (select reservation_id from rivale) then 'conflit'
    when d.id in (select reservation_id from proche) then 'doublon_potentiel'
    else 'aucun' end::resultat_doublon
  from demande as d where d.id = r.id`
