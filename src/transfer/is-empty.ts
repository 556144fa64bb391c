import type pg from 'pg'
import { resourceNames } from './resources.ts'

/** Whether the database holds no record yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const tables = resourceNames.map((name) => `exists (select from ${name})`).join(' or ')
  const { rows } = await client.query<{ vide: boolean }>(`select not (${tables}) as vide`)
  return rows[0]?.vide === true
}
