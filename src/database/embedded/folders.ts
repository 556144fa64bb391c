import { createHash, randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Failure } from '../../failure.ts'
import { type Account, accountFor, canEnter } from './account.ts'

/** Where root stores what PostgreSQL's account cannot reach in the data folder. */
export const SHARED = '/var/lib/antenne'

export const PORT = 5432

/** All folders of one server. */
export interface Folders {
  readonly dataDir: string
  /** `<dataDir>/postgres`, or the folder under /var/lib/antenne to which it links. */
  readonly home: string
  readonly cluster: string
  readonly log: string
  readonly account: Account | undefined
}

/** Finds the folders of the data folder's server, and creates missing ones. */
export async function openFolders(path: string): Promise<Folders> {
  await mkdir(resolve(path, '..'), { recursive: true })
  await mkdir(resolve(path), { mode: 0o700 }).catch(ignoreExisting)
  const dataDir = await realpath(resolve(path))
  const entry = join(dataDir, 'postgres')
  const account = await accountFor(entry, dataDir)
  if (account !== undefined) await letThrough(account, dataDir)
  if ((await lstat(entry).catch(() => undefined)) === undefined) await makeHome(account, dataDir, entry)
  const home = await realpath(entry).catch(async () => {
    throw new Failure(
      `La base de données n'est plus à sa place, ${await readlink(entry)}. Remettez-la, ou supprimez ${entry} pour repartir d'une base vide.`,
    )
  })
  if (account !== undefined) {
    // Only our own folder changes its owner, never the target of somebody's link.
    const own = await lstat(entry)
    if (own.isDirectory() && own.uid === 0) await lchown(entry, account.uid, account.gid)
    if (!(await canEnter(account, home))) {
      throw new Failure(
        `Le compte « ${account.name} », sous lequel PostgreSQL tourne, n'a plus accès à ${home}. Rendez-lui le droit de traverser chaque dossier de ce chemin (chmod o+x), ou choisissez un autre DATA_DIR.`,
      )
    }
  }
  return { dataDir, home, cluster: join(home, 'cluster'), log: join(dataDir, 'postgresql.log'), account }
}

/** Lets the account through a data folder that only root may enter, and nobody else. */
async function letThrough(account: Account, dataDir: string): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0 || !(await canEnter(account, resolve(dataDir, '..')))) return
  await chown(dataDir, 0, account.gid)
  await chmod(dataDir, 0o710)
}

async function makeHome(account: Account | undefined, dataDir: string, entry: string): Promise<void> {
  if (account === undefined || (await canEnter(account, dataDir))) {
    await mkdir(entry, { mode: 0o700 }).catch(ignoreExisting)
    return
  }
  // A random name: after the data folder is deleted, the database is empty, never an old one.
  const home = join(SHARED, randomUUID())
  try {
    await makeShared()
    await mkdir(home, { mode: 0o700 })
    await lchown(home, account.uid, account.gid)
  } catch (error) {
    throw new Failure(
      `PostgreSQL ne tourne pas sous root ; le compte « ${account.name} » ne peut pas entrer dans ${dataDir}, et ${SHARED} n'est pas accessible en écriture. Choisissez un DATA_DIR où ce compte peut entrer, ou lancez le service sous un autre compte que root.`,
      { cause: error },
    )
  }
  // The link comes last. If two processes start together, one link stays.
  await symlink(home, entry).catch(async (error: NodeJS.ErrnoException) => {
    await rmdir(home)
    if (error.code !== 'EEXIST') throw error
  })
}

/** Creates /var/lib/antenne, independent of the umask. */
export async function makeShared(): Promise<void> {
  try {
    await mkdir(SHARED)
    await chmod(SHARED, 0o755)
  } catch (error) {
    ignoreExisting(error as NodeJS.ErrnoException)
  }
}

/**
 * The private folder of the socket: `socket` beside the cluster. If that path is too long for a socket, `socket` links
 * to a short one. Created again if it is gone.
 */
export async function socketFolder({ home, account }: Folders): Promise<string> {
  const entry = join(home, 'socket')
  const linked = await readlink(entry).catch(() => undefined)
  if (fits(entry)) {
    if (linked !== undefined) await rm(entry)
    await takePrivate(entry, account)
    return entry
  }
  // The name depends on the path: a copied or moved data folder does not use the original's socket.
  const prefix = `antenne-${createHash('sha256').update(entry).digest('hex').slice(0, 8)}-`
  if (linked !== undefined && basename(linked).startsWith(prefix) && (await takePrivate(linked, account)))
    return linked
  const folder = await makeShort(prefix, account)
  if (linked === undefined) {
    const error = await symlink(folder, entry).catch((reason: NodeJS.ErrnoException) => reason)
    if (error === undefined) return folder
    if (error.code !== 'EEXIST') throw error
    const theirs = await readlink(entry).catch(() => undefined)
    if (theirs !== undefined) {
      await rmdir(folder)
      return theirs
    }
  }
  const aside = `${entry}.${randomUUID()}`
  await symlink(folder, aside)
  if (linked === undefined) await rm(entry, { recursive: true })
  await rename(aside, entry)
  return folder
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= (process.platform === 'linux' ? 107 : 103)
}

async function makeShort(prefix: string, account: Account | undefined): Promise<string> {
  for (const base of [tmpdir(), '/tmp']) {
    if (!fits(join(base, `${prefix}XXXXXX`)) || !(await canEnter(account, base).catch(() => false))) continue
    const folder = await mkdtemp(join(base, prefix))
    if (account !== undefined) await lchown(folder, account.uid, account.gid)
    return folder
  }
  throw new Failure(
    `Le chemin du dossier de données est trop long pour la base embarquée, et ${tmpdir()} ne convient pas non plus. Choisissez un DATA_DIR plus court.`,
  )
}

/** Creates the folder, or checks that the existing one is ours alone. */
async function takePrivate(folder: string, account: Account | undefined): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting)
  const found = await lstat(folder)
  if (account !== undefined && found.uid === 0) await lchown(folder, account.uid, account.gid)
  else if (found.uid !== (account?.uid ?? process.getuid?.())) return false
  return found.isDirectory() && (found.mode & 0o077) === 0
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
