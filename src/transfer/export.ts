import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Type, { type TObject } from 'typebox'
import { isUuid } from '../contract/primitives.ts'
import { doublonsDetectes } from '../database/duplicate-evidence.ts'
import { type Fields, object } from '../database/projection.ts'
import { name as identifier, type Sql, sql } from '../database/sql.ts'
import { Failure } from '../failure.ts'
import { CONTENTS } from './contents.ts'
import { writeContents } from './export-contents.ts'
import type { Progress } from './import.ts'
import { isEmpty } from './is-empty.ts'
import { journalRecords } from './journal-file.ts'
import { type FileName, fileNames, type ResourceName, resources } from './resources.ts'
import { writeWhole } from './whole-folder.ts'

/** JSON text contains neither of these characters, so a CSV line with them is the JSON text itself. */
const raw = `(format csv, delimiter e'\\x02', quote e'\\x01')`

const fileOf = (name: FileName): string => `${name}.ndjson`
const parts = { files: fileNames.map(fileOf), folder: CONTENTS, inFolder: isUuid }

/** Most often it is that of another folder. */
export const CHECK_DATABASE = 'Vérifiez DATABASE_URL, ou DATA_DIR pour la base embarquée.'

/** An export of nothing does not replace that of yesterday. */
const EMPTY = `Cette base ne contient aucune donnée, et ce dossier un export qui en a : il reste comme il est. ${CHECK_DATABASE}`

/**
 * Writes every resource and the journal as files of the import format, from one snapshot, ordered by id, and contents
 * beside them: the same data give the same bytes. The export appears completely or not at all, even if killed; the
 * next one removes what was left behind. Says whether there was anything.
 */
export async function exportFolder(
  client: pg.Client,
  folder: string,
  progress: Progress,
): Promise<{ readonly empty: boolean }> {
  if ((await holdsRecords(folder)) && (await isEmpty(client))) throw new Failure(EMPTY, { code: 'base_vide' })
  await writeWhole(folder, parts, (draft) => writeFiles(client, draft, progress))
  return { empty: await isEmpty(client) }
}

/** Whether an export with records is there: each has organisations. */
const holdsRecords = (folder: string): Promise<boolean> =>
  stat(join(folder, fileOf('organisation'))).then(
    ({ size }) => size > 0,
    () => false,
  )

async function writeFiles(client: pg.Client, folder: string, progress: Progress): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  for (const name of fileNames) {
    progress('Écriture', undefined, name)
    const { text } = name === 'journal' ? journalRecords : recordsOf(name)
    const rows = client.query(copyTo(`copy (${text}) to stdout ${raw}`))
    await pipeline(rows, createWriteStream(join(folder, fileOf(name)), { flush: true, mode: 0o600 }))
  }
  await writeContents(client, join(folder, CONTENTS), (count) => progress('Écriture des contenus', count))
  await client.query('commit')
}

function recordsOf(name: ResourceName): Sql {
  const schema: TObject = Type.Object({ ...resources[name].fields })
  const table = identifier(name)
  return sql`select ${object(schema, fieldsOf(name) as Fields<TObject>)} from ${table} order by ${table}.id`
}

/** The fields of a record that are not columns. */
function fieldsOf(name: ResourceName): Record<string, Sql> {
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
