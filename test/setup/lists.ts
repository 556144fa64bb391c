import type { World } from './world.ts'

/** The lists that readers have, said plainly: D17 as a condition on every pair of a partner and a client. */
const seen = `select antenne.tout() as portee, * from client
  union all select p.id, client.* from partenaire as p, client left join utilisateur as auteur on auteur.id = client.cree_par
  where client.partenaire_actuel_id = p.id
    or exists (select from reservation where client_id = client.id and partenaire_id = p.id and statut in ('demandee', 'conflit'))
    or client.partenaire_actuel_id is null and auteur.organisation_id = p.organisation_id`
const claims = `select antenne.tout() as portee, * from reservation union all select partenaire_id, * from reservation`

/** Rows that stand more often in one query than in the other. Both are asked once, and compared as texts. */
const different = (what: string, kept: string, plain: string) =>
  `select case when sum(n) > 0 then '${what}' else '${what} missing' end as quoi, ligne
  from (select k::text as ligne, 1 as n from (${kept}) as k union all select p::text, -1 from (${plain}) as p) as deux
  group by ligne having sum(n) <> 0`

/** Noted places whose rank, with the changes since, is not the number of rows before them. */
const misplaced = (list: string, columns: readonly string[], rows: string) => {
  const keys = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`
  return `select 'place of ${list}', d::text from (
    select r.*, r.rang + coalesce((select sum(n) from ${list}_ecart as e where e.portee = r.portee and ${keys('e')} < ${keys('r')}), 0) as tenu,
      (select count(*) from ${rows} as l where l.portee = r.portee and ${keys('l')} < ${keys('r')}) as compte
    from ${list}_repere as r) as d where tenu <> compte`
}

/** How many rows of each filtered list stand before a place in its middle, if not what is kept. */
const misranked = (list: string, columns: readonly string[], filters: string, rows: string) => {
  const keys = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`
  const middle = `(select portee, percentile_disc(0.5) within group (order by place) as rang
    from ${list}_rang, unnest(places) as place group by portee) as m`
  const before = (of: string, n: string) => `select portee, grouping(${filters}), ${filters}, ${n} as n
    from ${of} join ${middle} using (portee) join ${list}_repere as r using (portee, rang)
    where ${keys(of)} < ${keys('r')} group by portee, cube (${filters})`
  return different(
    `${list}_rang`,
    `select portee, libres, ${filters}, sum(n) from (
      select portee, libres, ${filters}, max(part.rang) as n from ${list}_rang join ${middle} using (portee),
        unnest(places, rangs) as part (place, rang) where place < m.rang group by portee, libres, ${filters}
      union all ${before(`${list}_ecart`, 'sum(n)')}) as tenus group by portee, libres, ${filters} having sum(n) <> 0`,
    before(rows, 'count(*)'),
  )
}

const listed =
  'portee, id, raison_sociale_pliee, raison_sociale, statut, statut_kyc, secteur_id, partenaire_actuel_id, recherche'

const checks = [
  different('client_liste', `select ${listed} from client_liste`, `select ${listed} from vus`),
  different(
    'client_compte',
    `select portee, statut, statut_kyc, secteur_id, gere, sum(n) from client_compte group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
    `select portee, statut, statut_kyc, secteur_id, coalesce(portee = partenaire_actuel_id, false), count(*) from vus group by 1, 2, 3, 4, 5`,
  ),
  different(
    'client_paire',
    `select recherche, sum(n) from client_paire group by 1 having sum(n) <> 0`,
    `select paire, sum(n) from (select recherche as texte, count(*)::int as n from client group by 1) as textes,
      lateral (select distinct substr(texte, i, 2) as paire from generate_series(1, length(texte) - 1) as i) as paires
    group by 1`,
  ),
  different(
    'reservation_compte',
    `select portee, statut, sum(n) from reservation_compte group by 1, 2 having sum(n) <> 0`,
    `select portee, statut, count(*) from vues group by 1, 2`,
  ),
  misplaced('client', ['raison_sociale_pliee', 'raison_sociale', 'id'], 'vus'),
  misplaced('reservation', ['ordre', 'id'], 'vues'),
  misranked(
    'client',
    ['raison_sociale_pliee', 'raison_sociale', 'id'],
    'statut, statut_kyc, secteur_id',
    'vus',
  ),
  misranked('reservation', ['ordre', 'id'], 'statut', 'vues'),
]

/** What is kept for the lists beside what their rows say, read in one snapshot: whatever differs. */
export const differences = (sql: World['sql']) =>
  sql<{ quoi: string; ligne: string }>(
    `with vus as materialized (${seen}), vues as materialized (${claims}) ${checks.join(' union all ')}`,
  )
