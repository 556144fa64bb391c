import type pg from 'pg'

/** Twice as many make what is folded, or noted anew, after a thousand changes long enough. */
const PLACES = 51
const TIMES = 10

const statements = [
  ` insert into client_compte (portee, statut, statut_kyc, gere, n)
    select lecteur, 'prospect', 'a_fournir', false, n from lecteurs, fois, signes`,
  ` insert into client_paire (portee, recherche, n) select antenne.tout(), 'lo', n from fois, signes`,
  ` insert into reservation_compte (portee, statut, n) select lecteur, 'demandee', n from lecteurs, fois, signes`,
  `, places as materialized (select l.* from lecteurs,
      lateral (select * from client_liste where portee = lecteur order by random() limit ${PLACES}) as l)
    insert into client_ecart (portee, raison_sociale_pliee, raison_sociale, id, n)
    select portee, raison_sociale_pliee, raison_sociale, id, n from places, generate_series(1, ${TIMES}), signes`,
  `, places as materialized (select l.* from lecteurs,
      lateral (select * from reservation_liste where portee = lecteur order by random() limit ${PLACES}) as l)
    insert into reservation_ecart (portee, ordre, id, n)
    select portee, ordre, id, n from places, generate_series(1, ${TIMES}), signes`,
]

/**
 * Appends to what is kept of the lists of these readers as many additions as removals of the same. Nothing becomes more
 * or less by it, but the next writer folds it and notes places anew, however slow the machine is.
 */
export async function lengthen(client: pg.Client, partners: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await client.query(
      `with lecteurs (lecteur) as (select antenne.tout() union all select unnest($1::uuid[])),
        fois as (select generate_series(1, ${TIMES * PLACES})), signes (n) as (values (1), (-1))${statement}`,
      [partners],
    )
  }
}
