import type pg from 'pg'
import { locks } from '../database/locks.ts'
import { dayOf } from '../day.ts'
import { perform } from './action.ts'

/** A KYC document that has expired but is not yet stored as expired. */
interface Expired {
  readonly id: string
  readonly organisation: string
  readonly type_document: string
  readonly date_expiration: string
  readonly statut: string
}

const due = `document_kyc as tenu join document_kyc_au($1::date) as montre using (id)
  where (tenu.statut, tenu.motif, tenu.modifie_le) is distinct from (montre.statut, montre.motif, montre.modifie_le)`

/** The documents that a sweep on that day would change: of all, or of these. */
export async function expiredDocuments(
  connection: pg.Client,
  now: Date,
  among: readonly string[] | null = null,
): Promise<Expired[]> {
  const { rows } = await connection.query<Expired>(
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
 * Stores the expiry that answers have shown since midnight (D13), so no answer changes. It waits for no row, and so
 * deadlocks with nobody. Returns the documents that it changed: none while another instance sweeps or an import changes
 * partners, and none that an import or another action has locked, or whose files. The next sweep takes those.
 */
export async function expireDocuments(
  connection: pg.Client,
  now: Date,
  par: string | null,
): Promise<Expired[]> {
  const { result } = await perform(connection, { geste: 'expiration', par, now }, async () => {
    // A read-only role fails here, before it takes the lock.
    await connection.query('update document_kyc set statut = statut where false')
    const { rows } = await connection.query<{ seul: boolean }>(
      'select pg_try_advisory_xact_lock($1) as seul',
      [locks.sweep],
    )
    if (rows[0]?.seul !== true || !(await takesItsTurn(connection))) return []
    const candidates = await expiredDocuments(connection, now)
    const { rows: taken } = await connection.query<{ id: string }>(
      // With their files, which the change of a document locks.
      `select document_kyc.id from document_kyc join fichier on fichier.id = fichier_id where document_kyc.id = any ($1)
      order by document_kyc.id for update of document_kyc skip locked for share of fichier skip locked`,
      [candidates.map(({ id }) => id)],
    )
    const ids = taken.map(({ id }) => id)
    // Read again under the lock: the rows may have changed before it was granted.
    const found = await expiredDocuments(connection, now, ids)
    await connection.query(
      `update document_kyc set statut = montre.statut, motif = montre.motif, modifie_le = montre.modifie_le
      from document_kyc_au($1::date) as montre where montre.id = document_kyc.id and document_kyc.id = any ($2)`,
      [dayOf(now), found.map(({ id }) => id)],
    )
    return found
  })
  return result
}

/** Takes its turn among those who note changes (`attendre_son_tour`), unless somebody goes alone. */
async function takesItsTurn(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ pris: boolean }>(
    `select pg_try_advisory_xact_lock_shared(hashtext('antenne.client_portee')) as pris`,
  )
  return rows[0]?.pris === true
}
