import type pg from 'pg'
import { writeBesideOthers } from '../database/locks.ts'
import { pipelined } from '../database/pipeline.ts'
import type { Caller } from '../identity/caller.ts'
import { isActive } from '../identity/scope.ts'
import { RuleBroken } from './rule-broken.ts'

/** Who acts, as the database has them now. */
export interface Actor extends Caller {
  readonly nom: string
}

/** The same, with whether the account itself is active. */
interface LockedActor extends Actor {
  readonly compte_actif: boolean
}

/**
 * The user with that id, or null. The rows that give them their rights stay locked until the action commits (A5), and
 * no import writes until then. Every action of a person begins with this, before it locks anything else.
 */
export async function lockActor(connection: pg.Client, id: string): Promise<LockedActor | null> {
  const [, , { rows }] = await pipelined(connection, [
    () => writeBesideOthers(connection),
    () => connection.query('select tenir_droits($1)', [id]),
    () => connection.query<LockedActor>(ACTOR, [id]),
  ])
  return rows[0] ?? null
}

const ACTOR = `
  select utilisateur.id as utilisateur_id, organisation.id as organisation_id, organisation.type,
    prenom || ' ' || utilisateur.nom as nom, utilisateur.actif as compte_actif, ${isActive.text} as actif, double_authentification,
    (select id from partenaire where organisation_id = organisation.id) as partenaire_id,
    array(select distinct permission from droit where utilisateur_id = utilisateur.id) as permissions
  from utilisateur join organisation on organisation.id = utilisateur.organisation_id
  where utilisateur.id = $1`

/** The user with that id, who must be active in an active organisation. */
export async function actor(connection: pg.Client, id: string): Promise<Actor> {
  const found = await lockActor(connection, id)
  if (found === null) {
    throw new RuleBroken(
      'utilisateur_introuvable',
      `Aucun utilisateur « ${id} ». Voyez la liste avec : npx antenne comptes`,
    )
  }
  if (!found.actif) {
    const what = found.compte_actif
      ? `L'organisation de ${found.nom} n'est pas active. Réactivez-la`
      : `Le compte de ${found.nom} n'est pas actif. Réactivez-le`
    throw new RuleBroken('acces_refuse', `${what}, ou agissez au nom d'un autre utilisateur.`)
  }
  return found
}
