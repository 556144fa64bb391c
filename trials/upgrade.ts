import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { largeWorld } from '../demo/generate.ts'
import { releases } from '../generate/releases.ts'
import { worldSources } from '../src/commands/write-demonstration.ts'
import { databaseOf } from '../src/database/address.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'
import { apply, migrate, openRegister, readMigrations } from '../src/database/migrate.ts'
import { withWriter } from '../src/database/writer.ts'
import { importWorld } from '../src/transfer/import-world.ts'

/**
 * How long each migration takes: `node dist/trials/upgrade.js --clients 10000 [--version V]` fills a database of the
 * version V, the oldest one unless given, and brings it to the present schema.
 */
const { values } = parseArgs({
  options: { clients: { type: 'string', default: '10000' }, version: { type: 'string' } },
})
const version = values.version ?? Object.keys(releases)[0] ?? ''
const clients = Number(values.clients)
const say = (text: string) => void process.stdout.write(`${text}\n`)

const folder = await mkdtemp(join(tmpdir(), 'antenne-upgrade-'))
const { connection, close } = await openEmbedded(folder, { progress: () => {}, exclusive: true })
try {
  const [present, old] = ['present', 'old'].map((name) => databaseOf(connection, name)) as [
    typeof connection,
    typeof connection,
  ]
  await withWriter(connection, async (client) => {
    for (const name of ['present', 'old'])
      await client.query(`create database ${name} template template0 encoding 'UTF8'`)
  })
  await withWriter(present, async (client) => {
    await migrate(client)
    const now = new Date()
    const world = largeWorld({ clients, seed: 'upgrade', today: now.toISOString().slice(0, 10) })
    await importWorld(client, worldSources(world), { now, progress: () => {} })
  })
  await withWriter(old, async (client) => {
    await openRegister(client)
    for (const migration of await readMigrations())
      if (migration.file in (releases[version] ?? {})) await apply(client, migration)
    await withWriter(present, (source) => copyRows(source, client))
    say(`${version} → present, ${clients.toLocaleString('fr')} clients`)
    const start = performance.now()
    await migrate(client, (file, milliseconds) => say(`${file.padEnd(28)} ${milliseconds.toFixed(0)} ms`))
    say(`${'in all'.padEnd(28)} ${(performance.now() - start).toFixed(0)} ms`)
  })
} finally {
  await close()
  await rm(folder, { recursive: true, force: true })
}

/** The rows of all tables that both have, by the columns that both have; triggers derive nothing anew. */
async function copyRows(source: pg.Client, target: pg.Client): Promise<void> {
  await target.query('set session_replication_role = replica')
  const known = await columnsIn(source)
  for (const [table, columns] of await columnsIn(target)) {
    const shared = columns.filter((column) => known.get(table)?.includes(column)).join(', ')
    if (shared === '') continue
    await target.query(`delete from ${table}`)
    await pipeline(
      source.query(copyTo(`copy (select ${shared} from ${table}) to stdout`)),
      target.query(copyFrom(`copy ${table} (${shared}) from stdin`)),
    )
  }
  await target.query('reset session_replication_role')
  await target.query('analyze')
}

async function columnsIn(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ nom: string; colonnes: string[] }>(`
    select attrelid::regclass::text as nom, array_agg(attname::text) as colonnes
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace::regnamespace::text ~ '^antenne' and relkind = 'r' and relname <> 'migration'
      and attnum > 0 and not attisdropped and attgenerated = '' group by 1 order by 1`)
  return new Map(rows.map(({ nom, colonnes }) => [nom, colonnes]))
}
