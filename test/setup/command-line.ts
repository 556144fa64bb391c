import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, vi } from 'vitest'
import { addressOf, type RunSql, sqlOn } from '../../harness/database/connection.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { main } from '../../src/main.ts'
import type { ResourceName } from '../../src/transfer/resources.ts'
import { variables } from '../../src/variables.ts'
import { freshDatabase } from './world.ts'

export interface Outcome {
  readonly status: number
  readonly out: string
  readonly err: string
}

type Environment = Readonly<Record<string, string>>

/** Runs a command in this process, with that environment and no other variable of ours. */
export async function run(words: readonly string[], environment: Environment = {}): Promise<Outcome> {
  const said = { out: '', err: '' }
  for (const { name } of Object.values(variables)) vi.stubEnv(name, environment[name])
  const hear = (stream: 'out' | 'err') => (text: unknown) => {
    said[stream] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
  ]
  try {
    const status = await main(words)
    return { status, ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** The lines of each file of a folder to import. */
export type Files = Partial<Record<ResourceName, readonly unknown[]>>

/** A database of its own and the commands that work on it. */
export interface Data {
  readonly connection: DatabaseAddress
  /** A folder for the files of the tests, and for DATA_DIR. */
  readonly ground: string
  readonly environment: Environment
  run(...words: string[]): Promise<Outcome>
  /** Writes the records into a new folder (a string is a whole file as it stands) and returns its path. */
  write(files: Partial<Record<string, readonly unknown[] | string | Uint8Array>>): Promise<string>
  /** Imports the records. */
  importing(files: Files): Promise<Outcome>
  /** All files of an export, by name. */
  exported(): Promise<Record<string, string>>
  readonly sql: RunSql
  close(): Promise<void>
}

export async function openData(template: 'vide' | 'demonstration'): Promise<Data> {
  const { connection, drop } = await freshDatabase(template)
  const ground = await mkdtemp(join(tmpdir(), 'antenne-commande-'))
  const environment = { DATABASE_URL: addressOf(connection), DATA_DIR: join(ground, 'donnees') }
  const runHere = (...words: string[]) => run(words, environment)
  const write: Data['write'] = async (files) => {
    const folder = await mkdtemp(join(ground, 'dossier-'))
    await writeInto(folder, files)
    return folder
  }
  return {
    connection,
    ground,
    environment,
    run: runHere,
    write,
    importing: async (files) => runHere('importer', await write(files)),
    async exported() {
      const folder = await mkdtemp(join(ground, 'export-'))
      const { status, err } = await runHere('exporter', folder)
      if (status !== 0) throw new Error(err)
      return contentOf(folder)
    },
    sql: sqlOn(connection),
    async close() {
      await drop()
      await rm(ground, { recursive: true, force: true })
    },
  }
}

/** Writes files of records, and others under names with a slash; an entry that is no list is the content itself. */
export async function writeInto(
  folder: string,
  files: Partial<Record<string, readonly unknown[] | string | Uint8Array>>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue
    const path = join(folder, name.includes('/') ? name : `${name}.ndjson`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Array.isArray(content) ? ndjson(content) : (content as string | Uint8Array))
  }
}

export const ndjson = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** The files of a folder and below, by name, in the order of the names; what is no text, byte for byte. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  const texts = await Promise.all(
    names.map((name) => readFile(join(folder, name), name.startsWith('fichiers/') ? 'latin1' : 'utf8')),
  )
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

/** The records of one file of an export. */
// biome-ignore lint/suspicious/noExplicitAny: what an export holds is what the tests find out
export const recordsIn = (exported: Record<string, string>, name: ResourceName): any[] =>
  (exported[`${name}.ndjson`] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** What an import that is refused tells, line by line, without the steps of its work. */
export async function refusal(data: Data, files: Parameters<Data['write']>[0]): Promise<string[]> {
  const { status, out, err } = await data.run('importer', await data.write(files))
  expect([status, out]).toEqual([1, ''])
  return err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))
}

/** The line that ends a refusal. */
export const summary = (count: number): string =>
  `Import refusé : ${count === 1 ? '1 erreur' : `${count} erreurs`}. Rien n'a été changé. Corrigez, puis relancez.`
