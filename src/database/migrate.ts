import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../failure.ts'
import { packageRoot } from '../package.ts'
import { locks } from './locks.ts'
import { transaction } from './writer.ts'

const folder = new URL('src/database/migrations/', packageRoot)

/** In milliseconds. A migration waits for a lock for less time than a reader does, and is tried for a minute. */
const LONGEST_WAIT = 150
const TIMEOUT = 60_000

/** A migration: its file and its checksum. */
export interface Migration {
  readonly file: string
  readonly text: string
  readonly empreinte: string
}

/**
 * Brings the database to the current schema and returns the names of the applied migrations. Each file is one
 * transaction, applied once, in the order of its number, however many instances start together. If the schema is
 * current nothing is written, so a read-only role is enough.
 */
export async function migrate(
  client: pg.Client,
  applying: (file: string, milliseconds: number) => void = () => {},
): Promise<string[]> {
  await requireServer(client)
  const due = await dueMigrations(client)
  if (due.length === 0) return []
  await requireWriting(client, due)
  await client.query('select pg_advisory_lock($1)', [locks.migration])
  try {
    await openRegister(client)
    const applied: string[] = []
    for (const migration of await dueMigrations(client)) {
      const { file } = migration
      let start = 0
      await givingWay(file, () => {
        start = performance.now()
        return transaction(client, async () => {
          await client.query(`set local lock_timeout = ${LONGEST_WAIT}`)
          await apply(client, migration)
        })
      })
      applying(file, performance.now() - start)
      applied.push(file)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [locks.migration])
  }
}

/** Where applied migrations are written down. */
export async function openRegister(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists antenne')
  await client.query(`create table if not exists antenne.migration (
    nom text primary key, empreinte text not null, appliquee_le timestamptz not null default now())`)
}

/** Applies one migration, in the caller's transaction. */
export async function apply(client: pg.Client, { file, text, empreinte }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into antenne.migration (nom, empreinte) values ($1, $2)', [file, empreinte])
}

/** The migrations that the database lacks; writes nothing. */
export const dueMigrations = async (client: pg.Client): Promise<Migration[]> =>
  missing(client, await readMigrations())

/** Whether the schema is current; writes nothing. */
export async function isCurrent(client: pg.Client): Promise<boolean> {
  return (await dueMigrations(client)).length === 0
}

/**
 * For commands that do not migrate: throws unless the schema is current. One that another process is just migrating is
 * waited for.
 */
export async function requireCurrent(client: pg.Client): Promise<void> {
  if (await isCurrent(client)) return
  await client.query('select pg_advisory_lock_shared($1)', [locks.migration])
  await client.query('select pg_advisory_unlock_shared($1)', [locks.migration])
  const all = await readMigrations()
  const due = await missing(client, all)
  if (due.length === 0) return
  throw new Failure(
    due.length === all.length
      ? 'La base de données est vide : Antenne n’y a pas encore de tables. Lancez « npx antenne migrer » avec le compte propriétaire de la base, ou vérifiez DATABASE_URL.'
      : `Le schéma de la base est plus ancien que ce programme : il manque ${namesOf(due)}. Lancez « npx antenne migrer » avec le compte propriétaire de la base, puis recommencez ; « npx antenne migrer --simuler » montre d'abord ce qui serait fait.`,
    { code: 'schema_ancien' },
  )
}

/** Whether Antenne has never been here. */
export async function isBare(client: pg.Client): Promise<boolean> {
  const all = await readMigrations()
  return (await missing(client, all)).length === all.length
}

const namesOf = (migrations: readonly Migration[]) => migrations.map(({ file }) => file).join(', ')

/**
 * A statement that waits for a lock blocks all that come after it. So the file waits only briefly, is rolled back to
 * let the readers pass, and is tried again.
 */
async function givingWay(file: string, apply: () => Promise<void>): Promise<void> {
  const giveUp = performance.now() + TIMEOUT
  for (;;) {
    try {
      return await apply()
    } catch (error) {
      // A lock timeout or a deadlock.
      if (!(error instanceof pg.DatabaseError && /^(55P03|40P01)$/.test(error.code ?? ''))) throw error
      if (performance.now() > giveUp) {
        throw new Failure(
          `La migration ${file} attend une table verrouillée par une autre transaction (${error.message}). Terminez les longues transactions de la base (pg_stat_activity les montre), puis relancez : rien n'a été changé par cette migration.`,
          { cause: error },
        )
      }
    }
    await sleep(100 + 400 * Math.random())
  }
}

/** All migrations of this program, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((entry) => entry.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return { file, text, empreinte: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The missing migrations. Refuses a database with unknown migrations or with another text of a known one. */
async function missing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query(
    `select from pg_tables where schemaname = 'antenne' and tablename = 'migration'`,
  )
  if (tables.length === 0) return [...migrations]
  const { rows } = await client.query<{ nom: string; empreinte: string }>(
    'select nom, empreinte from antenne.migration',
  )
  const known = new Map(rows.map(({ nom, empreinte }) => [nom, empreinte]))
  requireKnown([...known.keys()], migrations)
  return migrations.filter(({ file, empreinte }) => {
    if (known.has(file) && known.get(file) !== empreinte) {
      throw new Failure(
        `La migration ${file} a changé depuis qu'elle a été appliquée. Rétablissez le fichier d'origine, et mettez le changement dans une nouvelle migration.`,
      )
    }
    return !known.has(file)
  })
}

/** An unknown migration may have changed anything: neither answers nor actions would be reliable. */
function requireKnown(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.filter((nom) => !migrations.some(({ file }) => file === nom)).sort()
  if (unknown.length === 0) return
  const last = migrations.at(-1)?.file ?? ''
  throw new Failure(
    (unknown.at(-1) ?? '') > last
      ? `La base de données est plus récente que cette version d'Antenne : elle en est à ${unknown.at(-1)}, ce programme ne connaît que jusqu'à ${last}. Installez la version d'Antenne qui a mis la base à jour, ou indiquez une autre base dans DATABASE_URL.`
      : `La base de données a une migration que ce programme ne connaît pas (${unknown.join(', ')} ; il connaît jusqu'à ${last}). Utilisez la version d'Antenne qui l'a appliquée, ou indiquez une autre base dans DATABASE_URL.`,
    { code: 'schema_inconnu' },
  )
}

/** Migrating needs a role that may write; the service itself does not. */
async function requireWriting(client: pg.Client, due: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ lecture: string; replique: boolean }>(
    `select current_setting('transaction_read_only') as lecture, pg_is_in_recovery() as replique`,
  )
  const [server] = rows
  if (server?.lecture !== 'on') return
  const remedy = server.replique
    ? 'ce serveur est une réplique. Lancez « npx antenne migrer » sur le serveur principal'
    : 'ce compte ne fait que lire. Lancez « npx antenne migrer » avec le compte propriétaire de la base'
  throw new Failure(`Le schéma de la base n'est pas à jour (il manque ${namesOf(due)}), et ${remedy}.`)
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encodage: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encodage`,
  )
  const server = rows[0]
  if (server === undefined || server.version < 150_000) {
    throw new Failure(
      'PostgreSQL 15 ou plus récent est nécessaire. Mettez le serveur à jour ou changez DATABASE_URL.',
    )
  }
  if (server.encodage !== 'UTF8') {
    throw new Failure(
      `La base de données est en ${server.encodage} ; il faut UTF8. Créez-la avec « create database … encoding 'UTF8' template template0 ».`,
    )
  }
}
