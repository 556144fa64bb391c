import type { Source, Wait } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import { isActive, withScope } from './scope.ts'

/** The user with that id, or null. */
export async function identify(source: Source, subject: string, wait: Wait): Promise<Caller | null> {
  const [caller] = await source.read<Caller>(
    withScope(
      ['utilisateur', 'organisation', 'mon_partenaire', 'mes_permissions'],
      { utilisateur_id: subject },
      sql`select utilisateur.id as utilisateur_id, utilisateur.organisation_id, organisation.type, double_authentification,
        ${isActive} as actif,
        (select id from mon_partenaire) as partenaire_id,
        array(select distinct permission from mes_permissions) as permissions
      from utilisateur join organisation on organisation.id = utilisateur.organisation_id`,
    ),
    wait,
  )
  return caller ?? null
}
