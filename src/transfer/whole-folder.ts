import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
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

/** A folder of this name in an export says that its files are not all of one moment; an import refuses them. */
const UNFINISHED = 'export-inacheve-'
/** Drafts beside the folder bear its name. */
const besideOf = (target: string): string => `.${basename(target)}.export-`
/** What follows: whose draft it is, and whether it is what was there before. */
const OWNER = /^(\d+)-[0-9a-f]{8}(\.avant)?$/

/**
 * Makes a folder hold these files, as `write` puts them into a draft: all of them or none, whenever it is killed. What a
 * killed one left is cleared away. A folder that is made here is its owner's alone (0700); one that was there keeps its rights.
 */
export async function writeWhole(
  folder: string,
  files: readonly string[],
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const target = resolve(folder)
  const made: string[] = []
  try {
    await makeFolder(target, made)
    await access(target, constants.W_OK)
    await clearAway(target)
    for (const file of files) await requireReplaceable(join(target, file))
    const draft = await makeDraft(target)
    try {
      await write(draft)
      await flush(draft)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
    if (!(await replaceFolder(draft, target, files))) await replaceFiles(draft, target, files)
  } catch (error) {
    // Those that hold something by now stay.
    for (const each of made.reverse()) await succeeds(rmdir(each))
    throw error
  }
}

/** Makes a folder, and those above it, one by one: what Node does of itself never ends where a system lets nobody make any. */
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
  new Failure(`Le système ne laisse rien écrire dans ${printable(folder)}. Choisissez un autre dossier.`, {
    cause,
  })

/** Removes what killed exports left behind; what one of them had moved away without putting its own in place comes back. */
async function clearAway(target: string): Promise<void> {
  for (const [folder, prefix] of [
    [dirname(target), besideOf(target)],
    [target, UNFINISHED],
  ] as const) {
    for (const entry of await readdir(folder).catch(() => [])) {
      const [, pid, before] = (entry.startsWith(prefix) && OWNER.exec(entry.slice(prefix.length))) || []
      // Our own number on something that we have not made is a predecessor's.
      if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
      // An empty folder is replaced, any other stays.
      if (before !== undefined) await rename(join(folder, entry), target).catch(() => {})
      await rm(join(folder, entry), { recursive: true, force: true })
    }
  }
}

/** What cannot be replaced at the end is refused at the beginning. */
async function requireReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isDirectory() === true) {
    throw new Failure(`${path} est un dossier. Retirez-le, ou exportez dans un autre dossier.`)
  }
}

/**
 * A folder of the target's owner, beside it, that nobody else reads; inside it where that cannot be, or where files could not
 * be moved from there.
 */
async function makeDraft(target: string): Promise<string> {
  const owner = `${process.pid}-${randomUUID().slice(0, 8)}`
  const beside = join(dirname(target), `${besideOf(target)}${owner}`)
  try {
    await mkdir(beside, { mode: 0o700 })
    const { uid, gid } = await stat(target)
    await chown(beside, uid, gid)
    // To move what is not there tells, and does nothing: between two disks that is another fault.
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

/** Puts the draft in the folder's place, unless somebody would miss the folder itself or what else is in it. */
async function replaceFolder(draft: string, target: string, files: readonly string[]): Promise<boolean> {
  if (dirname(draft) === target || !(await isOursAlone(target, files))) return false
  await chmod(draft, (await stat(target)).mode & 0o7777)
  if (!(await succeeds(rename(draft, target)))) {
    // It is not empty. Only between these two moves is there no export.
    const before = `${draft}.avant`
    if (!(await succeeds(rename(target, before)))) return false
    if (!(await succeeds(rename(draft, target)))) {
      await succeeds(rename(before, target))
      return false
    }
    // From here on it is rubbish, and must not come back.
    await rename(before, draft)
  }
  await flush(dirname(target))
  await rm(draft, { recursive: true, force: true })
  return true
}

/** A folder that holds nothing but an export, is no link to one, and where nobody stands who runs us. */
async function isOursAlone(target: string, files: readonly string[]): Promise<boolean> {
  if (!(await lstat(target)).isDirectory()) return false
  const [first] = relative(await realpath(target), process.cwd()).split('/')
  return first === '..' && (await readdir(target)).every((entry) => files.includes(entry))
}

/** Moves the files one by one, under the eyes of a folder whose name says that this is not finished. */
async function replaceFiles(draft: string, target: string, files: readonly string[]): Promise<void> {
  const [owner = ''] = /\d+-\w+$/.exec(draft) ?? []
  const unfinished = join(target, `${UNFINISHED}${owner}`)
  if (draft !== unfinished) await rename(draft, unfinished)
  await flush(target)
  for (const file of files) await rename(join(unfinished, file), join(target, file))
  await flush(target)
  await rm(unfinished, { recursive: true })
}

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Makes what was moved into or out of a folder outlast a power cut, where the file system can. */
async function flush(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => undefined)
  await opened?.sync().catch(() => {})
  await opened?.close()
}
