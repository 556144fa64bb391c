import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkReservations } from '../actions/controle-doublon.ts'
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
import { type Counts, countChanges, merge } from './merge.ts'
import { type FileName, fileNames, type ResourceName, resourceNames } from './resources.ts'
import { createStaging, Rejected, stage } from './stage.ts'
import { type UnknownPermission, unknownPermissions } from './unknown-permissions.ts'

/** Where the records of each resource come from. */
export type Sources = ReadonlyMap<FileName, AsyncIterable<Line> | Iterable<Line>>

/** Called with the current step, the number of records so far, and the resource that it is at. */
export type Progress = (step: string, count?: number, of?: string) => void

export interface Imported {
  /** How many records there were, and what became of them. */
  readonly fiches: number
  readonly ressources: Readonly<Partial<Record<ResourceName, Counts>>>
  readonly permissions_inconnues: readonly UnknownPermission[]
}

interface Options {
  readonly now: Date
  readonly progress: Progress
  readonly contents?: Contents
  /** Does everything, and rolls it back. */
  readonly simulate?: boolean
}

/** Ends the transaction of a simulation. */
class Simulated extends Error {
  readonly imported: Imported
  constructor(imported: Imported) {
    super('simulated')
    this.imported = imported
  }
}

/**
 * Imports the records of all sources, with contents of their files, all or nothing, and returns what it did. Throws a
 * Failure that lists all errors.
 */
export async function importRecords(
  client: pg.Client,
  sources: Sources,
  { now, progress, contents = () => [], simulate = false }: Options,
): Promise<Imported> {
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
      const told = (count: number) => progress('Lecture', count, name)
      total += await stage(client, name, sources.get(name) ?? [], { faults, rejected, progress: told })
    }
    const journal = sources.get('journal')
    if (journal !== undefined) {
      const told = (count: number) => progress('Lecture', count, 'journal')
      await stage(client, 'journal', journal, { faults, rejected, progress: told })
    }
    await stageContents(client, contents, (count) => progress('Lecture des contenus', count))
    if (rejected.count <= Rejected.MAX_TOLD) {
      progress('Vérification')
      await client.query('insert into import_rejete select unnest($1::uuid[])', [rejected.ids])
      await checkStaged(client, given, faults)
      await checkContents(client, faults)
      if (journal !== undefined) await checkJournal(client, faults)
    }
    faults.throwIfAny()
    // It locks rows in the order of the files, actions in theirs: they would deadlock.
    await waitForLock(client, locks.writing, () => progress('Des actions sont en cours, attente de leur fin'))
    // There is nothing yet that somebody could follow.
    if (await isEmpty(client)) await client.query('select ne_pas_suivre()')
    const ressources: Partial<Record<ResourceName, Counts>> = {}
    for (const name of given) {
      progress('Enregistrement', undefined, name)
      ressources[name] = await countChanges(client, name)
      await merge(client, name, now.toISOString())
    }
    await mergeContents(client, contents, (count) => progress('Enregistrement des contenus', count))
    if (given.includes('reservation')) await checkReservations(client, await unchecked(client), now)
    progress('Contrôle final')
    await client.query('set constraints all immediate')
    // Last, so that a sweep waits for this step only.
    if (journal !== undefined) await mergeJournal(client)
    const imported = {
      fiches: total,
      ressources,
      permissions_inconnues: await unknownPermissions(client),
    }
    if (simulate) throw new Simulated(imported)
    return imported
  }).catch((error: unknown) => {
    if (error instanceof Simulated) return error.imported
    throw refusedByDatabase(error) ?? error
  })
}

/** The imported reservations that wait for a decision and have no result of the duplicate check. */
async function unchecked(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from reservation
     where statut = 'demandee' and doublon_resultat is null and id in (select id from import_reservation)`,
  )
  return rows.map(({ id }) => id)
}

/** The message for what the database itself refuses: a rule between imported and stored rows. */
function refusedByDatabase(error: unknown): Failure | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  if (error.code.startsWith('23') || error.code.startsWith('22') || error.code.startsWith('54')) {
    return new Failure(
      `Import refusé par la base de données : ${error.message} (règle ${error.constraint ?? error.code}). Rien n'a été changé.`,
      { code: 'import_refuse', cause: error },
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
  if (entries.length === 0)
    throw new Failure(`Le dossier ${folder} ne contient aucun fichier de données ; ${expected}.`)
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
