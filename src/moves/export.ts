import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
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
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Type, { type TObject } from 'typebox'
import { doublonsDetectes } from '../database/controle-doublon.ts'
import { isAlive } from '../database/embedded/aside.ts'
import { object, type Parts } from '../database/projection.ts'
import { name as identifier, type Sql, sql } from '../database/sql.ts'
import { Failure } from '../failure.ts'
import type { Progress } from './import.ts'
import { type ResourceName, resourceNames, resources } from './resources.ts'

/** JSON text holds neither of these, so a line of CSV with them is the JSON text itself. */
const raw = `(format csv, delimiter e'\\x02', quote e'\\x01')`

const fileOf = (name: ResourceName): string => `${name}.ndjson`
const files = resourceNames.map(fileOf)

/** A folder of this name in an export says that its files are not all of one moment; an import refuses them. */
const UNFINISHED = 'export-inacheve-'
/** Drafts beside the folder bear its name. */
const besideOf = (target: string): string => `.${basename(target)}.export-`
/** What follows: whose draft it is, and whether it is what was there before. */
const OWNER = /^(\d+)-[0-9a-f]{8}(\.avant)?$/

/**
 * Writes every resource as a file of the import format, of one moment, in the order of the ids: the same data give the
 * same bytes. The export appears whole or not at all, whenever it is killed, and the next one clears away what was left.
 */
export async function exportFolder(client: pg.Client, folder: string, progress: Progress): Promise<void> {
  const target = resolve(folder)
  await mkdir(target, { recursive: true })
  await access(target, constants.W_OK)
  await clearAway(target)
  for (const file of files) await requireReplaceable(join(target, file))
  const draft = await makeDraft(target)
  try {
    await writeFiles(client, draft, progress)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  if (!(await replaceFolder(draft, target))) await replaceFiles(draft, target)
}

async function writeFiles(client: pg.Client, folder: string, progress: Progress): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  for (const name of resourceNames) {
    progress(`Écriture de ${name}`)
    const { text } = recordsOf(name)
    const rows = client.query(copyTo(`copy (${text}) to stdout ${raw}`))
    await pipeline(rows, createWriteStream(join(folder, fileOf(name)), { flush: true }))
  }
  await client.query('commit')
  await flush(folder)
}

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

/** A folder like the target, beside it; inside it where that cannot be, or where files could not be moved from there. */
async function makeDraft(target: string): Promise<string> {
  const owner = `${process.pid}-${randomUUID().slice(0, 8)}`
  const beside = join(dirname(target), `${besideOf(target)}${owner}`)
  try {
    await mkdir(beside, { mode: 0o700 })
    const { uid, gid, mode } = await stat(target)
    await chown(beside, uid, gid)
    await chmod(beside, mode & 0o7777)
    // To move what is not there tells, and does nothing: between two disks that is another fault.
    await rename(join(beside, owner), join(target, owner)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    return beside
  } catch {
    await succeeds(rm(beside, { recursive: true, force: true }))
    const inside = join(target, `${UNFINISHED}${owner}`)
    await mkdir(inside)
    return inside
  }
}

/** Puts the draft in the folder's place, unless somebody would miss the folder itself or what else is in it. */
async function replaceFolder(draft: string, target: string): Promise<boolean> {
  if (dirname(draft) === target || !(await isOursAlone(target))) return false
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
async function isOursAlone(target: string): Promise<boolean> {
  if (!(await lstat(target)).isDirectory()) return false
  const [first] = relative(await realpath(target), process.cwd()).split('/')
  return first === '..' && (await readdir(target)).every((entry) => files.includes(entry))
}

/** Moves the files one by one, under the eyes of a folder whose name says that this is not finished. */
async function replaceFiles(draft: string, target: string): Promise<void> {
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

function recordsOf(name: ResourceName): Sql {
  const schema: TObject = Type.Object({ ...resources[name].fields })
  const table = identifier(name)
  return sql`select ${object(schema, partsOf(name) as Parts<TObject>)} from ${table} order by ${table}.id`
}

/** The fields of a record that are not columns of its table. */
function partsOf(name: ResourceName): Record<string, Sql> {
  const lists = Object.entries(resources[name].links).map(([field, { table, owner, member }]) => [
    field,
    sql`array(select ${identifier(member)} from ${identifier(table)} as lien
      where lien.${identifier(owner)} = ${identifier(name)}.id order by ${identifier(member)})`,
  ])
  return {
    ...Object.fromEntries(lists),
    ...(name === 'reservation' ? { doublons_detectes: doublonsDetectes } : {}),
  }
}
