import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Static } from 'typebox'
import type { NouveauContact, NouveauSite } from '../../contract/corps-clients.ts'

/** Stores a contact of a client. */
export async function insertContact(
  connection: pg.Client,
  client_id: string,
  contact: Static<typeof NouveauContact>,
  at: string,
  id: string = randomUUID(),
): Promise<string> {
  const { prenom, nom, fonction, email, telephone, principal = false } = contact
  await connection.query(
    `insert into contact (id, client_id, prenom, nom, fonction, email, telephone, principal, cree_le, modifie_le)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, client_id, prenom, nom, fonction, email, telephone, principal, at],
  )
  return id
}

/** Stores a site of a client. */
export async function insertSite(
  connection: pg.Client,
  client_id: string,
  site: Static<typeof NouveauSite>,
  at: string,
): Promise<string> {
  const id = randomUUID()
  const { libelle, adresse, ville, zone_id, latitude, longitude, contact_id } = site
  await connection.query(
    `insert into site (id, client_id, libelle, adresse, ville, zone_id, latitude, longitude, contact_id, statut, cree_le, modifie_le)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'a_qualifier', $10, $10)`,
    [id, client_id, libelle, adresse, ville, zone_id, latitude, longitude, contact_id, at],
  )
  return id
}

/** The fields of a patch whose values differ from the stored ones. */
export const changesOf = <Row extends object>(stored: Row, patch: Partial<Row>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([field, value]) => value !== undefined && value !== stored[field as keyof Row],
    ),
  ) as Partial<Row>

/** Stores the changed fields of a row. */
export async function update(
  connection: pg.Client,
  table: 'client' | 'contact' | 'site',
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const fields = Object.keys(changes)
  const sets = fields.map((field, index) => `${field} = $${index + 2}`)
  await connection.query(`update ${table} set ${sets.join(', ')} where id = $1`, [
    id,
    ...Object.values(changes),
  ])
}
