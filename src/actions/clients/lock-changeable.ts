import type pg from 'pg'
import { instantText } from '../../database/projection.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'

/** A client as it is stored. */
export interface StoredClient {
  readonly id: string
  readonly organisation_id: string
  readonly raison_sociale: string
  readonly forme_juridique: string | null
  readonly rccm: string | null
  readonly ncc: string | null
  readonly secteur_id: string | null
  readonly adresse_facturation: string | null
  readonly ville: string | null
  readonly zone_id: string | null
  readonly telephone: string | null
  readonly email: string | null
  readonly credit_approuve: boolean
  readonly plafond_encours: number | null
  readonly modifie_le: string
}

/**
 * Locks a client that the person may change. The operator may change any, a partner those that it manages, or that its
 * people created and nobody manages, but not one that it only asked for.
 */
export async function lockChangeableClient(
  connection: pg.Client,
  who: Actor,
  id: string,
): Promise<StoredClient> {
  const { rows } = await connection.query<StoredClient & { sien: boolean }>(
    `select id, organisation_id, raison_sociale, forme_juridique, rccm, ncc, secteur_id, adresse_facturation, ville, zone_id,
      telephone, email, credit_approuve, plafond_encours::float8 as plafond_encours, ${instantText('modifie_le')} as modifie_le,
      case when partenaire_actuel_id is null
        then cree_par in (select id from utilisateur where utilisateur.organisation_id = $2)
        else partenaire_actuel_id = $3 end as sien
    from client where id = $1 for update`,
    [id, who.organisation_id, who.partenaire_id],
  )
  const [found] = rows
  if (found === undefined) throw new Refusal('ressource_introuvable')
  const { sien, ...stored } = found
  if (who.type !== 'operateur' && sien !== true)
    throw new Refusal('acces_refuse', {
      message:
        'Vous ne pouvez modifier que les clients que vous gérez, ou que vous avez créés et que personne ne gère.',
      details: { permission_requise: 'clients.modifier' },
    })
  return stored
}
