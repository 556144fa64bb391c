import { randomUUID } from 'node:crypto'
import { constants, readdirSync, rmdirSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isAlive } from '../database/embedded/aside.ts'
import { Failure, printable } from '../failure.ts'
import { onInterruption, removeBusy } from './interruption.ts'

/**
 * A folder with this name in an export marks it as incomplete: its files are not of one moment, and an import refuses
 * them.
 */
const UNFINISHED = 'export-inacheve-'
/** Drafts beside the folder carry its name. */
const besideOf = (target: string): string => `.${basename(target)}.export-`
/** Then come the process id, a random part, and whether it is the previous content. */
const OWNER = /^(\d+)-[0-9a-f]{8}(\.avant)?$/

/** What is written: files, all of them, and a folder with files of its own, if there are any. */
interface Parts {
  readonly files: readonly string[]
  readonly folder: string
  /** Whether a name in that folder is one of ours. */
  readonly inFolder: (name: string) => boolean
}

/**
 * Makes a folder contain the parts that `write` puts into a draft: all or none, even if killed. Removes what a killed
 * run left behind. A folder created here is private (0700); an existing one keeps its rights.
 */
export async function writeWhole(
  folder: string,
  parts: Parts,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const target = resolve(folder)
  const made: string[] = []
  try {
    await makeFolder(target, made)
    await access(target, constants.W_OK)
    await clearAway(target)
    for (const file of parts.files) await requireReplaceable(join(target, file))
    await requireOurs(join(target, parts.folder), parts.inFolder)
    const draft = await makeDraft(target)
    const goOn = onInterruption(() => {
      removeBusy(draft)
      // Those in which there is something else stay.
      for (const each of made.reverse()) if (readdirSync(each).length === 0) rmdirSync(each)
    })
    try {
      await write(draft)
      await flush(join(draft, parts.folder))
      await flush(draft)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    } finally {
      goOn()
    }
    if (!(await replaceFolder(draft, target, parts))) await replaceParts(draft, target, parts)
  } catch (error) {
    // Folders that are no longer empty stay.
    for (const each of made.reverse()) await succeeds(rmdir(each))
    throw error
  }
}

/**
 * Creates a folder and its parents one by one: Node's own recursion never ends on a system that refuses to create any.
 */
async function makeFolder(folder: string, made: string[]): Promise<void> {
  const make = async () => {
    await mkdir(folder, { mode: 0o700 })
    made.push(folder)
  }
  try {
    await make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return requireFolder(folder)
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), made)
    await make().catch((again: NodeJS.ErrnoException) => {
      throw again.code === 'ENOENT' ? impossible(folder, again) : again
    })
  }
}

async function requireFolder(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) return
  throw new Failure(`${printable(path)} n'est pas un dossier. Choisissez un autre nom.`)
}

const impossible = (folder: string, cause: unknown): Failure =>
  new Failure(`Le système refuse d'écrire dans ${printable(folder)}. Choisissez un autre dossier.`, {
    cause,
  })

/** Removes what killed exports left behind, and restores a folder that one had moved away without replacing it. */
async function clearAway(target: string): Promise<void> {
  for (const [folder, prefix] of [
    [dirname(target), besideOf(target)],
    [target, UNFINISHED],
  ] as const) {
    for (const entry of await readdir(folder).catch(() => [])) {
      const [, pid, before] = (entry.startsWith(prefix) && OWNER.exec(entry.slice(prefix.length))) || []
      // Our own process id on a draft that we have not made is a predecessor's.
      if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
      // Replaces an empty folder; any other stays.
      if (before !== undefined) await rename(join(folder, entry), target).catch(() => {})
      await rm(join(folder, entry), { recursive: true, force: true })
    }
  }
}

/** Refuses at the beginning what could not be replaced at the end. */
async function requireReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isDirectory() === true) {
    throw new Failure(`${path} est un dossier. Retirez-le, ou exportez dans un autre dossier.`)
  }
}

/** Refuses to replace a folder of that name that is somebody else's: it would be removed with all that is in it. */
async function requireOurs(path: string, isOurs: (name: string) => boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return
  if (found.isDirectory() && (await readdir(path)).every(isOurs)) return
  throw new Failure(
    `${printable(path)} contient autre chose que des contenus exportés. Retirez-le, ou exportez dans un autre dossier.`,
  )
}

/**
 * A private folder of the target's owner, beside the target; inside it if that is impossible or files could not be
 * moved from there.
 */
async function makeDraft(target: string): Promise<string> {
  const owner = `${process.pid}-${randomUUID().slice(0, 8)}`
  const beside = join(dirname(target), `${besideOf(target)}${owner}`)
  try {
    await mkdir(beside, { mode: 0o700 })
    const { uid, gid } = await stat(target)
    await chown(beside, uid, gid)
    // Moving a file that does not exist is a harmless test: between two disks the error differs.
    await rename(join(beside, owner), join(target, owner)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    return beside
  } catch {
    await succeeds(rm(beside, { recursive: true, force: true }))
    const inside = join(target, `${UNFINISHED}${owner}`)
    await mkdir(inside, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw impossible(target, error)
      throw error
    })
    return inside
  }
}

/** Replaces the folder by the draft, unless the folder itself or its other content must stay. */
async function replaceFolder(draft: string, target: string, parts: Parts): Promise<boolean> {
  if (dirname(draft) === target || !(await isOursAlone(target, parts))) return false
  await chmod(draft, (await stat(target)).mode & 0o7777)
  if (!(await succeeds(rename(draft, target)))) {
    // The folder is not empty. Only between these two renames is there no export.
    const before = `${draft}.avant`
    if (!(await succeeds(rename(target, before)))) return false
    if (!(await succeeds(rename(draft, target)))) {
      await succeeds(rename(before, target))
      return false
    }
    // From here on it is obsolete and must not be restored.
    await rename(before, draft)
  }
  await flush(dirname(target))
  await rm(draft, { recursive: true, force: true })
  return true
}

/** Whether the folder contains only an export, is no link, and our working folder is not inside it. */
async function isOursAlone(target: string, { files, folder }: Parts): Promise<boolean> {
  if (!(await lstat(target)).isDirectory()) return false
  const [first] = relative(await realpath(target), process.cwd()).split('/')
  return first === '..' && (await readdir(target)).every((entry) => entry === folder || files.includes(entry))
}

/** Moves the parts one by one, while a folder marks the export as incomplete. */
async function replaceParts(draft: string, target: string, { files, folder }: Parts): Promise<void> {
  const [owner = ''] = /\d+-\w+$/.exec(draft) ?? []
  const unfinished = join(target, `${UNFINISHED}${owner}`)
  if (draft !== unfinished) await rename(draft, unfinished)
  await flush(target)
  for (const file of files) await rename(join(unfinished, file), join(target, file))
  // A folder that is not empty cannot be replaced by a rename.
  await renameFound(join(target, folder), join(unfinished, `${folder}.avant`))
  await renameFound(join(unfinished, folder), join(target, folder))
  await flush(target)
  await rm(unfinished, { recursive: true })
}

const renameFound = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Makes renames in a folder survive a power cut, where the file system can. */
async function flush(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => undefined)
  await opened?.sync().catch(() => {})
  await opened?.close()
}
