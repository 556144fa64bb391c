import { descending, sorted } from './order.ts'
import { without } from './records.ts'
import type { View } from './scope.ts'

export function lireMoi({ caller }: View) {
  const { utilisateur, organisation, actif, roles, permissions } = caller
  const attributed = roles.map(({ id, code, libelle, type_organisation }) => ({
    code,
    libelle,
    type_organisation,
    principal: id === utilisateur.role_id,
  }))
  return {
    utilisateur: { ...without(utilisateur, 'role_ids'), actif },
    organisation,
    roles: sorted(attributed, ({ principal, code }) => [descending(principal), code]),
    permissions: sorted(permissions, (permission) => [permission]),
  }
}
