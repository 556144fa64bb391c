import type { RunSql } from '../../harness/database/connection.ts'

/** The id of the partner that a person works for. */
export async function partnerOf({ sql }: { readonly sql: RunSql }, email: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'select partenaire.id from partenaire join utilisateur using (organisation_id) where utilisateur.email = $1',
    [email],
  )
  return row?.id ?? ''
}
