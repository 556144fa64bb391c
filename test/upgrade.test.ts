import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releases } from '../generate/releases.ts'
import { addressOf } from '../harness/database/connection.ts'
import { schemaOf } from '../harness/database/schema-text.ts'
import { grantActing } from '../src/database/action-role.ts'
import { migrate, readMigrations } from '../src/database/migrate.ts'
import { grantReading } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { packageRoot, version as present } from '../src/package.ts'
import { type Answers, answersOf, expectSame } from './setup/answers.ts'
import { run } from './setup/command-line.ts'
import { underLightLoad } from './setup/light-load.ts'
import { differences } from './setup/lists.ts'
import { openReleased, release, snapshotOf } from './setup/released.ts'
import { openWorld, type World } from './setup/world.ts'

/** On the day of a release: `WRITE_RELEASE=1 npx vitest run test/upgrade.test.ts` writes this version down. */
if (process.env.WRITE_RELEASE !== undefined) {
  test('this version is written down', async () => {
    const world = await openWorld()
    await release(present, world.connection, await answersOf(world))
    await world.close()
  })
}

test('migrations of a released version are never edited, and none comes before them', async () => {
  const all = (await readMigrations()).map(({ file, empreinte }) => [file, empreinte])
  for (const migrations of Object.values(releases)) {
    const released = Object.entries(migrations)
    expect(all.slice(0, released.length)).toEqual(released)
  }
})

test('every version with a part of its own in the change log is written down', () => {
  const log = readFileSync(new URL('CHANGELOG.md', packageRoot), 'utf8')
  const dated = [...log.matchAll(/^## (\d\S+)/gm)].map(([, version]) => version)
  expect(dated.filter((version = '') => !(version in releases))).toEqual([])
})

interface Name {
  readonly lu: string
  readonly relu: string
  readonly trouve: boolean
}

/** The names as they are stored, as they are read now, and whether the index finds each by its keys. */
const namesIn = async (client: pg.Client) =>
  (
    await client.query<Name>(`select nom_normalise as lu, antenne.nom_normalise(raison_sociale) as relu,
      exists (select from client as c where c.id = client.id
        and antenne.cles_nom(c.nom_normalise, false) && antenne.cles_nom(client.nom_normalise, true)) as trouve
      from client order by id`)
  ).rows

describe.each(Object.keys(releases))('a database made by %s', (version) => {
  const { answers: before } = snapshotOf(version)
  let upgraded: World
  /** The same data, imported into a database of the present version. */
  let imported: World
  let meanwhile: number[]
  let now: Answers
  beforeAll(async () => {
    const database = await openReleased(version, 'upgrade')
    meanwhile = await underLightLoad(database.connection, () => withWriter(database.connection, migrate))
    await withWriter(database.connection, async (client) => {
      await grantReading(client)
      await grantActing(client)
    })
    upgraded = await openWorld({ database })
    imported = await openWorld({ template: 'vide' })
    const folder = join(imported.dataDir, 'export')
    for (const [verb, of] of [
      ['exporter', upgraded],
      ['importer', imported],
    ] as const)
      expect(await run([verb, folder], { DATABASE_URL: addressOf(of.connection) })).toMatchObject({
        status: 0,
      })
    now = await answersOf(upgraded)
  })
  afterAll(async () => {
    await imported?.close()
    await upgraded?.close()
  })

  test('was read and written while it was migrated', async () => {
    const due = (await readMigrations()).length - Object.keys(releases[version] ?? {}).length
    // What is current already is migrated in no time.
    expect(meanwhile.every((count) => due === 0 || count > 0)).toBe(true)
  })

  test('has the schema and the lists of the present version', async () => {
    expect(await differences(upgraded.sql)).toEqual([])
    const schema = await schemaOf(imported.connection)
    expect(schema.length).toBeGreaterThan(200)
    expect(await schemaOf(upgraded.connection)).toEqual(schema)
  })

  test('has the names of clients as the present version reads and finds them', async () => {
    const names = await withWriter(upgraded.connection, namesIn)
    expect(names.length).toBeGreaterThan(100)
    expect(names.map(({ lu }) => lu)).toEqual(names.map(({ relu }) => relu))
    expect(names.filter(({ lu, trouve }) => lu !== '' && !trouve)).toEqual([])
  })

  test.skipIf(before === undefined)('gives the answers that this version gave', () => {
    expect(expectSame(now, before ?? {})).toBeGreaterThan(100)
  })

  test('gives the answers that the same data give in the present version', async () => {
    expect(expectSame(await answersOf(imported), now)).toBeGreaterThan(100)
  })
})
