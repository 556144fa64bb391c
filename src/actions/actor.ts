import type pg from 'pg'
import { ActionRefused } from './refused.ts'

/** Who acts, as the database has them now. */
export interface Actor {
  readonly id: string
  readonly nom: string
  /** The partner that their organisation is, if it is one. */
  readonly partenaire_id: string | null
  readonly permissions: readonly string[]
}

/**
 * The user with that id, who must be active in an active organisation. Both rows stay locked until the action commits.
 */
export async function actor(client: pg.Client, id: string): Promise<Actor> {
  const { rows } = await client.query<Actor & { actif: boolean; active: boolean }>(
    `select utilisateur.id, prenom || ' ' || utilisateur.nom as nom, actif, organisation.statut = 'active' as active,
      (select id from partenaire where organisation_id = organisation.id) as partenaire_id,
      array(select distinct permission from droit where utilisateur_id = utilisateur.id) as permissions
    from utilisateur join organisation on organisation.id = utilisateur.organisation_id
    where utilisateur.id = $1 for share of utilisateur, organisation`,
    [id],
  )
  const [found] = rows
  if (found === undefined) {
    throw new ActionRefused(
      'utilisateur_introuvable',
      `Aucun utilisateur « ${id} ». Voyez la liste avec : npx antenne comptes`,
    )
  }
  if (!found.actif || !found.active) {
    const what = found.actif
      ? `L'organisation de ${found.nom} n'est pas active. Réactivez-la`
      : `Le compte de ${found.nom} n'est pas actif. Réactivez-le`
    throw new ActionRefused('acces_refuse', `${what}, ou agissez au nom d'un autre utilisateur.`)
  }
  return found
}
