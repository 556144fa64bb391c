import type { Source, Wait } from '../database/database.ts'
import { join, literal, name, number, type Sql, sql } from '../database/sql.ts'
import { placeholder, Template } from '../database/template.ts'
import { NOBODY } from '../identity/caller.ts'
import { confirmation, isActive, type Table, withScope } from '../identity/scope.ts'
import { type DatedCaller, openViewer } from '../operations/execute.ts'
import { isPriceOfOffer } from '../operations/lister-offres.ts'
import type { Cursor, Seen } from './change-token.ts'
import { allFollowed, family, references, reservations } from './followed.ts'

/** What a page of changes is asked with. */
export interface ChangesQuery {
  readonly caller: DatedCaller
  readonly taille: number
  /** What the copy has seen; null: nothing yet. */
  readonly depuis: Seen | null
  /** The last item of the page before, in the same pass. */
  readonly place: Cursor | null
  /** What the token was made with: its key, epoch and newest snapshot. */
  readonly connu: { readonly cle: number; readonly epoque: string; readonly instantane: string } | null
}

/** The answer of the database. */
export interface ChangesRow {
  readonly confirme: boolean
  /** The changes as JSON text, without brackets; null when there are none. */
  readonly changements: string | null
  readonly suite: boolean
  /** The place of the last one, as JSON text. */
  readonly fin: string | null
  readonly instantane: string
  readonly base: string
  /** What the caller may read. */
  readonly droits: string | null
  /** The key that seals tokens now. */
  readonly cle: number
  readonly epoque: string
  /** Whether this server may lack what the token has seen, or count otherwise; or its key was withdrawn. */
  readonly perdu: boolean
  /** Whether this server has yet to be noted. */
  readonly nouveau: boolean
  /** Whether the token has seen more than this server has. */
  readonly devance: boolean
  readonly secours: boolean
}

const value = (take: (asked: ChangesQuery) => unknown): Sql => placeholder(take)

const taille = sql`${value(({ taille }) => taille)}::int`

/** What the caller may read, in the snapshot of the statement. */
const readable = sql`lisible as materialized (
  select ressource from (values ${join(
    allFollowed.map(({ ressource, permission }) => sql`(${literal(ressource)}, ${permission}::text)`),
    ', ',
  )}) as suivi (ressource, permission)
  where permission in (select permission from mes_permissions) or permission is null
    and exists (select from utilisateur join organisation on organisation.id = utilisateur.organisation_id where ${isActive}))`

const mayRead = (ressource: string): Sql => sql`${literal(ressource)} in (select ressource from lisible)`

/** All that the caller sees, by key: phase, key, part of the key's family, id. */
function everything(): Sql {
  const at = (index: number, otherwise: string | number, type: string): Sql =>
    sql`${value(({ place }) => place?.[index] ?? otherwise)}::${name(type)}`
  const [phase, key, part, id] = [
    at(0, 0, 'int'),
    at(1, NOBODY, 'uuid'),
    at(2, 0, 'int'),
    at(3, NOBODY, 'uuid'),
  ]
  const from = (rank: number): Sql =>
    sql`case when ${phase} = ${number(rank)} then ${key} else ${NOBODY}::uuid end`
  const alone = (ressource: string, rank: number): Sql =>
    sql`(select ${number(rank)} as phase, id as cle, 0 as partie, id as item, ${literal(ressource)} as ressource
      from ${name(ressource)} where ${phase} <= ${number(rank)} and ${mayRead(ressource)} and id > ${from(rank)}
      order by id limit ${taille} + 1)`
  const rank = references.length
  const members = family.map(({ ressource }, index) =>
    index === 0
      ? sql`select 0 as partie, c.id as item, ${literal(ressource)} as ressource`
      : sql`select ${number(index)}, id, ${literal(ressource)} from ${name(ressource)} where client_id = c.id`,
  )
  const families = sql`(select ${number(rank)}, c.id, partie, item, ressource
    from (select id from client_liste where ${phase} <= ${number(rank)} and ${mayRead('client')} and id >= ${from(rank)}
      order by id limit ${taille} + 2) as c, lateral (${join(members, ' union all ')}) as membre
    where ${phase} < ${number(rank)} or (c.id, partie, item) > (${key}, ${part}, ${id})
    order by c.id, partie, item limit ${taille} + 1)`
  return join(
    [
      ...references.map(({ ressource }, index) => alone(ressource, index)),
      families,
      alone(reservations.ressource, rank + 1),
    ],
    ' union all ',
  )
}

/** What was noted since, by position; first, at position 0, what the calendar changed. */
function since(): Sql {
  const snapshot = sql`${value(({ depuis }) => depuis?.instantane)}::pg_snapshot`
  const [before, today] = [
    sql`${value(({ depuis }) => depuis?.jour)}::date`,
    sql`${value(({ caller }) => caller.aujourdhui)}::date`,
  ]
  const last = sql`(${value(({ place }) => place?.[0] ?? '0')}::xid8, ${value(({ place }) => place?.[1] ?? '')}::text collate "C",
    ${value(({ place }) => place?.[2] ?? NOBODY)}::uuid)`
  const noted = (table: string): Sql =>
    sql`(select position, ressource, id as item from ${name(table)}
      where position >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(position, ${snapshot})
        and ressource in (select ressource from lisible) and (position, ressource, id) > ${last}
      order by position, ressource, id limit ${taille} + 1)`
  const dated = (ressource: string, condition: Sql): Sql =>
    sql`(select '0'::xid8, ${literal(ressource)}, id from ${name(ressource)}
      where ${before} < ${today} and ${mayRead(ressource)} and ${condition} and ('0'::xid8, ${literal(ressource)} collate "C", id) > ${last}
      order by id limit ${taille} + 1)`
  return join(
    [
      noted('changement'),
      noted('changement_commun'),
      dated('document_kyc', sql`date_expiration >= ${before} and date_expiration < ${today}`),
      dated(
        'offre',
        sql`exists (select from tarif
          where ${isPriceOfOffer}
            and (valide_du > ${before} and valide_du <= ${today} or valide_au >= ${before} and valide_au < ${today}))`,
      ),
    ],
    ' union all ',
  )
}

/** A page of a first pass, or of what came since. */
const passes = {
  everything: { rows: everything, order: ['phase', 'cle', 'partie', 'item'] },
  since: { rows: since, order: ['position', 'ressource', 'item'] },
} as const

type Pass = keyof typeof passes

const reads: readonly Table[] = [
  ...new Set<Table>([
    ...(['mes_permissions', 'utilisateur', 'organisation', 'epoque', 'cle_lien', 'client_liste'] as const),
    ...(['changement', 'changement_commun'] as const),
    ...allFollowed.flatMap(({ reads }) => reads),
  ]),
]

/**
 * One statement: the items of the page as the caller sees them in its snapshot, and that snapshot. What a reader no
 * longer sees is null.
 */
function compose(caller: DatedCaller, pass: Pass): Template<ChangesQuery> {
  const { rows, order } = passes[pass]
  const keys = join(order.map(name), ', ')
  const shown = join(
    allFollowed.map(
      ({ ressource, representation }) => sql`when ${literal(ressource)} then ${representation(sql`item`)}`,
    ),
    ' ',
  )
  const epoch = sql`${value(({ connu }) => connu?.epoque)}::bigint`
  const known = sql`${value(({ connu }) => connu?.instantane)}::pg_snapshot`
  const viewer = openViewer(caller)
  const statement = sql`, ${readable},
    page as materialized (select *, row_number() over (order by ${keys}) as rang
      from (${rows()}) as touches order by ${keys} limit ${taille} + 1)
    select confirme, reponse.* from (select ${confirmation(viewer, null)} as confirme offset 0) as appelant
    left join lateral (
      select (select string_agg(concat('{"ressource":"', ressource, '","id":"', item, '","donnees":',
            coalesce(case ressource ${shown} end, 'null'), '}'), ',' order by rang)
          from (select ressource, item, min(rang) as rang from page where rang <= ${taille} group by ressource, item) as items)
          as changements,
        exists (select from page where rang > ${taille}) as suite,
        (select json_build_array(${keys})::text from page where rang = ${taille}) as fin,
        pg_current_snapshot()::text as instantane, antenne.base_de_donnees() as base,
        (select string_agg(ressource, ' ' order by ressource) from lisible) as droits,
        (select max(id) from cle_lien) as cle, pg_is_in_recovery() as secours,
        (select id::text from epoque order by rang desc limit 1) as epoque,
        exists (select from (select * from epoque order by rang desc limit 1) as derniere
          where demarrage <> pg_postmaster_start_time() or ligne_de_temps <> antenne.ligne_de_temps())
          and not pg_is_in_recovery() as nouveau,
        ${epoch} is not null and not exists (select from epoque where id = ${epoch}
          and exists (select from cle_lien where id = ${value(({ connu }) => connu?.cle)}::int) and not exists (
          select from epoque as autre where autre.demarrage <> epoque.demarrage and autre.debut < pg_snapshot_xmax(${known})
            and (autre.rang > epoque.rang or not pg_visible_in_snapshot(autre.position, ${known})))) as perdu,
        coalesce(pg_snapshot_xmax(${known}) > pg_snapshot_xmax(pg_current_snapshot()), false) as devance
      where confirme
    ) as reponse on true`
  return new Template(withScope(reads, viewer, statement))
}

const composed = new Map<string, Template<ChangesQuery>>()

export function changesStatement(asked: ChangesQuery): { text: string; values: unknown[] } {
  const { caller, depuis } = asked
  const pass: Pass = depuis === null ? 'everything' : 'since'
  const key = `${pass} ${caller.type} ${caller.partenaire_id === null}`
  const statement = composed.get(key) ?? compose(caller, pass)
  composed.set(key, statement)
  return statement.fill(asked)
}

/** Both statements, for a caller that does not exist. */
export async function probeChanges(source: Source, caller: DatedCaller, wait: Wait): Promise<void> {
  const seen = { instantane: '1:1:', le: 0, jour: caller.aujourdhui }
  for (const depuis of [null, seen])
    await source.read(changesStatement({ caller, taille: 1, depuis, place: null, connu: null }), wait)
}
