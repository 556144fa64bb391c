import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { releases } from '../generate/releases.ts'
import { addressOf, databaseOf } from '../harness/database/connection.ts'
import { schemaOf } from '../harness/database/schema-text.ts'
import { migrate, readMigrations } from '../src/database/migrate.ts'
import { grantReading } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { operations } from '../src/operations/index.ts'
import { run } from './setup/command-line.ts'
import { differences } from './setup/lists.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

test('migrations of a released version are never edited, and none comes before them', async () => {
  const present = (await readMigrations()).map(({ file, empreinte }) => [file, empreinte])
  for (const migrations of Object.values(releases)) {
    const released = Object.entries(migrations)
    expect(present.slice(0, released.length)).toEqual(released)
  }
})

/** What the data of a version are kept in: its rows as INSERT statements, without what triggers derive. */
const rowsOf = async (version: string) =>
  gunzipSync(await readFile(new URL(`upgrade/${version}.sql.gz`, import.meta.url))).toString()

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

describe.each(Object.entries(releases))('a database made by %s', (version, migrations) => {
  const name = `antenne_test_upgrade_${version.replaceAll('.', '_')}`
  const connection = databaseOf(inject('server'), name)
  let upgraded: World
  let present: World
  beforeAll(async () => {
    await withWriter(inject('server'), (client) =>
      client.query(`create database ${name} template template0 encoding 'UTF8'`),
    )
    await withWriter(connection, async (client) => {
      await client.query('create schema antenne')
      await client.query(`create table antenne.migration (
        nom text primary key, empreinte text not null, appliquee_le timestamptz not null default now())`)
      for (const { file, text, empreinte } of await readMigrations()) {
        if (!(file in migrations)) continue
        await client.query(`begin; ${text}; commit`)
        await client.query('insert into antenne.migration (nom, empreinte) values ($1, $2)', [
          file,
          empreinte,
        ])
      }
      await client.query(`begin; ${await rowsOf(version)}; commit`)
    })
    await withWriter(connection, async (client) => {
      await migrate(client)
      await grantReading(client)
    })
    const drop = () =>
      withWriter(inject('server'), (client) => client.query(`drop database ${name} with (force)`))
    upgraded = await openWorld({ database: { connection, drop } })
    present = await openWorld({ template: 'vide' })
    const folder = join(present.dataDir, 'export')
    for (const [verb, of] of [
      ['exporter', upgraded],
      ['importer', present],
    ] as const)
      expect(await run([verb, folder], { DATABASE_URL: addressOf(of.connection) })).toMatchObject({
        status: 0,
      })
  })
  afterAll(async () => {
    await present?.close()
    await upgraded?.close()
  })

  test('has the schema and the lists of the present version', async () => {
    expect(await differences(upgraded.sql)).toEqual([])
    const schema = await schemaOf(present.connection)
    expect(schema.length).toBeGreaterThan(200)
    expect(await schemaOf(connection)).toEqual(schema)
  })

  test('has the names of clients as the present version reads and finds them', async () => {
    const names = await withWriter(connection, namesIn)
    expect(names.length).toBeGreaterThan(100)
    expect(names.map(({ lu }) => lu)).toEqual(names.map(({ relu }) => relu))
    expect(names.filter(({ lu, trouve }) => lu !== '' && !trouve)).toEqual([])
  })

  test('gives the answers that the same data give in the present version', async () => {
    let compared = 0
    for (const who of [operator, partner]) {
      const clients = (await present.get(who, '/api/v1/clients?taille=100')).body.donnees
      const partners = (await present.get(who, '/api/v1/partenaires?taille=100')).body.donnees
      const ids: Record<string, { id: string }[]> = { clients, partenaires: partners }
      for (const { path, shape } of operations) {
        if (shape === 'health') continue
        const [, , , resource = ''] = path.split('/')
        const urls = path.includes('{id}')
          ? (ids[resource] ?? []).slice(0, 20).map(({ id }) => path.replace('{id}', id))
          : [path, `${path}?taille=100&page=2`].slice(0, shape === 'list' ? 2 : 1)
        for (const url of urls) {
          expect([url, (await upgraded.get(who, url)).text]).toEqual([
            url,
            (await present.get(who, url)).text,
          ])
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(100)
  })
})
