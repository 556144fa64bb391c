import type pg from 'pg'
import type { Caller } from '../identity/caller.ts'
import { ActionRefused } from './refused.ts'

/** Who acts, as the database has them now. */
export interface Actor extends Caller {
  readonly nom: string
}

interface Row extends Omit<Actor, 'permissions'> {
  readonly actif: boolean
  readonly active: boolean
}

/** The user with that id, active or not; the rows that give them their rights stay locked until the action commits (A5). */
export async function holdActor(
  client: pg.Client,
  id: string,
): Promise<(Actor & { reste: string | null }) | null> {
  await client.query({ name: 'acteur_tenu', text: 'select tenir_droits($1)', values: [id] })
  const { rows } = await client.query<Row>({
    name: 'acteur',
    text: `select utilisateur.id as utilisateur_id, organisation.id as organisation_id, organisation.type,
      prenom || ' ' || utilisateur.nom as nom, actif, organisation.statut = 'active' as active, double_authentification,
      (select id from partenaire where organisation_id = organisation.id) as partenaire_id
    from utilisateur join organisation on organisation.id = utilisateur.organisation_id
    where utilisateur.id = $1`,
    values: [id],
  })
  const [found] = rows
  if (found === undefined) return null
  const held = await client.query<{ permission: string }>({
    name: 'acteur_droits',
    text: 'select distinct permission from droit where utilisateur_id = $1',
    values: [id],
  })
  const { actif, active, ...actor } = found
  const reste = actif ? (active ? null : 'organisation') : 'compte'
  return { ...actor, permissions: held.rows.map(({ permission }) => permission), reste }
}

/** The user with that id, who must be active in an active organisation. */
export async function actor(client: pg.Client, id: string): Promise<Actor> {
  const found = await holdActor(client, id)
  if (found === null) {
    throw new ActionRefused(
      'utilisateur_introuvable',
      `Aucun utilisateur « ${id} ». Voyez la liste avec : npx antenne comptes`,
    )
  }
  if (found.reste !== null) {
    const what =
      found.reste === 'compte'
        ? `Le compte de ${found.nom} n'est pas actif. Réactivez-le`
        : `L'organisation de ${found.nom} n'est pas active. Réactivez-la`
    throw new ActionRefused('acces_refuse', `${what}, ou agissez au nom d'un autre utilisateur.`)
  }
  return found
}
