import type { Source, Wait } from '../database/database.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import {
  belonging,
  byType,
  everybodys,
  follows,
  kept,
  keptForAll,
  type Meaning,
  nothing,
  type Viewer,
} from './meaning.ts'

/**
 * Who sees what (D17, D18), once. Each entry gives a plain table name its meaning for one caller; the engine puts
 * the entries that an operation reads in front of its SQL. A name that is not given a meaning does not exist there.
 */
const meanings = {
  // One request sees one day (D12).
  moment: follows([], ({ aujourdhui }) => sql`select ${aujourdhui}::date as aujourdhui`),

  // The caller's own account: the same for every type of organisation.
  utilisateur: follows(
    [],
    ({ utilisateur_id }) => sql`select * from antenne_prive.utilisateur where id = ${utilisateur_id}`,
  ),
  organisation: follows(
    ['utilisateur'],
    sql`select * from antenne_prive.organisation where id in (select organisation_id from utilisateur)`,
  ),
  mes_roles: follows(
    ['utilisateur'],
    sql`select role.*, role.id = utilisateur.role_id as principal
      from utilisateur
      join antenne_prive.utilisateur_role on utilisateur_role.utilisateur_id = utilisateur.id
      join antenne_prive.role on role.id = utilisateur_role.role_id`,
  ),
  // D20: those of all roles, none as soon as the account or the organisation is not active. One join, asked at every request.
  mes_permissions: follows(
    [],
    ({ utilisateur_id }) => sql`select permission from antenne_prive.utilisateur
      join antenne_prive.organisation on organisation.id = utilisateur.organisation_id
      join antenne_prive.utilisateur_role on utilisateur_role.utilisateur_id = utilisateur.id
      join antenne_prive.role_permission on role_permission.role_id = utilisateur_role.role_id
      where utilisateur.id = ${utilisateur_id} and utilisateur.actif and organisation.statut = 'active'`,
  ),
  mon_partenaire: follows(
    ['utilisateur'],
    sql`select id from antenne_prive.partenaire where organisation_id in (select organisation_id from utilisateur)`,
  ),

  // Partners
  partenaire: byType(sql`antenne_prive.partenaire`, {
    partenaire: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  partenaire_zone: belonging(
    sql`antenne_prive.partenaire_zone`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  partenaire_secteur: belonging(
    sql`antenne_prive.partenaire_secteur`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  contrat_cadre: belonging(
    sql`antenne_prive.contrat_cadre`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  document_kyc: follows(
    ['partenaire'],
    ({ aujourdhui }) => sql`select * from antenne_prive.document_kyc_au(${aujourdhui}::date)
      where organisation_id in (select organisation_id from partenaire)`,
  ),
  fichier: belonging(
    sql`antenne_prive.fichier`,
    ['document_kyc'],
    sql`id in (select fichier_id from document_kyc)`,
  ),

  // Clients. Which partner sees which client is kept in `client_liste` by the database, as its view `client_portee` says.
  client: byType(sql`antenne_prive.client`, {
    partenaire: ({ partenaire_id, organisation_id }) =>
      partenaire_id === null
        ? sql`partenaire_actuel_id is null
          and cree_par in (select id from antenne_prive.utilisateur where organisation_id = ${organisation_id})`
        : sql`exists (select from antenne_prive.client_liste
          where client_liste.id = client.id and portee = ${partenaire_id})`,
    client: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  // Their list, how many there are, and places to start from (see the migration `listes`).
  client_liste: kept(sql`antenne_prive.client_liste`, follows(['client'], sql`select * from client`)),
  client_compte: kept(
    sql`antenne_prive.client_compte`,
    follows(['client'], sql`select statut, statut_kyc, secteur_id, 1 as n from client`),
  ),
  client_repere: kept(sql`antenne_prive.client_repere`, nothing(sql`antenne_prive.client_repere`)),
  client_ecart: kept(sql`antenne_prive.client_ecart`, nothing(sql`antenne_prive.client_ecart`)),
  client_paire: keptForAll(
    sql`select * from antenne_prive.client_paire where portee = antenne.tout()`,
    nothing(sql`antenne_prive.client_paire`),
  ),
  // The clients that a partner manages are all in its own list.
  client_par_partenaire: keptForAll(
    sql`select * from antenne_prive.client_liste where portee = partenaire_actuel_id`,
    follows(['client_liste'], sql`select * from client_liste`),
  ),
  client_compte_par_partenaire: keptForAll(
    sql`select *, portee as partenaire_actuel_id from antenne_prive.client_compte where gere`,
    follows(
      ['client_liste'],
      sql`select statut, statut_kyc, secteur_id, partenaire_actuel_id, 1 as n from client_liste`,
    ),
  ),
  contact: belonging(sql`antenne_prive.contact`, ['client'], sql`client_id in (select id from client)`),
  site: belonging(sql`antenne_prive.site`, ['client'], sql`client_id in (select id from client)`),
  // The managing partner of a visible client is always given, in short (D18).
  partenaire_actuel: belonging(
    sql`antenne_prive.partenaire`,
    ['client'],
    sql`id in (select partenaire_actuel_id from client)`,
  ),

  // Reservations, and of their evidence only what the caller may see for itself (D18).
  reservation: byType(sql`antenne_prive.reservation`, {
    partenaire: ({ partenaire_id }) => sql`partenaire_id = ${partenaire_id}`,
  }),
  reservation_compte: kept(
    sql`antenne_prive.reservation_compte`,
    nothing(sql`antenne_prive.reservation_compte`),
  ),
  reservation_repere: kept(
    sql`antenne_prive.reservation_repere`,
    nothing(sql`antenne_prive.reservation_repere`),
  ),
  reservation_ecart: kept(
    sql`antenne_prive.reservation_ecart`,
    nothing(sql`antenne_prive.reservation_ecart`),
  ),
  reservation_compte_par_partenaire: keptForAll(
    sql`select *, portee as partenaire_id from antenne_prive.reservation_compte where portee <> antenne.tout()`,
    follows(['reservation_compte'], sql`select *, portee as partenaire_id from reservation_compte`),
  ),
  reservation_correspondance: belonging(
    sql`antenne_prive.reservation_correspondance`,
    ['reservation', 'client'],
    sql`reservation_id in (select id from reservation)
      and exists (select from client where client.id = reservation_correspondance.client_id offset 0)`,
  ),
  reservation_concurrente: belonging(
    sql`antenne_prive.reservation_concurrente`,
    ['reservation'],
    sql`reservation_id in (select id from reservation) and concurrente_id in (select id from reservation)`,
  ),

  // Reference data and catalogue
  zone_geographique: everybodys(sql`select * from antenne_prive.zone_geographique`),
  secteur_activite: everybodys(sql`select * from antenne_prive.secteur_activite`),
  type_document: everybodys(sql`select * from antenne_prive.type_document`),
  offre: everybodys(sql`select * from antenne_prive.offre`),
  tarif: everybodys(sql`select * from antenne_prive.tarif`),
} satisfies Record<string, Meaning>

/** A name that an operation may read. */
export type Table = keyof typeof meanings

const order = Object.keys(meanings) as Table[]

/** The names to define for these ones, each after those it is written with. */
function closure(tables: readonly Table[]): Table[] {
  const wanted = new Set<Table>()
  const want = (table: Table): void => {
    wanted.add(table)
    for (const needed of meanings[table].needs as readonly Table[]) want(needed)
  }
  tables.forEach(want)
  return order.filter((table) => wanted.has(table))
}

/** The names that describe the caller's own account: its id is all they need. */
type SessionTable = 'utilisateur' | 'organisation' | 'mes_roles' | 'mes_permissions' | 'mon_partenaire'

/** The statement, with each table that it reads meaning what this caller may see. */
export function withScope(
  tables: readonly SessionTable[],
  viewer: Pick<Viewer, 'utilisateur_id'>,
  statement: Sql,
): Sql
export function withScope(tables: readonly Table[], viewer: Viewer, statement: Sql): Sql
export function withScope(tables: readonly Table[], viewer: Partial<Viewer>, statement: Sql): Sql {
  const definitions = closure(tables).map((table) => {
    const meaning: Meaning = meanings[table]
    return sql`${name(table)} as not materialized (${meaning.rows(viewer as Viewer)})`
  })
  return sql`with ${join(definitions, ', ')} ${statement}`
}

/**
 * Whether the caller is, in the very snapshot of the statement, who it was taken for, and holds that right. The scope was
 * chosen by what was known of the caller before: this makes the choice exact, without a statement of its own.
 */
export const confirmation = (caller: Caller, permission: string | null): Sql =>
  sql`exists (select from antenne_prive.utilisateur join antenne_prive.organisation on organisation.id = utilisateur.organisation_id
    where utilisateur.id = ${caller.utilisateur_id}
      and organisation.id = ${caller.organisation_id} and organisation.type = ${caller.type}
      and ${caller.type === 'partenaire' ? isPartner(caller) : sql`true`}
      and ${permission === null ? sql`true` : holds(permission)})`

const isPartner = ({ partenaire_id }: Caller): Sql =>
  sql`(select id from antenne_prive.partenaire where organisation_id = organisation.id) is not distinct from ${partenaire_id}`

const holds = (permission: string): Sql =>
  sql`utilisateur.actif and organisation.statut = 'active'
    and exists (select from antenne_prive.utilisateur_role join antenne_prive.role_permission using (role_id)
      where utilisateur_id = utilisateur.id and permission = ${permission})`

/** Asks nothing but that, where the answer itself comes from a copy that may be a moment behind. */
export async function confirm(
  source: Source,
  caller: Caller,
  permission: string | null,
  wait: Wait,
): Promise<boolean> {
  const [row] = await source.read<{ confirme: boolean }>(
    sql`select ${confirmation(caller, permission)} as confirme`,
    wait,
  )
  return row?.confirme === true
}

/** Reference lists: the same rows whoever asks. */
type ReferenceTable = 'zone_geographique' | 'secteur_activite' | 'type_document'

/** The statement of nobody in particular: it may read reference lists and nothing else. */
export const withReference = (tables: readonly ReferenceTable[], statement: Sql): Sql =>
  withScope(tables, {} as Viewer, statement)
