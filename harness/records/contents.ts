import { createHash, randomUUID } from 'node:crypto'
import { PIECE } from '../../src/database/pieces.ts'
import type { RunSql } from '../database/connection.ts'

/** A file and where its contents are. */
interface Stored {
  readonly fichier: string
  readonly contenu: string
}

interface NewFile {
  readonly bytes: Buffer | string
  /** Contents that are stored already, to be shared. */
  readonly contenu?: string
  readonly statut?: 'en_attente' | 'sain' | 'infecte'
  /** Bytes of a piece. */
  readonly piece?: number
}

/** Stores a PDF with its contents in pieces, as the owner of the data; nobody deposited it. */
export async function storeFile(sql: RunSql, given: NewFile): Promise<Stored> {
  const { statut = 'en_attente', piece = PIECE } = given
  const bytes = Buffer.from(given.bytes)
  const [fichier, contenu] = [randomUUID(), given.contenu ?? randomUUID()]
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, rang) =>
    bytes.subarray(rang * piece, (rang + 1) * piece),
  )
  // One statement, so that nobody sees a file without its contents.
  await sql(
    `with contents as (
      insert into contenu (id, empreinte, taille_octets) select $1, $2, $3 where not $4 returning id
    ), pieces as (
      insert into contenu_morceau (contenu_id, rang, octets)
      select id, rang - 1, octets from contents, unnest($5::bytea[]) with ordinality as morceau (octets, rang)
    )
    insert into fichier (id, nom_original, type_mime, taille_octets, statut_scan, contenu_id, depose_le)
    values ($6, 'piece.pdf', 'application/pdf', $3, $7, $1, clock_timestamp())`,
    [
      contenu,
      createHash('sha256').update(bytes).digest(),
      bytes.length,
      given.contenu !== undefined,
      pieces,
      fichier,
      statut,
    ],
  )
  return { fichier, contenu }
}
