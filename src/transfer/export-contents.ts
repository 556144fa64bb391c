import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** So many pieces are in memory at a time. */
const FETCHED = 16

interface Piece {
  readonly id: string
  readonly octets: Buffer | null
}

/**
 * Writes the contents of each file that has any into a folder, under the file's id, piece by piece. Where nobody has
 * any there is no folder. Runs in the transaction of an export.
 */
export async function writeContents(
  client: pg.Client,
  folder: string,
  told: (count: number) => void,
): Promise<void> {
  await client.query(`declare contenus no scroll cursor for
    select fichier.id, octets from fichier left join contenu_morceau as m on m.contenu_id = fichier.contenu_id
    where fichier.contenu_id is not null order by fichier.id, rang`)
  let written: { readonly id: string; readonly file: FileHandle } | undefined
  let count = 0
  const fetch = async () => (await client.query<Piece>(`fetch ${FETCHED} from contenus`)).rows
  try {
    for (let pieces = await fetch(); pieces.length > 0; pieces = await fetch()) {
      for (const { id, octets } of pieces) {
        if (id !== written?.id) {
          if (written === undefined) await mkdir(folder, { mode: 0o700 })
          await written?.file.sync()
          await written?.file.close()
          written = { id, file: await open(join(folder, id), 'wx', 0o600) }
          count += 1
        }
        if (octets !== null) await written.file.appendFile(octets)
      }
      told(count)
    }
    await written?.file.sync()
  } finally {
    await written?.file.close()
  }
}
