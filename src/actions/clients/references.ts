import type pg from 'pg'
import { Refusal } from '../../refusal.ts'

interface References {
  readonly secteur_id?: string | null
  readonly zone_id?: string | null
}

/** One message for a reference that does not exist and for one that the person may not use (A9). */
export const UNKNOWN = 'Choisissez un élément qui existe : celui-ci est inconnu.'

/** Refuses sectors and zones that do not exist; `at` says where each was given. */
export async function requireReferences(
  connection: pg.Client,
  given: readonly { readonly at: string; readonly of: References }[],
): Promise<void> {
  const wanted = given.flatMap(({ at, of }) => [
    { field: `${at}secteur_id`, table: 'secteur_activite', id: of.secteur_id ?? null },
    { field: `${at}zone_id`, table: 'zone_geographique', id: of.zone_id ?? null },
  ])
  const named = wanted.filter(({ id }) => id !== null)
  if (named.length === 0) return
  const { rows } = await connection.query<{ id: string }>(
    `select 'secteur_activite ' || id as id from secteur_activite where id = any ($1)
    union all select 'zone_geographique ' || id from zone_geographique where id = any ($1)`,
    [named.map(({ id }) => id)],
  )
  const known = new Set(rows.map(({ id }) => id))
  const missing = named.filter(({ table, id }) => !known.has(`${table} ${id}`))
  if (missing.length > 0)
    throw new Refusal('parametres_invalides', {
      details: Object.fromEntries(missing.map(({ field }) => [field, UNKNOWN])),
    })
}
