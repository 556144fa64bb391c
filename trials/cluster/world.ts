import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { userId } from '../../demo/demonstration/people.ts'
import type { Scope } from '../../harness/history/history.ts'
import { writeDemonstration } from '../../src/commands/write-demonstration.ts'
import { migrate } from '../../src/database/migrate.ts'

/** Somebody who reads. */
export interface User {
  readonly id: string
  readonly scope: Scope
  /** How the right to see clients is withdrawn and given back; $1 is the user. */
  readonly right?: { readonly withdraw: string; readonly give: string }
}

/** A partner for whom reservations are made. */
export interface Asker {
  readonly partner: string
  readonly user: string
  /** Prospects that nobody else asks for. */
  readonly prospects: readonly string[]
}

export interface World {
  readonly users: readonly User[]
  readonly askers: readonly Asker[]
  /** Clients whose versions are counted up. */
  readonly changing: readonly string[]
}

const PROSPECTS = 150
const CHANGING = 4

const account = `update utilisateur set actif = `
const permission = (from: string, to: string) => `update role_permission set permission = '${to}'
  where permission = '${from}' and role_id = (select role_id from utilisateur where id = $1)`
const organisation = (state: string) => `update organisation set statut = '${state}'
  where id = (select organisation_id from utilisateur where id = $1)`

/** The accounts, known before the database is: the provider is given them at its start. */
export const accounts = {
  operator: userId('awa.kone@antenne.example'),
  savane: userId('fatou.coulibaly@savane-telecom.example'),
  lagune: userId('didier.aka@lagune-connect.example'),
  client: userId('nadege.amon@pharmacie-du-plateau.example'),
  account: randomUUID(),
  role: randomUUID(),
}

/** Fills the database: the demonstration world, prospects to ask for, clients that change, users whose rights do. */
export async function fill(client: pg.Client): Promise<World> {
  await migrate(client)
  await writeDemonstration(client)
  const asker = async (user: string): Promise<Asker> => ({
    user,
    partner: await partnerOf(client, user),
    prospects: await addClients(client, null, PROSPECTS, 'Essai'),
  })
  const askers = [await asker(accounts.savane), await asker(accounts.lagune)]
  const changing = await addClients(client, askers[0]?.partner ?? null, CHANGING, 'Suivi')
  await addUser(client, accounts.account, accounts.savane)
  await addUser(client, accounts.role, accounts.lagune)
  await client.query('analyze')
  const user = async (id: string, right?: User['right']): Promise<User> => ({
    id,
    scope: {
      ...(await scopeOf(client, id)),
      all: id === accounts.operator,
      watched: right !== undefined,
    },
    ...(right === undefined ? {} : { right }),
  })
  return {
    askers,
    changing,
    users: [
      await user(accounts.operator),
      await user(accounts.savane),
      await user(accounts.lagune),
      await user(accounts.account, {
        withdraw: `${account} false where id = $1`,
        give: `${account} true where id = $1`,
      }),
      await user(accounts.role, {
        withdraw: permission('clients.consulter', 'clients.oublier'),
        give: permission('clients.oublier', 'clients.consulter'),
      }),
      await user(accounts.client, {
        withdraw: organisation('suspendue'),
        give: organisation('active'),
      }),
    ],
  }
}

async function partnerOf(client: pg.Client, user: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select id from partenaire where organisation_id = (select organisation_id from utilisateur where id = $1)',
    [user],
  )
  const [found] = rows
  if (found === undefined) throw new Error(`${user} is of no partner`)
  return found.id
}

async function addClients(client: pg.Client, partner: string | null, count: number, what: string) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await client.query(
    `with organisation as (insert into organisation select id, 'client', id::text, 'active', now(), now()
      from unnest($1::uuid[]) as id returning id)
    insert into client (id, organisation_id, raison_sociale, adresse_facturation, origine, statut, statut_kyc,
      partenaire_actuel_id, credit_approuve, cree_le, modifie_le)
    select id, id, $2::text || ' ' || id, 'v0', 'direct', 'prospect', 'a_fournir', $3::uuid, false, now(), now() from organisation`,
    [ids, what, partner],
  )
  return ids
}

/** A colleague of that user, with a role of its own that holds the same rights. */
const addUser = (client: pg.Client, id: string, like: string) =>
  client.query(
    `with nouveau as (insert into role select $1::uuid, $1::uuid::text, code, type_organisation from role
        where id = (select role_id from utilisateur where id = $2) returning id),
      droits as (insert into role_permission select $1::uuid, permission from role_permission
        where role_id = (select role_id from utilisateur where id = $2)),
      lien as (insert into utilisateur_role values ($1::uuid, $1::uuid))
    insert into utilisateur (id, organisation_id, role_id, prenom, nom, actif, double_authentification)
    select $1::uuid, organisation_id, $1::uuid, prenom, 'Essai', true, true from utilisateur where id = $2`,
    [id, like],
  )

/** The clients of D17 and the reservations, said once more and otherwise than in the service. */
async function scopeOf(client: pg.Client, user: string): Promise<Omit<Scope, 'watched'>> {
  const { rows } = await client.query<{ partner: string | null; id: string | null }>(
    `select p.id as partner, c.id from utilisateur u join organisation o on o.id = u.organisation_id
      left join partenaire p on p.organisation_id = o.id
      left join client c on case o.type when 'operateur' then true
        when 'client' then c.organisation_id = o.id
        when 'partenaire' then c.partenaire_actuel_id = p.id
          or c.id in (select client_id from reservation where partenaire_id = p.id and statut in ('demandee', 'conflit'))
          or c.partenaire_actuel_id is null and c.cree_par in (select id from utilisateur where organisation_id = o.id)
        else false end
    where u.id = $1`,
    [user],
  )
  const reservations = await client.query<{ id: string }>(
    `select r.id from utilisateur u join organisation o on o.id = u.organisation_id
      left join partenaire p on p.organisation_id = o.id
      join reservation r on o.type = 'operateur' or o.type = 'partenaire' and r.partenaire_id = p.id
    where u.id = $1`,
    [user],
  )
  return {
    partner: rows[0]?.partner ?? null,
    clients: rows.flatMap(({ id }) => id ?? []),
    reservations: reservations.rows.map(({ id }) => id),
  }
}
