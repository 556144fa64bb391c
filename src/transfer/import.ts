import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkRequested } from '../actions/controle-doublon.ts'
import { locks, waitForLock } from '../database/locks.ts'
import { transaction } from '../database/writer.ts'
import { Failure, printable } from '../failure.ts'
import { checkStaged } from './check.ts'
import { checkContents } from './check-contents.ts'
import { CONTENTS, type Contents } from './contents.ts'
import { Faults } from './faults.ts'
import { mergeContents, stageContents } from './import-contents.ts'
import { isEmpty } from './is-empty.ts'
import { checkJournal, mergeJournal } from './journal-file.ts'
import { type Line, readLines } from './lines.ts'
import { merge } from './merge.ts'
import { type FileName, fileNames, resourceNames } from './resources.ts'
import { createStaging, Rejected, stage } from './stage.ts'

/** Where the records of each resource come from. */
export type Sources = ReadonlyMap<FileName, AsyncIterable<Line> | Iterable<Line>>

/** Called with the current step and the number of records so far. */
export type Progress = (step: string, count?: number) => void

/**
 * Imports the records of all sources, with contents of their files, all or nothing, and returns how many records there
 * were. Throws a Failure that lists all errors.
 */
export async function importRecords(
  client: pg.Client,
  sources: Sources,
  { now, progress, contents = () => [] }: { now: Date; progress: Progress; contents?: Contents },
): Promise<number> {
  return transaction(client, async () => {
    await waitForLock(client, locks.import, () =>
      progress('Un autre import ou un changement du dictionnaire est en cours, attente de sa fin'),
    )
    await createStaging(client)
    const faults = new Faults()
    const given = resourceNames.filter((name) => sources.has(name))
    const rejected = new Rejected()
    let total = 0
    for (const name of given) {
      const told = (count: number) => progress(`Lecture de ${name}`, count)
      total += await stage(client, name, sources.get(name) ?? [], { faults, rejected, progress: told })
    }
    const journal = sources.get('journal')
    if (journal !== undefined) {
      const told = (count: number) => progress('Lecture de journal', count)
      await stage(client, 'journal', journal, { faults, rejected, progress: told })
    }
    await stageContents(client, contents, (count) => progress('Lecture des contenus', count))
    if (rejected.count <= Rejected.MOST) {
      progress('Vérification')
      await client.query('insert into import_rejete select unnest($1::uuid[])', [rejected.ids])
      await checkStaged(client, given, faults)
      await checkContents(client, faults)
      if (journal !== undefined) await checkJournal(client, faults)
    }
    faults.throwIfAny()
    // There is nothing yet that somebody could follow.
    if (await isEmpty(client)) await client.query('select ne_pas_suivre()')
    for (const name of given) {
      progress(`Enregistrement de ${name}`)
      await merge(client, name, now.toISOString())
    }
    await mergeContents(client, contents, (count) => progress('Enregistrement des contenus', count))
    if (given.includes('reservation')) await checkRequested(client, now)
    progress('Contrôle final')
    await client.query('set constraints all immediate')
    // Last, so that concurrent actions wait for this step only.
    if (journal !== undefined) await mergeJournal(client)
    return total
  }).catch((error: unknown) => {
    throw refusedByDatabase(error) ?? error
  })
}

/** The message for what the database itself refuses: a rule between imported and stored rows. */
function refusedByDatabase(error: unknown): Failure | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  if (error.code.startsWith('23') || error.code.startsWith('22') || error.code.startsWith('54')) {
    return new Failure(
      `Import refusé par la base de données : ${error.message} (règle ${error.constraint ?? error.code}). Rien n'a été changé.`,
      { cause: error },
    )
  }
  return undefined
}

/** The records of a folder as sources; a folder without any, or with a file of another name, is refused. */
export async function folderSources(folder: string): Promise<Sources> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `Le dossier ${folder} ne peut pas être lu (${error.code}). Vérifiez son nom et vos droits.`,
      {
        cause: error,
      },
    )
  })
  const entries = found.filter((entry) => entry !== CONTENTS)
  const known = new Map(fileNames.map((name) => [`${name}.ndjson`, name]))
  const foreign = entries.filter((entry) => !known.has(entry))
  const expected = `attendu : ${[...known.keys(), CONTENTS].join(', ')}`
  if (foreign.length > 0) {
    throw new Failure(
      `Fichier inconnu dans ${folder} : ${foreign.map(printable).join(', ')} ; ${expected}. Rien n'a été changé.`,
    )
  }
  for (const entry of entries) {
    if (!(await stat(join(folder, entry))).isFile())
      throw new Failure(`${join(folder, entry)} n'est pas un fichier. Retirez-le, puis relancez.`)
  }
  if (entries.length === 0) throw new Failure(`Le dossier ${folder} est vide ; ${expected}.`)
  return new Map(entries.map((entry) => [known.get(entry) as FileName, readLines(join(folder, entry))]))
}

/** Records from a program as a source: their position stands for the line. */
export function* numbered(records: Iterable<unknown>): Generator<Line> {
  let line = 0
  for (const value of records) {
    line += 1
    yield { line, value }
  }
}
