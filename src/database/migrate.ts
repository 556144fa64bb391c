import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { Failure } from '../failure.ts'
import { packageRoot } from '../package.ts'
import { transaction } from './writer.ts'

const folder = new URL('src/database/migrations/', packageRoot)

/** Any number that no other program takes: instances that start together wait here for one another. */
const LOCK = 7_236_005_112

/**
 * Brings the database to the present schema and returns the names of the migrations it applied.
 * Each file is one transaction, applied once, in the order of its number, however many instances start together.
 */
export async function migrate(client: pg.Client): Promise<string[]> {
  await requireServer(client)
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    await client.query('create schema if not exists antenne')
    await client.query(`create table if not exists antenne.migration (
      nom text primary key, empreinte text not null, appliquee_le timestamptz not null default now())`)
    const { rows } = await client.query<{ nom: string; empreinte: string }>(
      'select nom, empreinte from antenne.migration',
    )
    const known = new Map(rows.map(({ nom, empreinte }) => [nom, empreinte]))
    const applied: string[] = []
    for (const file of (await readdir(folder)).filter((entry) => entry.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(file, folder), 'utf8')
      const empreinte = createHash('sha256').update(text).digest('hex')
      if (known.get(file) === empreinte) continue
      if (known.has(file)) {
        throw new Failure(
          `La migration ${file} a changé depuis qu'elle a été appliquée. Rétablissez le fichier d'origine, et mettez le changement dans une nouvelle migration.`,
        )
      }
      await transaction(client, async () => {
        await client.query(text)
        await client.query('insert into antenne.migration (nom, empreinte) values ($1, $2)', [
          file,
          empreinte,
        ])
      })
      applied.push(file)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
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
