import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, readingOf } from '../harness/database/connection.ts'
import { openConfigured } from '../src/database/configured.ts'
import { openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { grantReading, READ_ROLE } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { run } from './setup/command-line.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A statement on a connection as the service's are. */
async function read(text: string, connection = readingOf(world.connection)): Promise<unknown> {
  const database = openDatabase(connection, { size: 1 })
  try {
    return await database.read({ text, values: [] })
  } finally {
    await database.close()
  }
}

const tables = async () =>
  (
    await world.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'antenne_prive'`,
    )
  ).map(({ name }) => name)

describe('the connections that answer requests', () => {
  test('name no private table: the search path has none of organisation data', async () => {
    const names = await tables()
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      await expect(read(`select * from ${name}`), name).rejects.toThrow(/does not exist/)
    }
    const [{ n } = { n: -1 }] = (await read(`select count(*)::int as n from pg_tables
      where schemaname = any(current_schemas(false)) and tablename <> 'migration'`)) as { n: number }[]
    expect(n).toBe(0)
  })

  test('only read, whatever the role: on an administrator’s server too', async () => {
    for (const text of [
      'create table antenne.x ()',
      'create temporary table x ()',
      'delete from antenne_prive.client',
      `update antenne_prive.utilisateur set actif = true`,
      'truncate antenne_prive.client cascade',
      `select setval('antenne_prive.x', 1)`,
      'drop schema antenne_prive cascade',
    ]) {
      await expect(read(text, world.connection), text).rejects.toThrow(/read-only transaction|does not exist/)
    }
    expect(await read('select 1 as un')).toEqual([{ un: 1 }])
  })

  test('keep their settings, whatever the address adds', async () => {
    const url = new URL(addressOf(world.connection))
    const added = '-c search_path=antenne_prive -c default_transaction_read_only=off -c work_mem=5MB'
    url.searchParams.set('options', added)
    for (const name of ['statement_timeout', 'lock_timeout', 'binary']) url.searchParams.set(name, '7')
    const settings = [
      'search_path',
      'default_transaction_read_only',
      'statement_timeout',
      'lock_timeout',
      'work_mem',
    ]
    const asked = settings.map((name) => `current_setting('${name}') as ${name}`).join()
    expect(await read(`select ${asked}`, { connectionString: url.href })).toEqual([
      {
        search_path: 'antenne',
        default_transaction_read_only: 'on',
        statement_timeout: '2s',
        lock_timeout: '1s',
        work_mem: '5MB',
      },
    ])
    const path = `current_setting('search_path') as path`
    await withWriter({ connectionString: url.href }, async (client) => {
      expect((await client.query(`select ${path}`)).rows).toEqual([{ path: 'antenne_prive,antenne,public' }])
    })
  })
})

describe('the role of those connections, where the database is ours', () => {
  let client: pg.Client
  beforeAll(async () => {
    await withWriter(world.connection, grantReading)
    client = new pg.Client(readingOf(world.connection))
    await client.connect()
    await client.query('set session characteristics as transaction read write')
    await client.query('set default_transaction_read_only = off')
  })
  afterAll(() => client.end())

  test('cannot read what no answer is made of', async () => {
    for (const name of ['nom_mot', 'nom_dictionnaire', 'action_cle', 'question_jour']) {
      await expect(client.query(`select from antenne_prive.${name}`), name).rejects.toMatchObject({
        code: '42501',
      })
    }
  })

  test('can write nowhere, even where a transaction that writes is asked for', async () => {
    for (const name of await tables()) {
      await expect(client.query(`delete from antenne_prive.${name}`), name).rejects.toMatchObject({
        code: '42501',
      })
      await expect(
        client.query(`insert into antenne_prive.${name} default values`),
        name,
      ).rejects.toMatchObject({
        code: '42501',
      })
    }
    for (const text of [
      'create table antenne.x ()',
      'create table antenne_prive.x ()',
      'create table public.x ()',
      'create temporary table x ()',
      'create schema x',
      'create role x',
      `alter role ${READ_ROLE} superuser`,
      `select pg_read_file('PG_VERSION')`,
      `copy antenne_prive.client to program 'true'`,
      `select antenne_prive.lister_clients(array(select id from antenne_prive.client))`,
    ]) {
      await expect(client.query(text), text).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|42883)$/),
      })
    }
  })

  test('is the one that a service with a database of its own reads with', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'antenne-lecture-'))
    const database = await openConfigured(
      { databaseUrl: undefined, dataDir },
      { progress: () => {}, exclusive: true },
    )
    try {
      await withWriter(database.connection, async (owner) => {
        await migrate(owner)
        await database.grantRights(owner)
      })
      const [row] = (await read('select current_user as role', database.reading)) as { role: string }[]
      expect(row?.role).toBe(READ_ROLE)
      expect(await read('select id from antenne_prive.client', database.reading)).toEqual([])
    } finally {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('is enough for a service whose schema is up to date, and is told what to do when it is not', async () => {
    const environment = { DATABASE_URL: addressOf(readingOf(world.connection)) }
    expect(await run(['migrer'], environment)).toMatchObject({ status: 0, out: 'La base est à jour.\n' })
    await world.sql(`delete from antenne.migration where nom like '0005%'`)
    const { status, err } = await run(['migrer'], environment)
    expect(status).toBe(1)
    expect(err).toMatch(/il manque 0005_\w+\.sql.+« npx antenne migrer » avec le compte propriétaire/)
  })
})
