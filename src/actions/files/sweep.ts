import type pg from 'pg'
import { perform } from '../action.ts'
import { lockFiles, UNATTACHED_FOR } from './store.ts'

/** Removes files that no document has taken for a day, and contents that no file has. */
export async function sweepFiles(connection: pg.Client, now: Date): Promise<number> {
  const { result } = await perform(connection, { geste: 'retrait de fichier', par: null, now }, async () => {
    // A file that a deposit has locked is about to be taken by a document.
    const { rows } = await connection.query<{ id: string }>(
      `select id from fichier where depose_le < $1::timestamptz - ${UNATTACHED_FOR}
        and not exists (select from document_kyc where fichier_id = fichier.id)
      order by id for update skip locked`,
      [now.toISOString()],
    )
    // Checked again under the lock.
    const { rowCount } = await connection.query(
      `delete from fichier where id = any ($1) and not exists (select from document_kyc where fichier_id = fichier.id)`,
      [rows.map(({ id }) => id)],
    )
    // A deposit of the same bytes either goes first, or finds them gone.
    await connection.query(
      `select ${lockFiles('organisation_id')} from (select distinct organisation_id from contenu
        where not exists (select from fichier where contenu_id = contenu.id) order by 1) as o where organisation_id is not null`,
    )
    await connection.query(
      'delete from contenu where not exists (select from fichier where contenu_id = contenu.id)',
    )
    return rowCount ?? 0
  })
  return result
}
