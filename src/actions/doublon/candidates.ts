import type pg from 'pg'
import { MAX_CONTACTS } from '../../contract/corps-clients.ts'
import { spellings } from './spellings.ts'

/** A record that may be close to another: what they share, and both names as the check compares them. */
export interface Candidate {
  readonly sujet: string
  readonly client_id: string
  /** The identifiers that are the same, by the names of their criteria. */
  readonly identiques: string[]
  /** Whether the names are the same but for their spaces. */
  readonly serre: boolean
  readonly nom: string
  readonly autre: string
}

/** The records that may be close to each of these clients: all that share an identifier, or enough of the name. */
export async function findCandidates(connection: pg.Client, ids: readonly string[]): Promise<Candidate[]> {
  const { rows } = await connection.query<Candidate>({
    name: 'doublon_candidats',
    text: candidates,
    values: [ids],
  })
  return rows
}

/** A record that is not stored, or is to be changed: what the check compares of it. */
export interface Draft {
  /** Its id where it is stored: it is no duplicate of itself. */
  readonly id: string
  readonly raison_sociale: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly telephones: readonly string[]
  readonly emails: readonly string[]
}

/** The records that may be close to a draft. */
export async function findDraftCandidates(connection: pg.Client, draft: Draft): Promise<Candidate[]> {
  const { id, raison_sociale, rccm, ncc, telephones, emails } = draft
  const { rows } = await connection.query<Candidate>({
    name: 'doublon_brouillon',
    text: draftCandidates,
    values: [id, raison_sociale ?? '', rccm, ncc, telephones, emails],
  })
  return rows
}

/**
 * How many records are looked at for one reason (a telephone, a number, the name), and how many are measured for one
 * subject: those that share an identifier, and those that do not. Far more than people have, so that nobody notices but
 * who stores thousands of records alike.
 */
export const MOST_RECORDS = { found: 500, measured: 100 }

/** The contacts of as many clients. */
const MOST_CONTACTS = MOST_RECORDS.found * MAX_CONTACTS

/** Clients with a value; `offset 0` makes PostgreSQL look each up by the index, whatever the planner estimates. */
const holders = (table: 'client' | 'contact', condition: string): string =>
  table === 'client'
    ? `lateral (select id as client_id from client as p where ${condition} limit ${MOST_RECORDS.found} offset 0) as p`
    : `lateral (select client_id from contact as p where ${condition} limit ${MOST_CONTACTS} offset 0) as p`

/**
 * The clients that share a value with this client, each directly or through a contact. Each counts once: a few with
 * many contacts hide nobody.
 */
const sameReach = (field: 'telephone' | 'email', critere: string): string => {
  const normalised = `antenne.${field}_normalise`
  const values = `(select ${normalised}(s.${field}) as valeur
      union select ${normalised}(${field}) from joint where joint.client_id = s.id) as v`
  const same = `${normalised}(p.${field}) = v.valeur and p.${field} is not null`
  return (['client', 'contact'] as const)
    .map(
      (table) => `select s.id, p.client_id, '${critere}' from sujet as s,
      lateral (select distinct client_id from ${values}, ${holders(table, same)} limit ${MOST_RECORDS.found}) as p`,
    )
    .join(' union all ')
}

const identical = [
  sameReach('telephone', 'telephone_identique'),
  sameReach('email', 'email_contact_identique'),
  `select id, client_id, 'rccm_identique' from sujet as s, ${holders(
    'client',
    `antenne.rccm_souche(p.rccm) = antenne.rccm_souche(s.rccm) and p.rccm is not null and antenne.rccm_compatibles(p.rccm, s.rccm)`,
  )}`,
  `select id, client_id, 'ncc_identique' from sujet as s, ${holders(
    'client',
    `antenne.ncc_normalise(p.ncc) = antenne.ncc_normalise(s.ncc) and p.ncc is not null`,
  )}`,
].join(' union all ')

const sameNumber = (criteria: string): string => `${criteria} && '{rccm_identique,ncc_identique}'`

/** The records that may be close to each subject, given its columns and the contacts through which it is reached. */
const candidatesOf = (subjects: string, contacts: string): string => `
  with sujet as materialized (
    ${subjects}
  ), joint as materialized (
    ${contacts}
  ), ${spellings}, cle as materialized (
    select id, array_agg(distinct cle) as cles from graphie, unnest(antenne.cles_nom(nom, true)) as cle group by id
  ), trouve as (
    ${identical}
    union all
    select id, client_id, null from cle, ${holders('client', 'antenne.cles_nom(p.nom_normalise, false) && cle.cles')}
    union all
    select id, client_id, 'serre' from sujet as s, ${holders('client', 'antenne.nom_serre(p.raison_sociale) = s.serre')}
  )
  select sujet, client_id, identiques, serre, nom, autre from (
    select t.*, s.nom, p.nom_normalise as autre, row_number() over (
      partition by sujet, identiques = '{}'
      order by ${sameNumber('identiques')} desc, t.serre desc, antenne.similarity(s.nom, p.nom_normalise) desc, client_id
    ) as rang
    from (
      select sujet, client_id, coalesce(array_agg(distinct critere) filter (where critere <> 'serre'), '{}') as identiques,
        coalesce(bool_or(critere = 'serre'), false) as serre
      from trouve as t (sujet, client_id, critere) where client_id <> sujet group by sujet, client_id
    ) as t join sujet as s on s.id = t.sujet join client as p on p.id = t.client_id
  ) as c where rang <= ${MOST_RECORDS.measured}`

/** The records that may be close to each of the given clients. */
export const candidates = candidatesOf(
  'select id, nom_normalise as nom, antenne.nom_serre(raison_sociale) as serre, rccm, ncc, telephone, email from client where id = any ($1)',
  'select client_id, telephone, email from contact where client_id = any ($1)',
)

const draftCandidates = candidatesOf(
  `select $1::uuid as id, antenne.nom_normalise($2) as nom, antenne.nom_serre($2) as serre, $3::text as rccm, $4::text as ncc,
    null::text as telephone, null::text as email`,
  `select $1::uuid as client_id, telephone, email from unnest($5::text[], $6::text[]) as donne (telephone, email)`,
)
