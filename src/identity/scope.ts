import { ACTIVE } from '../contract/permissions.ts'
import type { Source, Wait } from '../database/database.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import { changeRules } from './change-rules.ts'
import { historyRules } from './history-rules.ts'
import { kycRules } from './kyc-rules.ts'
import { listRules } from './list-rules.ts'
import { clients, reservations } from './lists.ts'
import {
  byType,
  childOf,
  derived,
  everybody,
  seesAll,
  type Viewer,
  type VisibilityRule,
} from './visibility.ts'

/** Clients that the caller's organisation sees. */
const isReader = ({ type, organisation_id }: Viewer): Sql =>
  sql`id in (select id from antenne_prive.client_lecteur
    where client_lecteur.type = ${type} and client_lecteur.organisation_id = ${organisation_id})`

/**
 * Who sees what (D17, D18), stated once. Each entry is what a caller sees of one table; the engine puts the entries
 * that an operation reads in front of its SQL, under the tables' plain names. A name without a rule does not exist.
 */
const rules = {
  // One request sees one day (D12).
  moment: derived([], ({ aujourdhui }) => sql`select ${aujourdhui}::date as aujourdhui`),

  // One row if the caller sees everything (D17), none otherwise.
  voit_tout: derived([], (viewer) =>
    seesAll(viewer) ? sql`select true as tout` : sql`select true as tout where false`,
  ),

  // The caller's own account: the same for every type of organisation.
  utilisateur: derived(
    [],
    ({ utilisateur_id }) => sql`select * from antenne_prive.utilisateur where id = ${utilisateur_id}`,
  ),
  organisation: derived(
    ['utilisateur'],
    sql`select * from antenne_prive.organisation where id in (select organisation_id from utilisateur)`,
  ),
  mes_roles: derived(
    ['utilisateur'],
    sql`select role.*, role.id = utilisateur.role_id as principal
      from utilisateur
      join antenne_prive.utilisateur_role on utilisateur_role.utilisateur_id = utilisateur.id
      join antenne_prive.role on role.id = utilisateur_role.role_id`,
  ),
  // D20, as the view says.
  mes_permissions: derived(
    [],
    ({ utilisateur_id }) =>
      sql`select permission from antenne_prive.droit where droit.utilisateur_id = ${utilisateur_id}`,
  ),
  // Users of one's own organisation; the operator knows all.
  collegue: byType(sql`antenne_prive.utilisateur`, {
    partenaire: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
    client: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
    tiers: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  mon_partenaire: derived(
    ['utilisateur'],
    sql`select id from antenne_prive.partenaire where organisation_id in (select organisation_id from utilisateur)`,
  ),

  // Partners
  partenaire: byType(sql`antenne_prive.partenaire`, {
    partenaire: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  partenaire_zone: childOf(
    sql`antenne_prive.partenaire_zone`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  partenaire_secteur: childOf(
    sql`antenne_prive.partenaire_secteur`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  contrat_cadre: childOf(
    sql`antenne_prive.contrat_cadre`,
    ['partenaire'],
    sql`partenaire_id in (select id from partenaire)`,
  ),
  ...kycRules,

  // Clients, by the view `client_lecteur` (D17). Partners have a materialised list of it.
  client: byType(sql`antenne_prive.client`, {
    partenaire: (viewer) =>
      viewer.partenaire_id === null
        ? isReader(viewer)
        : sql`exists (select from antenne_prive.client_liste
          where client_liste.id = client.id and portee = ${viewer.partenaire_id})`,
    client: isReader,
  }),
  ...listRules(clients),
  contact: childOf(sql`antenne_prive.contact`, ['client'], sql`client_id in (select id from client)`),
  site: childOf(sql`antenne_prive.site`, ['client'], sql`client_id in (select id from client)`),

  // Reservations, and the parts of their duplicate evidence that the caller may see (D18).
  reservation: byType(sql`antenne_prive.reservation`, {
    partenaire: ({ partenaire_id }) => sql`partenaire_id = ${partenaire_id}`,
  }),
  ...listRules(reservations),
  // The managing partner of a visible client is always given, in short (D18). A partner sees clients of others only
  // while it asks for them: these few are looked through, and not all clients of whoever is named.
  partenaire_actuel: derived(['client', 'reservation'], (viewer) => {
    const partners = sql`select * from antenne_prive.partenaire`
    if (seesAll(viewer)) return partners
    if (viewer.type !== 'partenaire' || viewer.partenaire_id === null)
      return sql`${partners} where id in (select partenaire_actuel_id from client)`
    return sql`${partners} where id = ${viewer.partenaire_id}
        and exists (select from client where partenaire_actuel_id = ${viewer.partenaire_id})
      or id in (select partenaire_actuel_id from client
        where id in (select client_id from reservation where en_attente) offset 0)`
  }),
  // Reservations with the columns that order and search a queue. If the caller does not see the client, the search
  // reads the name under which it was asked for.
  file_reservation: derived(
    ['reservation', 'client'],
    sql`select reservation.*, -extract(epoch from reservation.cree_le) as recence,
      coalesce(client.recherche, antenne.plier(reservation.client_nom)) as recherche
    from reservation left join client on client.id = reservation.client_id`,
  ),
  // Organisations other than the operator see only the names of their own people.
  demandeur: derived(
    ['reservation', 'collegue'],
    sql`select * from collegue where id in (select demandee_par from reservation)`,
  ),
  reservation_correspondance: childOf(
    sql`antenne_prive.reservation_correspondance`,
    ['reservation', 'client'],
    sql`reservation_id in (select id from reservation)
      and exists (select from client where client.id = reservation_correspondance.client_id offset 0)`,
  ),
  reservation_concurrente: childOf(
    sql`antenne_prive.reservation_concurrente`,
    ['reservation'],
    sql`reservation_id in (select id from reservation) and concurrente_id in (select id from reservation)`,
  ),

  ...historyRules,
  ...changeRules,

  // Reference data and catalogue
  zone_geographique: everybody(sql`select * from antenne_prive.zone_geographique`),
  secteur_activite: everybody(sql`select * from antenne_prive.secteur_activite`),
  type_document: everybody(sql`select * from antenne_prive.type_document`),
  offre: everybody(sql`select * from antenne_prive.offre`),
  tarif: everybody(sql`select * from antenne_prive.tarif`),
} satisfies Record<string, VisibilityRule>

/** A name that an operation may read. */
export type Table = keyof typeof rules

const order = Object.keys(rules) as Table[]

/** These names and those that their rules need, in order of definition. */
function closure(tables: readonly Table[]): Table[] {
  const wanted = new Set<Table>()
  const want = (table: Table): void => {
    wanted.add(table)
    for (const needed of rules[table].needs as readonly Table[]) want(needed)
  }
  tables.forEach(want)
  return order.filter((table) => wanted.has(table))
}

/** The names that describe the caller's own account: they need only its id. */
type SessionTable = 'utilisateur' | 'organisation' | 'mes_roles' | 'mes_permissions' | 'mon_partenaire'

/** The statement, in which each table means what this caller may see of it. */
export function withScope(
  tables: readonly SessionTable[],
  viewer: Pick<Viewer, 'utilisateur_id'>,
  statement: Sql,
): Sql
export function withScope(tables: readonly Table[], viewer: Viewer, statement: Sql): Sql
export function withScope(tables: readonly Table[], viewer: Partial<Viewer>, statement: Sql): Sql {
  const definitions = closure(tables).map((table) => {
    const rule: VisibilityRule = rules[table]
    return sql`${name(table)} as not materialized (${rule.rows(viewer as Viewer)})`
  })
  return sql`with ${join(definitions, ', ')} ${statement}`
}

/** Whether a user, beside their organisation, is active (D20), as the view `droit` has it. */
export const isActive = sql`(utilisateur.actif and organisation.statut = 'active')`

/** The remembered identity of a caller. */
type Identified = Omit<Viewer, 'aujourdhui'>

/**
 * Whether, in the snapshot of this statement, the caller still is who it was taken for and holds the permission. The
 * scope was chosen from what was remembered; this makes the choice exact without a second statement.
 */
export const confirmation = (caller: Identified, permission: string | null): Sql =>
  sql`exists (select from antenne_prive.utilisateur join antenne_prive.organisation on organisation.id = utilisateur.organisation_id
    where utilisateur.id = ${caller.utilisateur_id}
      and organisation.id = ${caller.organisation_id} and organisation.type = ${caller.type}
      and ${caller.type === 'partenaire' ? isPartner(caller) : sql`true`}
      and ${permission === null ? sql`true` : holds(permission)})`

const isPartner = ({ partenaire_id }: Identified): Sql =>
  sql`(select id from antenne_prive.partenaire where organisation_id = organisation.id) is not distinct from ${partenaire_id}`

const holds = (permission: string): Sql =>
  permission === ACTIVE
    ? isActive
    : sql`exists (select from antenne_prive.droit
    where droit.utilisateur_id = utilisateur.id and droit.permission = ${permission})`

/** Runs the confirmation alone, for an answer that comes from a standby. */
export async function confirm(
  source: Source,
  caller: Caller,
  permission: string | null,
  wait: Wait,
): Promise<boolean> {
  const { text, values } = sql`select ${confirmation(caller, permission)} as confirme`
  const [row] = await source.read<{ confirme: boolean }>({ text, values, brief: true }, wait)
  return row?.confirme === true
}

/** Reference lists: the same rows for every caller. */
type ReferenceTable = 'zone_geographique' | 'secteur_activite' | 'type_document'

/** A statement without a caller: it may read reference lists only. */
export const withReference = (tables: readonly ReferenceTable[], statement: Sql): Sql =>
  withScope(tables, {} as Viewer, statement)
