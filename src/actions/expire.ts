import type pg from 'pg'
import { locks } from '../database/locks.ts'
import { perform } from './action.ts'

/** A KYC document that is out of date, and is not yet written down as such. */
export interface Expired {
  readonly id: string
  readonly organisation: string
  readonly type_document: string
  readonly date_expiration: string
  readonly statut: string
}

const due = `document_kyc as tenu join document_kyc_au($1::date) as montre using (id)
  where (tenu.statut, tenu.motif, tenu.modifie_le) is distinct from (montre.statut, montre.motif, montre.modifie_le)`

/** What the sweep of that day would write: of all documents, or of these. */
export async function expiredDocuments(
  client: pg.Client,
  now: Date,
  among: readonly string[] | null = null,
): Promise<Expired[]> {
  const { rows } = await client.query<Expired>(
    `select tenu.id, organisation.nom as organisation, type_document.libelle as type_document,
      tenu.date_expiration::text, tenu.statut
    from document_kyc as tenu join organisation on organisation.id = organisation_id
      join type_document on type_document.id = type_document_id
    where tenu.id in (select id from ${due}) and ($2::uuid[] is null or tenu.id = any ($2))
    order by date_expiration, tenu.id`,
    [dayOf(now), among],
  )
  return rows
}

/**
 * Writes down what answers have been saying since midnight (D13): nothing that anybody reads changes. It waits for nobody and
 * returns what it wrote: nothing while another instance sweeps, and no document that an import or another action holds.
 * Those are left for the next sweep.
 */
export async function expireDocuments(client: pg.Client, now: Date, par: string | null): Promise<Expired[]> {
  const { result } = await perform(client, { geste: 'expiration', par, now }, async () => {
    // Who may only read learns it here, and does not take the lock in vain.
    await client.query('update document_kyc set statut = statut where false')
    const { rows } = await client.query<{ seul: boolean }>('select pg_try_advisory_xact_lock($1) as seul', [
      locks.sweep,
    ])
    if (rows[0]?.seul !== true) return []
    const candidates = await expiredDocuments(client, now)
    const { rows: taken } = await client.query<{ id: string }>(
      'select id from document_kyc where id = any ($1) order by id for update skip locked',
      [candidates.map(({ id }) => id)],
    )
    const ids = taken.map(({ id }) => id)
    // Read again under the lock: what was changed before it came is no longer as it was.
    const found = await expiredDocuments(client, now, ids)
    await client.query(
      `update document_kyc set statut = montre.statut, motif = montre.motif, modifie_le = montre.modifie_le
      from document_kyc_au($1::date) as montre where montre.id = document_kyc.id and document_kyc.id = any ($2)`,
      [dayOf(now), found.map(({ id }) => id)],
    )
    return found
  })
  return result
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
