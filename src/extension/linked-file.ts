import type { Source, Wait } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type Caller, dated } from '../identity/caller.ts'
import { confirmation, withScope } from '../identity/scope.ts'
import { mayBeGiven } from './lier-fichier.ts'
import type { Link } from './links.ts'

/** A file whose link is good now. */
export interface LinkedFile {
  readonly contenu_id: string
  readonly nom_original: string
  readonly type_mime: string
  readonly taille_octets: number
  /** SHA-256, in hexadecimal. */
  readonly empreinte: string
}

interface Row extends LinkedFile {
  readonly statut_scan: string
}

/** Whether the person still may read it. Also asked in the middle of a download. */
const mayDownload = (caller: Caller) => confirmation(caller, 'partenaires.consulter')

/** The file of a link. Checks again all that `lierFichier` checks; null if any of it no longer holds. */
export async function linkedFile(
  source: Source,
  link: Link,
  caller: Caller,
  { scanned, now, wait }: { readonly scanned: boolean; readonly now: Date; readonly wait: Wait },
): Promise<LinkedFile | null> {
  const [row] = await source.read<Row>(
    withScope(
      ['fichier_pris', 'contenu', 'cle_lien'],
      dated(caller, now),
      sql`select contenu_id, nom_original, type_mime, contenu.taille_octets::float8 as taille_octets,
        encode(contenu.empreinte, 'hex') as empreinte, statut_scan
      from fichier_pris join contenu on contenu.id = contenu_id
      where fichier_pris.id = ${link.fichier_id} and to_timestamp(${link.expire}::float8) > now()
        and exists (select from cle_lien where id = ${link.cle})
        and ${mayDownload(caller)}`,
    ),
    wait,
  )
  return row !== undefined && mayBeGiven(row.statut_scan, scanned) ? row : null
}

/** A piece of a file; undefined where it is gone, no longer the caller's to see, or meanwhile found infected. */
export async function pieceOf(
  source: Source,
  { contenu_id }: LinkedFile,
  rang: number,
  { caller, now, wait }: { readonly caller: Caller; readonly now: Date; readonly wait: Wait },
): Promise<Buffer | undefined> {
  const [row] = await source.read<{ octets: Buffer }>(
    withScope(
      ['contenu_morceau'],
      dated(caller, now),
      sql`select octets from contenu_morceau
        where contenu_id = ${contenu_id} and rang = ${rang} and ${mayDownload(caller)}`,
    ),
    wait,
  )
  return row?.octets
}
