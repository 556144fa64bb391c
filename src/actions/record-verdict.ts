import type pg from 'pg'
import { writeBesideOthers } from '../database/locks.ts'
import { perform } from './action.ts'

/**
 * Writes down what the scanner found in contents. `infecte` holds for all files that share them, whatever was known;
 * `sain` for those that wait. Documents keep their `modifie_le`. Returns the files that changed.
 */
export async function recordVerdict(
  connection: pg.Client,
  contenu: string,
  statut: 'sain' | 'infecte',
  now: Date,
): Promise<string[]> {
  const { result } = await perform(connection, { geste: 'analyse', par: null, now }, async () => {
    await writeBesideOthers(connection)
    await connection.query('select from fichier where contenu_id = $1 order by id for update', [contenu])
    const { rows } = await connection.query<{ id: string }>(
      `update fichier set statut_scan = $2::statut_scan where contenu_id = $1
        and (statut_scan = 'en_attente' or ($2 = 'infecte'::statut_scan and statut_scan <> $2)) returning id`,
      [contenu, statut],
    )
    return rows.map(({ id }) => id)
  })
  return result
}
