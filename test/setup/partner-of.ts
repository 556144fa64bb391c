import type { RunSql } from '../../harness/database/connection.ts'

/** The id of the partner that a person works for. */
export async function partnerOf({ sql }: { readonly sql: RunSql }, email: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'select partenaire.id from partenaire join utilisateur using (organisation_id) where utilisateur.email = $1',
    [email],
  )
  return row?.id ?? ''
}

/** The ids of the active partners that none of these people works for. */
export async function otherPartners(
  { sql }: { readonly sql: RunSql },
  ...emails: readonly string[]
): Promise<string[]> {
  const others = await sql<{ id: string }>(
    `select partenaire.id from partenaire join organisation on organisation.id = organisation_id
      where partenaire.statut = 'actif' and organisation.statut = 'active'
        and organisation_id not in (select organisation_id from utilisateur where email = any($1))`,
    [emails],
  )
  return others.map(({ id }) => id)
}
