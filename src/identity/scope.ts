import type { Static } from 'typebox'
import type { TypeOrganisation } from '../contract/enums.ts'
import { join, name, type Sql, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'

/**
 * Who sees what (D17, D18), once. Each entry gives a plain table name its meaning for one caller; the engine puts
 * the entries that an operation reads in front of its SQL. A name that is not given a meaning does not exist there.
 */
export interface Viewer extends Caller {
  /** Today in UTC, AAAA-MM-JJ (D12). */
  readonly aujourdhui: string
}

interface Meaning {
  /** The names that this meaning is written with. */
  readonly needs: readonly string[]
  readonly rows: (viewer: Viewer) => Sql
}

type Rule = (viewer: Viewer) => Sql

const all: Rule = () => sql`true`

/**
 * One of several reasons to see a row. No row may have two of them: each reason is a list of its own, read through its own
 * index in the order that is asked for, and the lists are merged. An `or` would use no index at all.
 */
const disjoint = (...reasons: readonly Rule[]): readonly Rule[] => reasons

/** The rows of a table by the type of the caller's organisation; a type without a rule sees nothing. */
const byType = (
  table: Sql,
  rules: Partial<Record<Static<typeof TypeOrganisation>, Rule | readonly Rule[]>>,
): Meaning => ({
  needs: [],
  rows: (viewer) => {
    const reasons = [rules[viewer.type] ?? (() => sql`false`)].flat()
    return join(
      reasons.map((reason) => sql`select * from ${table} where ${reason(viewer)}`),
      ' union all ',
    )
  },
})

/** The rows that belong to rows already seen. */
const follows = (needs: readonly string[], rows: Sql | ((viewer: Viewer) => Sql)): Meaning => ({
  needs,
  rows: typeof rows === 'function' ? rows : () => rows,
})

/** Data of no organisation: everybody's. */
const everybodys = (rows: Sql): Meaning => ({ needs: [], rows: () => rows })

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
    operateur: all,
    partenaire: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  partenaire_zone: follows(
    ['partenaire'],
    sql`select * from antenne_prive.partenaire_zone where partenaire_id in (select id from partenaire)`,
  ),
  partenaire_secteur: follows(
    ['partenaire'],
    sql`select * from antenne_prive.partenaire_secteur where partenaire_id in (select id from partenaire)`,
  ),
  contrat_cadre: follows(
    ['partenaire'],
    sql`select * from antenne_prive.contrat_cadre where partenaire_id in (select id from partenaire)`,
  ),
  document_kyc: follows(
    ['partenaire'],
    ({ aujourdhui }) => sql`select * from antenne_prive.document_kyc_au(${aujourdhui}::date)
      where organisation_id in (select organisation_id from partenaire)`,
  ),
  fichier: follows(
    ['document_kyc'],
    sql`select * from antenne_prive.fichier where id in (select fichier_id from document_kyc)`,
  ),

  // Clients
  client: byType(sql`antenne_prive.client`, {
    operateur: all,
    partenaire: disjoint(
      // the clients that it manages
      ({ partenaire_id }) => sql`partenaire_actuel_id = ${partenaire_id}`,
      // those on which it holds a pending reservation
      ({ partenaire_id }) => sql`partenaire_actuel_id is distinct from ${partenaire_id}
        and id in (select client_id from antenne_prive.reservation where partenaire_id = ${partenaire_id} and en_attente)`,
      // those without a partner that its people created
      ({ partenaire_id, organisation_id }) => sql`partenaire_actuel_id is null
        and cree_par in (select id from antenne_prive.utilisateur where organisation_id = ${organisation_id})
        and not exists (select from antenne_prive.reservation
          where client_id = client.id and partenaire_id = ${partenaire_id} and en_attente)`,
    ),
    client: ({ organisation_id }) => sql`organisation_id = ${organisation_id}`,
  }),
  // How many there are, by what lists filter on: kept for those who see all, counted for the others.
  client_compte: follows(['client'], ({ type }) =>
    type === 'operateur'
      ? sql`select * from antenne_prive.client_compte`
      : sql`select statut, statut_kyc, secteur_id, 1 as n from client`,
  ),
  contact: follows(
    ['client'],
    sql`select * from antenne_prive.contact where client_id in (select id from client)`,
  ),
  site: follows(['client'], sql`select * from antenne_prive.site where client_id in (select id from client)`),
  // The managing partner of a visible client is always given, in short (D18).
  partenaire_actuel: follows(
    ['client'],
    sql`select * from antenne_prive.partenaire where id in (select partenaire_actuel_id from client)`,
  ),

  // Reservations, and of their evidence only what the caller may see for itself (D18). A reservation has little evidence: the
  // fence (offset 0) has each piece looked up by itself, instead of all that a large partner sees being put together first.
  reservation: byType(sql`antenne_prive.reservation`, {
    operateur: all,
    partenaire: ({ partenaire_id }) => sql`partenaire_id = ${partenaire_id}`,
  }),
  reservation_compte: byType(sql`antenne_prive.reservation_compte`, {
    operateur: all,
    partenaire: ({ partenaire_id }) => sql`partenaire_id = ${partenaire_id}`,
  }),
  reservation_correspondance: follows(
    ['reservation', 'client'],
    sql`select * from antenne_prive.reservation_correspondance
      where reservation_id in (select id from reservation)
        and exists (select from client where client.id = reservation_correspondance.client_id offset 0)`,
  ),
  reservation_concurrente: follows(
    ['reservation'],
    sql`select * from antenne_prive.reservation_concurrente
      where reservation_id in (select id from reservation) and concurrente_id in (select id from reservation)`,
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

/** The names that `confirmation` is written with. */
export const confirmationTables = [
  'utilisateur',
  'organisation',
  'mon_partenaire',
  'mes_permissions',
] as const

/**
 * Whether the caller is, in the very snapshot of the statement, who it was taken for, and holds that right. The scope was
 * chosen by what was known of the caller before: this makes the choice exact, without a statement of its own.
 */
export const confirmation = (caller: Caller, permission: string | null): Sql =>
  sql`exists (select from utilisateur join organisation on organisation.id = utilisateur.organisation_id
    where organisation.id = ${caller.organisation_id} and organisation.type = ${caller.type}
      and (select id from mon_partenaire) is not distinct from ${caller.partenaire_id}
      and ${permission === null ? sql`true` : sql`exists (select from mes_permissions where permission = ${permission})`})`
