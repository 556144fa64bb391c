import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** The rows of one race, by name: ids, made for it alone where it changes them. */
type Ground = Readonly<Record<string, string>>

/** A statement, and the names of the rows that it is about. */
export type Step = readonly [sql: string, ...rows: string[]]

const newClient = (author: string): Step => [
  `insert into client (id, organisation_id, raison_sociale, ville, origine, statut, statut_kyc, credit_approuve, cree_par, cree_le, modifie_le)
  select gen_random_uuid(), id, 'Course', 'Course', 'direct', 'prospect', 'a_fournir', false, $1, now(), now() from organisation limit 1`,
  author,
]
const claim = (client: string, partner: string): Step => [
  `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
  values (gen_random_uuid(), $1, $2, $3, 'demandee', now(), now())`,
  ...[client, partner, 'user'],
]
const decide = (reservation: string): Step => [
  `update reservation set statut = 'refusee' where id = $1`,
  reservation,
]
const withdraw: Step = ['delete from reservation where id = $1', 'onlyClaim']
const rename = (client: string): Step => [
  `update client set raison_sociale = 'Autre course' where id = $1`,
  client,
]
const touch: Step = [`update client set adresse_facturation = 'Ailleurs' where id = $1`, 'client']
const handOver = (client: string, partner: string): Step => [
  'update client set partenaire_actuel_id = $2 where id = $1',
  ...[client, partner],
]
const release: Step = ['update client set partenaire_actuel_id = null where id = $1', 'managed']
const changeAuthor: Step = ['update client set cree_par = $2 where id = $1', 'client', 'colleague']
const remove: Step = ['delete from client where id = $1', 'free']
const move: Step = ['update utilisateur set organisation_id = $2 where id = $1', 'user', 'elsewhere']
const newPartner = (organisation: string): Step => [
  `insert into partenaire (id, organisation_id, raison_sociale, mode_versement, profil_publie, statut, cree_le, modifie_le)
  values (gen_random_uuid(), $1, 'Course', 'virement', false, 'actif', now(), now())`,
  organisation,
]
const newOrganisation = (organisation: string): Step => [
  `insert into organisation values ($1, 'partenaire', 'Course', 'active', now(), now())`,
  organisation,
]
const newUser = (user: string, organisation: string): Step => [
  `with roles as (insert into utilisateur_role values ($1, $3))
  insert into utilisateur (id, organisation_id, role_id, prenom, nom, actif, double_authentification)
  values ($1, $2, $3, 'Ama', 'Course', true, true)`,
  ...[user, organisation, 'role'],
]
const movePartner: Step = ['update partenaire set organisation_id = $2 where id = $1', 'partner', 'young']

export interface Race {
  readonly what: string
  /** Done first, still open when the other begins. */
  readonly one: Step
  readonly other: Step
  /** Done by the first transaction once the other has begun, and perhaps waits. */
  readonly afterwards?: Step
}

/** Two transactions that change what the list of clients follows from, each without knowing of the other. */
export const races: readonly Race[] = [
  { what: 'a client is created by a user that moves', one: newClient('user'), other: move },
  { what: 'a client is renamed whose author moves', one: rename('client'), other: move },
  { what: 'a client changes its author, who moves', one: changeAuthor, other: move },
  { what: 'a client is left without partner, and its author moves', one: release, other: move },
  { what: 'a client is removed whose author moves', one: remove, other: move },
  {
    what: 'a client is held, and renamed once its author moves',
    one: touch,
    other: move,
    afterwards: rename('client'),
  },
  {
    what: 'a client is claimed while it changes hands',
    one: claim('free', 'rival'),
    other: handOver('free', 'competitor'),
  },
  { what: 'a client is claimed while it is renamed', one: claim('free', 'rival'), other: rename('free') },
  {
    what: 'a claim is decided while its client is renamed',
    one: decide('onlyClaim'),
    other: rename('managed'),
  },
  {
    what: 'a claim is withdrawn while its client changes hands',
    one: withdraw,
    other: handOver('managed', 'rival'),
  },
  { what: 'two claims of one partner are decided', one: decide('claim'), other: decide('secondClaim') },
  {
    what: 'a claim comes, one is decided, and the client changes hands',
    one: claim('managed', 'rival'),
    other: decide('onlyClaim'),
    afterwards: handOver('managed', 'rival'),
  },
  {
    what: 'an organisation becomes a partner whose user creates a client',
    one: newPartner('young'),
    other: newClient('newcomer'),
  },
  {
    what: 'a partner leaves the organisation whose user creates a client',
    one: movePartner,
    other: newClient('user'),
  },
]

/**
 * Makes the rows of a race in one go. Beside two partners that are there (`competitor`, `rival`) it has one of its own,
 * with two users and three clients that they created: one that the competitor claims twice, one that the competitor
 * manages and only a claim shows to the partner, and one that is free. And an organisation that is no partner yet, with
 * a user.
 */
export async function prepare(client: pg.Client): Promise<Ground> {
  const { rows } = await client.query<Ground>(
    `select (select id from role order by id limit 1) as role, id as competitor, organisation_id as elsewhere,
      (select id from partenaire order by id desc limit 1) as rival from partenaire order by id limit 1`,
  )
  const own = Object.fromEntries(names.map((name) => [name, randomUUID()]))
  const ground: Ground = { ...rows[0], ...own }
  const written = ([text, ...about]: Step) =>
    text.replace(/\$(\d)/g, (_, n) => `'${ground[about[n - 1] ?? '']}'`)
  const known = (row: string, [text, ...about]: Step): Step => [
    text.replace('gen_random_uuid()', `$${about.length + 1}`),
    ...about,
    row,
  ]
  const steps: Step[] = [
    ...['young', 'origin'].map(newOrganisation),
    ...['user', 'colleague'].map((user) => newUser(user, 'origin')),
    newUser('newcomer', 'young'),
    known('partner', newPartner('origin')),
    ...['client', 'managed', 'free'].map((row) => known(row, newClient('user'))),
    handOver('managed', 'competitor'),
    ...['claim', 'secondClaim'].map((row) => known(row, claim('client', 'competitor'))),
    known('onlyClaim', claim('managed', 'partner')),
  ]
  await client.query(steps.map(written).join(';'))
  return ground
}

const names = [
  ...['young', 'origin', 'user', 'colleague', 'newcomer', 'partner'],
  ...['client', 'managed', 'free', 'claim', 'secondClaim', 'onlyClaim'],
]

/** Takes away what races have left, with whatever went wrong with it. */
export const clear = (client: pg.Client) =>
  client.query(`delete from reservation where client_id in (select id from client where ville = 'Course');
    delete from client where ville = 'Course'`)

export type Level = 'read committed' | 'repeatable read'
export type Levels = readonly [Level, Level]

/** All pairs of transactions of which one, at least, sees nothing of the other. */
export const snapshots: readonly Levels[] = [
  ['repeatable read', 'read committed'],
  ['read committed', 'repeatable read'],
  ['repeatable read', 'repeatable read'],
]

/** A client becomes the last of the list: every place after its own moves. */
export const renameSome = (place: number): string =>
  `update client set raison_sociale = 'Zzz ' || gen_random_uuid()
  where id = (select id from client order by raison_sociale_pliee, id offset ${place} limit 1)`

/** More at once than is noted change by change. */
export const manyMore = (list: 'client' | 'reservation'): string => {
  const columns = {
    client:
      'organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le',
    reservation: 'client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le',
  }[list]
  return `insert into ${list} (id, ${columns}) select gen_random_uuid(), ${columns}
    from (select * from ${list} where statut::text in ('prospect', 'validee') limit 1) as l, generate_series(1, 10001)`
}
