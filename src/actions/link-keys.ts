import type pg from 'pg'
import { transaction } from '../database/writer.ts'

/** Makes a new key, which signs links from now on. Keys whose last link has expired go. */
export const turnLinkKey = (connection: pg.Client): Promise<void> =>
  transaction(connection, async () => {
    await connection.query('select tourner_cle_lien()')
    await connection.query(
      `delete from cle_lien where exists (select from cle_lien as suivante where suivante.id > cle_lien.id
        and suivante.cree_le < now() - interval '1 hour')`,
    )
  })

/** The same, and withdraws all keys before it: links that they signed are no longer good. */
export const revokeLinkKeys = (connection: pg.Client): Promise<void> =>
  transaction(connection, async () => {
    await connection.query('delete from cle_lien where id < (select tourner_cle_lien())')
  })
