import type { World } from './world.ts'

/** Rows that stand more often in one query than in the other. */
const different = (what: string, kept: string, plain: string) =>
  `(select '${what}' as quoi, row_to_json(d)::text as ligne from ((${kept}) except all (${plain})) as d)
   union all (select '${what} missing', row_to_json(d)::text from ((${plain}) except all (${kept})) as d)`

/** The lists that readers have, said plainly: D17 as a condition on every pair of a partner and a client. */
const seen = `select antenne.tout() as portee, * from client
  union all select p.id, client.* from client, partenaire as p
  where client.partenaire_actuel_id = p.id
    or exists (select from reservation where client_id = client.id and partenaire_id = p.id and statut in ('demandee', 'conflit'))
    or client.partenaire_actuel_id is null and client.cree_par in (select id from utilisateur where organisation_id = p.organisation_id)`
const claims = `select antenne.tout() as portee, * from reservation union all select partenaire_id, * from reservation`

const places = (list: string, keys: string, rows: string) => `
  select r.portee, ${keys.replace(/\w+/g, 'r.$&')}, r.rang + coalesce((select sum(n) from ${list}_ecart as e
    where e.portee = r.portee and (${keys.replace(/\w+/g, 'e.$&')}) < (${keys.replace(/\w+/g, 'r.$&')})), 0) as rang,
    (select count(*) from ${rows} as l where l.portee = r.portee and (${keys.replace(/\w+/g, 'l.$&')}) < (${keys.replace(/\w+/g, 'r.$&')})) as compte
  from ${list}_repere as r`

const checks = [
  different(
    'client_liste',
    `select portee, id, raison_sociale_pliee, raison_sociale, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from client_liste`,
    `select portee, id, raison_sociale_pliee, raison_sociale, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche from vus`,
  ),
  different(
    'client_compte',
    `select portee, statut, statut_kyc, secteur_id, gere, sum(n) from client_compte group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
    `select portee, statut, statut_kyc, secteur_id, coalesce(portee = partenaire_actuel_id, false), count(*) from vus group by 1, 2, 3, 4, 5`,
  ),
  different(
    'client_paire',
    `select recherche, sum(n) from client_paire where recherche ~ '^[a-z0-9]{2}$' group by 1 having sum(n) <> 0`,
    `select paire, count(distinct id) from client, generate_series(1, length(recherche)) as i, substr(recherche, i, 2) as paire
     where paire ~ '^[a-z0-9]{2}$' group by 1`,
  ),
  different(
    'reservation_compte',
    `select portee, statut, sum(n) from reservation_compte group by 1, 2 having sum(n) <> 0`,
    `select portee, statut, count(*) from vues group by 1, 2`,
  ),
  ...[
    places('client', 'raison_sociale_pliee, raison_sociale, id', 'vus'),
    places('reservation', 'ordre, id', 'vues'),
  ].map((of) => `select 'place', row_to_json(d)::text from (${of}) as d where rang <> compte`),
]

/** What is kept for the lists beside what their rows say, read in one snapshot: whatever differs. */
export const differences = (sql: World['sql']) =>
  sql<{ quoi: string; ligne: string }>(
    `with vus as materialized (${seen}), vues as materialized (${claims}) ${checks.join(' union all ')}`,
  )
