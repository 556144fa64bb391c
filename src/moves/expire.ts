import type pg from 'pg'
import { make } from './move.ts'

/** A KYC document that is out of date, and is not yet written down as such. */
export interface Expired {
  readonly id: string
  readonly organisation: string
  readonly type_document: string
  readonly date_expiration: string
  readonly statut: string
}

/** Any number that no other program takes. */
const LOCK = 7_236_005_113

const due = `document_kyc as tenu join document_kyc_au($1::date) as montre using (id)
  where (tenu.statut, tenu.motif, tenu.modifie_le) is distinct from (montre.statut, montre.motif, montre.modifie_le)`

/** What the sweep of that day would write. */
export async function expiredDocuments(client: pg.Client, now: Date): Promise<Expired[]> {
  const { rows } = await client.query<Expired>(
    `select tenu.id, organisation.nom as organisation, type_document.libelle as type_document,
      tenu.date_expiration::text, tenu.statut
    from document_kyc as tenu join organisation on organisation.id = organisation_id
      join type_document on type_document.id = type_document_id
    where tenu.id in (select id from ${due}) order by date_expiration, tenu.id`,
    [dayOf(now)],
  )
  return rows
}

/**
 * Writes down what answers have been saying since midnight (D13): nothing that anybody reads changes. Of several instances
 * one does it; the others wait, and find nothing left.
 */
export async function expireDocuments(client: pg.Client, now: Date, par: string | null): Promise<Expired[]> {
  const { result } = await make(client, { geste: 'expiration', par, now }, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const found = await expiredDocuments(client, now)
    await client.query(
      `update document_kyc set statut = montre.statut, motif = montre.motif, modifie_le = montre.modifie_le
      from document_kyc_au($1::date) as montre where montre.id = document_kyc.id and document_kyc.id = any($2)`,
      [dayOf(now), found.map(({ id }) => id)],
    )
    return found
  })
  return result
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
