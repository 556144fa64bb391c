import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { releases } from '../generate/releases.ts'
import { addressOf, asRole, sqlOn } from '../harness/database/connection.ts'
import { schemaOf } from '../harness/database/schema-text.ts'
import { apply, dueMigrations } from '../src/database/migrate.ts'
import { applyWatched, type Simulated, simulateMigrations } from '../src/database/simulate.ts'
import { transaction, withWriter } from '../src/database/writer.ts'
import { run } from './setup/command-line.ts'
import { openReleased, rowsOf } from './setup/released.ts'

let database: Awaited<ReturnType<typeof openReleased>>
beforeAll(async () => {
  database = await openReleased('0.1.0-alpha.1', 'simulate')
})
afterAll(() => database.drop())

const simuler = (...words: string[]) =>
  run(['migrer', '--simuler', ...words], { DATABASE_URL: addressOf(database.connection) })

const leftBehind = () =>
  sqlOn(inject('server'))(`select from pg_database where datname like 'antenne_simulation%'`)

/** The tables that each migration really makes others wait for, with rows in them; this migrates the database. */
async function reallyLocked(): Promise<[string, string[]][]> {
  return withWriter(database.connection, async (client) => {
    const locked: [string, string[]][] = []
    for (const migration of await dueMigrations(client)) {
      const { rows: before } = await client.query<{ oid: number }>('select oid from pg_class')
      await transaction(client, async () => {
        await apply(client, migration)
        const { rows } = await client.query<{ nom: string }>(
          `select distinct relation::regclass::text as nom from pg_locks join pg_class on pg_class.oid = relation
           where pid = pg_backend_pid() and relkind in ('r', 'v') and relation = any($1)
             and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
             and relnamespace::regnamespace::text ~ '^antenne' order by 1`,
          [before.map(({ oid }) => oid)],
        )
        locked.push([migration.file, rows.map(({ nom }) => nom)])
      })
    }
    return locked
  })
}

test('migrer --simuler changes nothing, and needs a right only to make the database beside it', async () => {
  const state = async () => [
    await schemaOf(database.connection, { places: true }),
    await withWriter(database.connection, rowsOf),
  ]
  const before = await state()
  const { status, out, err } = await simuler()
  expect([status, err]).toEqual([0, ''])
  expect(out).toMatch(/^À appliquer : \d+ migrations\. Rien n’a été changé\.\n/)
  expect(out).toMatch(
    /0017_noms\.sql +antenne_prive\.client +400 +lectures et écritures attendent, table réécrite\n/,
  )
  expect(await state()).toEqual(before)
  expect(await leftBehind()).toEqual([])

  const plain = `simple_${randomBytes(4).toString('hex')}`
  const sql = sqlOn(database.connection)
  await sql(`create role ${plain} login`)
  await sql(`grant usage on schema antenne to ${plain}`)
  await sql(`grant select on antenne.migration to ${plain}`)
  const address = addressOf(asRole(plain, database.connection))
  expect(await run(['migrer', '--simuler'], { DATABASE_URL: address })).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringMatching(/CREATEDB.+rien n’a été changé\.\n$/),
  })
  await sql(`drop owned by ${plain}`)
  await sql(`drop role ${plain}`)
})

test('what it finds in an empty database is what migrations lock in one with rows', async () => {
  const { a_appliquer }: { a_appliquer: Simulated[] } = JSON.parse((await simuler('--json')).out)
  const blocking = a_appliquer.map(({ migration, tables }) => [
    migration,
    tables
      .filter(({ attend }) => attend !== 'rien')
      .map(({ table }) => table.replace(/^antenne(_prive)?\./, ''))
      .sort(),
  ])
  const sizes = a_appliquer.flatMap(({ tables }) => tables.map(({ table, lignes }) => [table, lignes]))
  expect(Object.fromEntries(sizes)['antenne_prive.client']).toBe(400)
  const really = await reallyLocked()
  expect(really.flatMap(([, tables]) => tables).length).toBeGreaterThan(10)
  expect(blocking).toEqual(
    really.map(([file, tables]) => [
      file,
      tables.map((name) => name.replace(/^antenne(_prive)?\./, '')).sort(),
    ]),
  )
  expect(await simuler()).toMatchObject({ status: 0, out: 'La base est à jour.\n' })
})

/** Before the first release, names were read anew under a lock. */
const grown = Object.keys(releases).filter((version) => !version.includes('-'))

test.each(grown)('no migration after %s writes a table anew while readers wait', async (version) => {
  const released = await openReleased(version, 'simulate')
  const simulated = await simulateMigrations(released.connection)
  const blocking = simulated.flatMap(({ migration, tables }) =>
    tables
      .filter(({ attend, reecrite }) => reecrite && attend === 'lectures_et_ecritures')
      // Those of lists make them anew (CONTRIBUTING).
      .filter(
        ({ table }) =>
          !(migration.endsWith('_listes.sql') && /_(liste|compte|paire|repere|ecart|rang)$/.test(table)),
      )
      .map(({ table }) => `${migration} ${table}`),
  )
  expect(blocking).toEqual([])
  await released.drop()
})

test('a table that is dropped and made again is written anew; one that goes, or comes, is not', async () => {
  const again = { file: '9998_listes.sql', empreinte: '' }
  await withWriter(database.connection, async (client) => {
    await client.query('create table antenne_prive.a_quitter ()')
    const text = `drop table client_liste cascade; drop table a_quitter;
      create table client_liste (id uuid); create table nouvelle ()`
    const touched = await applyWatched(client, { ...again, text })
    expect(touched.filter(({ table }) => /client_liste|a_quitter|nouvelle/.test(table))).toEqual([
      { table: 'antenne_prive.a_quitter', attend: 'lectures_et_ecritures', reecrite: false },
      { table: 'antenne_prive.client_liste', attend: 'lectures_et_ecritures', reecrite: true },
    ])
  })
})

test('it grants nothing: roles beside it are wrong usage', async () => {
  expect(await simuler('--lecture', 'x')).toMatchObject({ status: 2, out: '' })
})
