import { constants } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE } from '../database/pieces.ts'
import { Failure, printable } from '../failure.ts'

/** The folder of contents in an import or export: a file for each record that has any, named by its id. */
export const CONTENTS = 'fichiers'

/** What stands under a name in the folder of contents. */
export interface Content {
  readonly name: string
  /** Its bytes from the beginning, in chunks. Throws `Unreadable`. */
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Contents to import, from the first one each time. */
export type Contents = () => AsyncIterable<Content> | Iterable<Content>

/** Why something in the folder of contents cannot be taken, in French. */
export class Unreadable extends Error {}

/** The contents beside the records of a folder; none if there is no folder of contents. */
export async function folderContents(folder: string): Promise<Contents> {
  const place = join(folder, CONTENTS)
  const found = await lstat(place).catch(() => undefined)
  if (found === undefined) return () => []
  if (!found.isDirectory()) {
    throw new Failure(
      `${printable(place)} n'est pas un dossier. Mettez-y les contenus des fichiers, ou retirez-le, puis relancez.`,
    )
  }
  return async function* () {
    for await (const { name } of await opendir(place)) yield { name, bytes: () => read(join(place, name)) }
  }
}

/** A link could lead anywhere, and a pipe never end: only regular files are read. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const opened = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error) => {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ELOOP' || code === 'ENXIO' ? irregular(error) : unreadable(error)
  })
  try {
    if (!(await opened.stat()).isFile()) throw irregular()
    yield* opened.createReadStream({ highWaterMark: PIECE, autoClose: false })
  } catch (error) {
    throw error instanceof Unreadable ? error : unreadable(error)
  } finally {
    await opened.close()
  }
}

const irregular = (cause?: unknown): Unreadable =>
  new Unreadable('ce n’est pas un fichier ordinaire ; attendu : le contenu lui-même, ni lien ni dossier', {
    cause,
  })

const unreadable = (cause: unknown): Unreadable =>
  new Unreadable(
    `ne peut pas être lu (${(cause as NodeJS.ErrnoException).code}) ; attendu : un fichier que vous avez le droit de lire`,
    { cause },
  )
