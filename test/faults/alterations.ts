import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, databaseOf } from '../../harness/database/connection.ts'
import { startLoad } from '../../harness/faults/load.ts'
import type { Question } from '../../harness/faults/questions.ts'
import type { TestBed } from '../../harness/service/test-bed.ts'
import { withWriter } from '../../src/database/writer.ts'
import type { Outcome as Ran } from '../setup/command-line.ts'
import { ownProgram } from '../setup/program.ts'

/** Migrations as they may come one day: all that they touch is read meanwhile. */
export const alterations: Readonly<Record<string, string>> = {
  '9001_colonne.sql': `alter table antenne_prive.client add column note text, add column rang int not null default 0;`,
  '9002_index.sql': `create index on antenne_prive.client (ville);`,
  // What a prepared statement gives changes its type: «cached plan must not change result type».
  '9003_type.sql': `alter table antenne_prive.role alter column libelle type varchar(100);`,
  '9004_types.sql': `alter table antenne_prive.offre
    alter column debit type varchar(200), alter column nb_appareils type bigint;`,
  '9005_vue.sql': `set local search_path to antenne_prive, antenne;
    create or replace view reservation_liste as
      select antenne.tout() as portee, ordre, id from reservation
      union all select partenaire_id, ordre, id from reservation where true;`,
  '9006_fonction.sql': `create or replace function antenne.motif(mot text) returns text
    language sql immutable strict parallel safe
    return '%' || regexp_replace(antenne.plier(mot), '([%_\\\\])', '\\\\\\1', 'g') || '%';`,
  '9007_retrait.sql': `alter table antenne_prive.client drop column note, drop column rang;`,
}

/** One that changes two tables, with some work in between: readers may hold the second, and wait for the first. */
export const twoTables: Readonly<Record<string, string>> = {
  '9008_deux_tables.sql': `alter table antenne_prive.utilisateur add column note text;
    select pg_sleep(0.2);
    alter table antenne_prive.client add column note text;`,
}

/** One that has to wait for somebody who reads for long. */
export const behindReader: Readonly<Record<string, string>> = {
  '9009_colonne.sql': `alter table antenne_prive.client add column remarque text;`,
}

/** Somebody who reads the clients in one transaction that lasts. */
export const readForLong = ({ postgres }: TestBed, milliseconds: number): Promise<void> =>
  withWriter({ ...postgres.connection, database: 'antenne' }, async (client) => {
    await client.query('begin')
    await client.query('select count(*) from client')
    await sleep(milliseconds)
    await client.query('rollback')
  })

interface Migrated {
  readonly testBed: TestBed
  readonly questions: readonly Question[]
}

/** What a database has been given already: a program that does not know it is refused. */
const applied = new WeakMap<TestBed, Readonly<Record<string, string>>>()

/** Adds migrations to those of a program of its own, and applies them by its command while callers ask. */
export async function migrateUnderLoad(
  { testBed, questions }: Migrated,
  files: Readonly<Record<string, string>>,
) {
  const address = addressOf(databaseOf(testBed.postgres.connection, 'antenne'))
  const { program, folder: own, remove } = await ownProgram()
  const folder = join(own, 'src/database/migrations')
  const known = { ...applied.get(testBed), ...files }
  applied.set(testBed, known)
  const paths = Object.keys(known).map((file) => join(folder, file))
  await Promise.all(Object.values(known).map((text, index) => writeFile(paths[index] as string, text)))
  const load = startLoad(testBed.port, questions)
  let ran: Ran
  try {
    await sleep(300)
    ran = await program.run(['migrer'], { DATABASE_URL: address })
    await sleep(500)
  } finally {
    await load.stop()
    await remove()
  }
  return { ran, answers: load.answers }
}
