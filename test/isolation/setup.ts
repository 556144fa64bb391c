import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseOf } from '../../harness/database/connection.ts'
import { packageRoot } from '../../src/package.ts'
import { setup as setupWhole } from '../setup/postgres.ts'

const migrations = new URL('src/database/migrations/', packageRoot)

/**
 * For those who run the matrix again and again on the server of TEST_DATABASE_URL: what `setup/postgres.ts` has
 * prepared there is used as it is, unless a migration is another by now.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = { connectionString: process.env.TEST_DATABASE_URL ?? '' }
  if (!(await isCurrent(databaseOf(server, 'antenne_test_vide')))) return setupWhole(project)
  project.provide('server', server)
  return async () => {}
}

/** Whether the database is there, made by just these migrations. */
async function isCurrent(template: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(template)
  try {
    await client.connect()
    const { rows } = await client.query<{ nom: string; empreinte: string }>(
      'select nom, empreinte from antenne.migration order by nom',
    )
    const applied = rows.map(({ nom, empreinte }) => `${nom} ${empreinte}`)
    return applied.join() === (await fingerprints()).join()
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function fingerprints(): Promise<string[]> {
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, migrations), 'utf8')))
  return texts.map((text, n) => `${files[n]} ${createHash('sha256').update(text).digest('hex')}`)
}
