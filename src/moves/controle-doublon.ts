import type pg from 'pg'

/** Names closer than this are told as close. */
const CLOSE = 0.6

/**
 * The duplicate check, as at a reservation request, of every pending `demandee` that has none yet: close client records
 * by the five criteria, competing reservations of other partners, and the outcome.
 */
export async function checkRequested(client: pg.Client, now: Date): Promise<void> {
  await client.query(`create temp table controle on commit drop as
    select r.id as reservation_id, r.partenaire_id, c.*
    from reservation as r join client as c on c.id = r.client_id
    where r.statut = 'demandee' and r.doublon_resultat is null and r.id in (select id from import_reservation)`)
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from controle')
  if (rows[0]?.n === 0) return
  await client.query(`select set_config('pg_trgm.word_similarity_threshold', '${CLOSE}', true)`)
  await client.query(`insert into reservation_correspondance ${correspondances}`)
  await client.query(`insert into reservation_concurrente ${concurrentes}`)
  await client.query(
    `update reservation as r set doublon_controle_le = $1, doublon_resultat = case
      when exists (select from reservation_concurrente as autre where autre.reservation_id = r.id)
        or c.partenaire_actuel_id <> c.partenaire_id then 'conflit'
      when exists (select from reservation_correspondance as proche where proche.reservation_id = r.id) then 'doublon_potentiel'
      else 'aucun' end::resultat_doublon
    from controle as c where c.reservation_id = r.id`,
    [now.toISOString()],
  )
}

/** Letters and digits alone, so that spaces, dashes and case do not tell two numbers apart. */
const bare = (column: string): string => `nullif(regexp_replace(upper(${column}), '[^A-Z0-9]', '', 'g'), '')`

const mails = (client: string): string =>
  `select lower(mail) from (select ${client}.email::text union select email::text from contact where client_id = ${client}.id) as m (mail) where mail is not null`

const pairs = [
  [`rccm_identique`, `c join client as p on ${bare('p.rccm')} = ${bare('c.rccm')}`],
  [`ncc_identique`, `c join client as p on ${bare('p.ncc')} = ${bare('c.ncc')}`],
  [`telephone_identique`, `c join client as p on p.telephone = c.telephone`],
  [
    `email_contact_identique`,
    `c cross join lateral (${mails('c')}) as mien (mail)
      join (select id as client_id, lower(email) as mail from client union select client_id, lower(email) from contact) as autre
        using (mail) join client as p on p.id = autre.client_id`,
  ],
  [
    `raison_sociale_proche`,
    `c join client_liste as p on p.portee = antenne.tout() and c.raison_sociale_pliee <% p.recherche
      and similarity(p.raison_sociale_pliee, c.raison_sociale_pliee) >= ${CLOSE}`,
  ],
]
  .map(
    ([criterion, from]) =>
      `select c.reservation_id, p.id, '${criterion}'::critere_doublon as critere from controle as ${from} where p.id <> c.id`,
  )
  .join(' union ')

const correspondances = `
  select reservation_id, row_number() over (partition by reservation_id order by similarite desc, id), id, raison_sociale,
    partenaire_actuel_id, criteres, similarite
  from (
    select paire.reservation_id, p.id, p.raison_sociale, p.partenaire_actuel_id, array_agg(critere order by critere) as criteres,
      round(similarity(p.raison_sociale_pliee, c.raison_sociale_pliee)::numeric, 4)::double precision as similarite
    from (${pairs}) as paire join client as p on p.id = paire.id join controle as c using (reservation_id)
    group by paire.reservation_id, p.id, c.raison_sociale_pliee
  ) as proche`

const concurrentes = `
  select c.reservation_id, row_number() over (partition by c.reservation_id order by autre.cree_le, autre.id), autre.id,
    autre.partenaire_id, autre.cree_le
  from controle as c join reservation as autre on autre.client_id = c.id
  where autre.partenaire_id <> c.partenaire_id and autre.en_attente`
