import { Moi, Organisation, RoleAttribue, Utilisateur } from '../contract/session.ts'
import { many, one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { isActive } from '../identity/scope.ts'
import { item } from './operation.ts'

/** The session: the one source of rights for interfaces. */
export const lireMoi = item({
  id: 'lireMoi',
  path: '/api/v1/moi',
  permission: null,
  summary: 'Session : utilisateur connecté, organisation, rôles et droits',
  description:
    "`permissions` est la seule source de droits côté interface : un menu, un écran ou un bouton ne s'affiche qu'avec la permission correspondante. Elle est vide dès que le compte ou l'organisation n'est pas actif.",
  of: Moi,
  reads: ['utilisateur', 'organisation', 'mes_roles', 'mes_permissions'],
  from: sql`utilisateur join organisation on organisation.id = utilisateur.organisation_id`,
  fields: {
    utilisateur: one(Utilisateur, sql`(select utilisateur.*) as u`, {
      actif: isActive,
    }),
    organisation: one(Organisation, sql`(select organisation.*) as o`),
    roles: many(RoleAttribue, sql`mes_roles`, sql`principal desc, code`),
    permissions: sql`array(select distinct permission collate "C" from mes_permissions order by 1)`,
  },
})
