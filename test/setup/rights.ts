import { LOTS, PER_LOT } from './lots.ts'
import type { World } from './world.ts'

/** What a caller gets of the list of clients: the status, and the total if there is one. */
export type Seen = readonly [status: number, total?: number]

const of = (perLot: number): Seen => [200, LOTS * perLot]
const refused: Seen = [403]

/** What a user of a partner sees while nothing is changed. */
export const asUsual = of(PER_LOT.seen)

/** A change of the caller's rights, how to take it back, and what the caller sees in between. $1 is the caller. */
interface Change {
  readonly what: string
  readonly make: string
  readonly undo: string
  readonly seen: Seen
}

const mine = '(select organisation_id from utilisateur where id = $1)'
const permission = (from: string, to: string) => `update role_permission set permission = '${to}'
  where permission = '${from}' and role_id in (select role_id from utilisateur_role where utilisateur_id = $1)`
/** The principal role is one of the user's roles, always. */
const roleNamed = (code: string) => `with role as (select id from role where code = '${code}'),
  lien as (update utilisateur_role set role_id = role.id from role where utilisateur_id = $1)
  update utilisateur set role_id = role.id from role where utilisateur.id = $1`
const organisation = (what: string) => `update organisation set ${what} where id = ${mine}`
const tiers = `(select id from organisation where type = 'tiers' order by id limit 1)`

export const rights: readonly Change[] = [
  {
    what: 'its role loses the permission',
    make: permission('clients.consulter', 'clients.oublier'),
    undo: permission('clients.oublier', 'clients.consulter'),
    seen: refused,
  },
  {
    what: 'its role is taken from it',
    make: roleNamed('sans_droit'),
    undo: roleNamed('avec_droit'),
    seen: refused,
  },
  {
    what: 'its account is made inactive',
    make: 'update utilisateur set actif = false where id = $1',
    undo: 'update utilisateur set actif = true where id = $1',
    seen: refused,
  },
  {
    what: 'its organisation is suspended',
    make: organisation(`statut = 'suspendue'`),
    undo: organisation(`statut = 'active'`),
    seen: refused,
  },
  ...[
    { type: 'tiers', seen: of(0) },
    { type: 'client', seen: of(0) },
    { type: 'operateur', seen: of(PER_LOT.all) },
  ].map(({ type, seen }) => ({
    what: `its organisation becomes one of type ${type}`,
    make: organisation(`type = '${type}'`),
    undo: organisation(`type = 'partenaire'`),
    seen,
  })),
  {
    what: 'its organisation is no partner any more',
    make: `update partenaire set organisation_id = ${tiers} where organisation_id = ${mine}`,
    undo: `update partenaire set organisation_id = ${mine} where organisation_id = ${tiers}`,
    seen: of(PER_LOT.created),
  },
  {
    what: 'it moves to the operator',
    make: `update utilisateur set fonction = organisation_id, organisation_id = (select id from organisation where type = 'operateur' order by id limit 1) where id = $1`,
    undo: 'update utilisateur set organisation_id = fonction::uuid where id = $1',
    seen: of(PER_LOT.all),
  },
]

/** Gives the caller one role, which holds the right to see clients, and lets it work for any organisation. */
export async function prepareRights(sql: World['sql'], caller: string): Promise<void> {
  await sql(`with roles as (insert into role (id, code, libelle, type_organisation)
      values (gen_random_uuid(), 'sans_droit', 'Sans', 'partenaire'), (gen_random_uuid(), 'avec_droit', 'Avec', 'partenaire') returning *)
    insert into role_permission select id, 'clients.consulter' from roles where code = 'avec_droit'`)
  await sql('update utilisateur set double_authentification = true')
  await sql(
    'delete from utilisateur_role as r using utilisateur as u where u.id = $1 and utilisateur_id = u.id and r.role_id <> u.role_id',
    [caller],
  )
  await sql(roleNamed('avec_droit'), [caller])
}
