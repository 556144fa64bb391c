import { statfs } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import type { Folders } from './folders.ts'

type Fault = 'full' | 'read-only' | 'forbidden' | 'not a folder' | 'impossible'

const codes: Record<string, Fault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOTDIR: 'not a folder',
  EEXIST: 'not a folder',
}

const words: [RegExp, Fault][] = [
  [/No space left on device|Disk quota exceeded/, 'full'],
  [/Read-only file system/, 'read-only'],
  [/Permission denied|Operation not permitted/, 'forbidden'],
]

const sentences: Record<Fault, (place: string) => string> = {
  full: (place) => `Il n'y a plus de place sur le disque de ${place}. Libérez de l'espace, puis relancez.`,
  'read-only': (place) =>
    `${place} est en lecture seule. Choisissez avec DATA_DIR un dossier où écrire, ou indiquez un serveur PostgreSQL avec DATABASE_URL.`,
  forbidden: (place) =>
    `L'accès à ${place} est refusé. Donnez-y au service les droits de lecture et d'écriture, lancez-le sous le compte qui l'a créé, ou choisissez un autre DATA_DIR.`,
  'not a folder': (place) => `${place} n'est pas un dossier. Choisissez un autre DATA_DIR.`,
  impossible: (place) => `Le dossier ${place} ne peut pas être créé. Choisissez un autre DATA_DIR.`,
}

/** Turns an error of the file system into a message for the terminal; any other error is returned unchanged. */
export function fromSystem(error: unknown, dataDir: string): unknown {
  if (error instanceof Failure) return error
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  // Node reports ENOENT where it may not create a folder with its parents.
  const fault = code === 'ENOENT' && syscall === 'mkdir' ? 'impossible' : codes[code]
  if (fault === undefined) return error
  const place = fault === 'forbidden' || code === 'EEXIST' ? (path ?? dataDir) : dataDir
  return new Failure(sentences[fault](place), { cause: error })
}

/** The message for a program that ended, from its output. */
export async function fromOutput(what: string, text: string, { dataDir, home }: Folders): Promise<Failure> {
  if (/could not look up effective user ID/.test(text)) {
    return new Failure(
      `Le compte ${process.getuid?.()} n'a pas de nom sur ce système, ce que PostgreSQL exige pour créer une base. Ajoutez-le à /etc/passwd, lancez le service sous un autre compte, ou indiquez un serveur avec DATABASE_URL.`,
    )
  }
  const lines = text.trimEnd().split('\n').slice(-8).join('\n')
  const fault =
    words.find(([pattern]) => pattern.test(text))?.[1] ?? ((await isFull(home)) ? 'full' : undefined)
  if (fault !== undefined) return new Failure(`${sentences[fault](dataDir)}\n${lines}`.trimEnd())
  return new Failure(
    `${what}. Corrigez ce que disent ces lignes, ou indiquez un serveur avec DATABASE_URL :\n${lines}`,
  )
}

/** A full disk has no room for the log line that would say so. */
async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < 1024 ** 2
}

/** The message for a program that the system refused to run. */
export function fromSpawn(error: NodeJS.ErrnoException, binary: string, folders: Folders): Failure {
  const reason =
    error.code === 'EPERM' && folders.account !== undefined
      ? `root n'a pas le droit de passer au compte « ${folders.account.name} » (CAP_SETUID). Lancez le service sous un autre compte que root`
      : `${binary} ne s'exécute pas sur ce système (${error.code}). Vérifiez le dossier node_modules`
  return new Failure(`${reason}, ou indiquez un serveur PostgreSQL avec DATABASE_URL.`, { cause: error })
}
