import type pg from 'pg'
import { KEPT_FOR_TOKENS_DAYS } from '../contract/changements.ts'
import { transaction } from '../database/writer.ts'

/** Makes a new key, which signs links and seals tokens from now on. Keys whose last token has expired go. */
export const turnLinkKey = (connection: pg.Client): Promise<void> =>
  transaction(connection, async () => {
    await connection.query('select tourner_cle_lien()')
    await connection.query(
      `delete from cle_lien where exists (select from cle_lien as suivante where suivante.id > cle_lien.id
        and suivante.cree_le < now() - interval '${KEPT_FOR_TOKENS_DAYS} days')`,
    )
  })

/** The same, and withdraws all keys before it: links and tokens made with them are no longer good. */
export const revokeLinkKeys = (connection: pg.Client): Promise<void> =>
  transaction(connection, async () => {
    await connection.query('delete from cle_lien where id < (select tourner_cle_lien())')
  })
