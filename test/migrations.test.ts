import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseOf } from '../harness/database/connection.ts'
import * as enums from '../src/contract/enums.ts'
import { migrate } from '../src/database/migrate.ts'
import { withWriter } from '../src/database/writer.ts'
import { freshDatabase } from './setup/world.ts'

const name = 'antenne_test_migrations'
const connection = databaseOf(inject('server'), name)
beforeAll(() =>
  withWriter(inject('server'), (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  ),
)
afterAll(() => withWriter(inject('server'), (client) => client.query(`drop database ${name} with (force)`)))

test('instances that start together apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => withWriter(connection, migrate)))
  expect(applied.filter((files) => files.length > 0)).toHaveLength(1)
  expect(applied.flat()).toEqual([...new Set(applied.flat())])
  expect(await withWriter(connection, migrate)).toEqual([])
})

test('a migration that changed after it was applied is refused', async () => {
  await withWriter(connection, (client) =>
    client.query(`update antenne.migration set empreinte = 'x' where nom like '0001%'`),
  )
  await expect(withWriter(connection, migrate)).rejects.toThrow(/0001_.*a changé/)
})

test('a database in another encoding is refused with what to do', async () => {
  await withWriter(inject('server'), (client) =>
    client.query(
      `create database ${name}_latin template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    ),
  )
  const latin = databaseOf(inject('server'), `${name}_latin`)
  await expect(withWriter(latin, migrate)).rejects.toThrow(/il faut UTF8/)
  await withWriter(inject('server'), (client) => client.query(`drop database ${name}_latin`))
})

test('the enums of the database are those of the contract, in their order', async () => {
  const { connection: migrated, drop } = await freshDatabase('vide')
  const { rows } = await withWriter(migrated, (client) =>
    client.query<{ type: string; valeurs: string[] }>(
      `select typname as type, array_agg(enumlabel::text order by enumsortorder) as valeurs
       from pg_enum join pg_type on pg_type.oid = enumtypid group by typname`,
    ),
  )
  const snake = (text: string) => text.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()
  const contract = Object.entries(enums)
    .filter(([type]) => type !== 'StatutSante')
    .map(([type, schema]) => [snake(type), (schema as unknown as { enum: string[] }).enum] as const)
  expect(Object.fromEntries(rows.map(({ type, valeurs }) => [type, valeurs]))).toEqual(
    Object.fromEntries(contract),
  )
  await drop()
})

test.each([
  ['latitude', `update site set latitude = 91`],
  ['longitude', `update site set longitude = -180.5`],
  ['amount below zero', `update tarif set prix_ht = -1`],
  ['volume', `update offre set volume_go = 0`],
  ['two main contacts', `update contact set principal = true`],
  ['role code', `update role set code = 'x'`],
  ['plan code', `update offre set code = 'x'`],
  ['contract number', `update contrat_cadre set numero = 'x'`],
  [
    'one partner an organisation',
    `update partenaire set organisation_id = (select min(id::text)::uuid from organisation)`,
  ],
  ['principal role among the roles', `delete from utilisateur_role`],
  ['two-factor of operators', `update utilisateur set double_authentification = false`],
  ['two-factor when the organisation becomes an operator', `update organisation set type = 'operateur'`],
  ['dates of a contract', `update contrat_cadre set date_debut = '2026-02-02', date_fin = '2026-02-01'`],
  ['dates of a price', `update tarif set valide_du = '2026-02-02', valide_au = '2026-02-01'`],
  [
    'dates of a document',
    `update document_kyc set date_emission = '2026-02-02', date_expiration = '2026-02-01'`,
  ],
  ['a reference to nothing', `update client set secteur_id = '00000000-0000-4000-8000-000000000000'`],
  ['phone', `update utilisateur set telephone = '0707070707'`],
  ['e-mail', `update client set email = 'x'`],
  ['similarity', `update reservation_correspondance set similarite = 1.1`],
])('the database itself refuses a wrong %s', async (_what, statement) => {
  const { connection: demonstration, drop } = await freshDatabase('demonstration')
  await expect(withWriter(demonstration, (client) => client.query(statement))).rejects.toMatchObject({
    code: expect.stringMatching(/^23/),
  })
  await drop()
})
