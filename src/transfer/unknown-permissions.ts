import type pg from 'pg'
import { extensionPermissions, permissions } from '../contract/permissions.ts'

/** A permission that nothing here asks for, and the first line of `role.ndjson` that names it. */
export interface UnknownPermission {
  readonly permission: string
  readonly ligne: number
}

export const knownPermissions: readonly string[] = [...permissions, ...extensionPermissions]

const MAX_TOLD = 100

/**
 * The permissions of staged roles that this program does not know. The contract does not list all that may exist, so
 * they are stored; most likely they are mistyped.
 */
export async function unknownPermissions(client: pg.Client): Promise<UnknownPermission[]> {
  const { rows } = await client.query<UnknownPermission>(
    `select permission, min(ligne) as ligne from import_role, unnest(permissions) as permission
     where permission <> all ($1) group by permission order by ligne, permission limit ${MAX_TOLD}`,
    [knownPermissions],
  )
  return rows
}
