import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { Failure } from '../failure.ts'
import { type DatabaseAddress, databaseOf } from './address.ts'
import { apply, dueMigrations, type Migration, openRegister, readMigrations } from './migrate.ts'
import { transaction, withWriter } from './writer.ts'

/** What others wait for while a migration runs, from the worst on; `rien`: it writes rows beside them. */
const waits = ['lectures_et_ecritures', 'ecritures', 'rien'] as const
type Waits = (typeof waits)[number]

const waitsFor: Readonly<Record<string, Waits>> = {
  AccessExclusiveLock: 'lectures_et_ecritures',
  ExclusiveLock: 'ecritures',
  ShareRowExclusiveLock: 'ecritures',
  ShareLock: 'ecritures',
  RowExclusiveLock: 'rien',
}

/** A table that is there before the migration, and what the migration does to it. */
interface Touched {
  readonly table: string
  readonly attend: Waits
  /** Whether its rows are written anew while others wait: they move to new files or another table, or are updated. */
  readonly reecrite: boolean
}

/** The same, with its rows; null: another of these migrations makes the table. */
interface Counted extends Touched {
  readonly lignes: number | null
}

export interface Simulated {
  readonly migration: string
  readonly tables: readonly Counted[]
}

/**
 * Finds out what the missing migrations would lock. They run on a database beside this one, which is made for it with
 * the same schema and no rows, and is dropped at the end: nobody waits for a simulation. Locks are those that
 * PostgreSQL holds when a migration is about to commit; a lock that only a row's own trigger takes is not seen.
 */
export async function simulateMigrations(connection: DatabaseAddress): Promise<Simulated[]> {
  const due = await withWriter(connection, dueMigrations)
  if (due.length === 0) return []
  const found = await besideIt(connection, (client) => touchedBy(client, due))
  return withWriter(connection, async (client) => {
    const counts = await countRows(client, [...new Set(found.flat().map(({ table }) => table))])
    return due.map(({ file }, index) => ({
      migration: file,
      tables: (found[index] ?? []).map((each) => ({ ...each, lignes: counts.get(each.table) ?? null })),
    }))
  })
}

/** Runs the work on an empty database of the same server. */
async function besideIt<T>(connection: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const name = `antenne_simulation_${randomBytes(6).toString('hex')}`
  return withWriter(connection, async (client) => {
    await client.query(`create database ${name} template template0 encoding 'UTF8'`).catch((error) => {
      if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
      throw new Failure(
        'La simulation se fait dans une base vide à côté de la vôtre, et ce compte n’a pas le droit CREATEDB. Lancez-la avec le compte d’un administrateur du serveur ; rien n’a été changé.',
        { cause: error },
      )
    })
    try {
      return await withWriter(databaseOf(connection, name), work)
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  })
}

async function touchedBy(client: pg.Client, due: readonly Migration[]): Promise<Touched[][]> {
  await openRegister(client)
  const found: Touched[][] = []
  for (const migration of await readMigrations()) {
    const tables = await applyWatched(client, migration)
    if (due.some(({ file }) => file === migration.file)) found.push(tables)
  }
  return found
}

/** Applies a migration, and tells what it did to the tables that were there before. */
export async function applyWatched(client: pg.Client, migration: Migration): Promise<Touched[]> {
  const before = await tablesIn(client)
  return transaction(client, async () => {
    await apply(client, migration)
    return touched(client, before)
  })
}

interface Table {
  readonly oid: number
  readonly nom: string
  readonly fichier: number | null
}

async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select pg_class.oid, nspname || '.' || relname as nom, pg_relation_filenode(pg_class.oid) as fichier
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname ~ '^antenne' and relkind in ('r', 'p', 'm', 'v') and relname <> 'migration' order by nom`,
  )
  return rows
}

/** Of the tables that were there before, those on which this transaction holds a lock that says something. */
async function touched(client: pg.Client, before: readonly Table[]): Promise<Touched[]> {
  const { rows: locks } = await client.query<{ relation: number; mode: string }>(
    `select relation, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'`,
  )
  const after = await tablesIn(client)
  return before.flatMap(({ oid, nom, fichier }) => {
    const modes = locks.filter(({ relation }) => relation === oid).map(({ mode }) => mode)
    const attend = waits.find((wait) => modes.some((mode) => waitsFor[mode] === wait))
    if (attend === undefined) return []
    // One that is made anew has its old name; one that is gone for good has no rows to write.
    const now = after.find((table) => table.oid === oid) ?? after.find((table) => table.nom === nom)
    const moved = now !== undefined && now.fichier !== null && fichier !== null && now.fichier !== fichier
    const updated = attend !== 'rien' && modes.includes('RowExclusiveLock')
    return [{ table: nom, attend, reecrite: moved || updated }]
  })
}

async function countRows(client: pg.Client, tables: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const present = new Set((await tablesIn(client)).map(({ nom }) => nom))
  for (const table of tables.filter((name) => present.has(name))) {
    const { rows } = await client.query<{ lignes: string }>(`select count(*) as lignes from ${table}`)
    counts.set(table, Number(rows[0]?.lignes))
  }
  return counts
}
