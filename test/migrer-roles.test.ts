import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addressOf, asRole } from '../harness/database/connection.ts'
import { mayChange } from '../src/database/action-role.ts'
import { lacking, mayWrite } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { act } from './setup/acting.ts'
import { run } from './setup/command-line.ts'
import { operator, partner } from './setup/people.ts'
import { freshDatabase, openWorld, type World } from './setup/world.ts'

const unique = randomBytes(4).toString('hex')
/** Names that need quotes: roles are the administrator's, and so are their names. */
const reading = `Lecture du "siège" ${unique}`
const acting = `ecriture_${unique}`
let database: Awaited<ReturnType<typeof freshDatabase>>
const migrer = (...words: string[]) =>
  run(['migrer', ...words], { DATABASE_URL: addressOf(database.connection) })
const onServer = (statement: string) => withWriter(inject('server'), (client) => client.query(statement))
const asQuoted = (role: string) => `"${role.replaceAll('"', '""')}"`

beforeAll(async () => {
  database = await freshDatabase('demonstration')
})
afterAll(async () => {
  for (const role of [reading, acting])
    await withWriter(database.connection, (client) =>
      client.query(`drop owned by ${asQuoted(role)}; drop role ${asQuoted(role)}`),
    )
  await database.drop()
})

describe('migrer --lecture and --ecriture', () => {
  test('make the roles that are missing, say that they have no password, and find them the next time', async () => {
    const made = await migrer('--lecture', reading, '--ecriture', acting)
    expect(made.status).toBe(0)
    expect(made.out.split('\n')).toEqual([
      'La base est à jour.',
      expect.stringMatching(/^Droits du rôle Lecture du "siège" .+lecture\. Il est nouveau .+\\password/),
      expect.stringMatching(/^Droits du rôle ecriture_.+actions\. Il est nouveau/),
      '',
    ])
    const again = await migrer('--lecture', reading, '--ecriture', acting)
    expect([again.status, again.out]).toEqual([0, expect.not.stringContaining('nouveau')])
  })

  /** A service that reads and acts as these roles, and is well. */
  async function openAsRoles(): Promise<World> {
    const world = await openWorld({
      database: { connection: database.connection, drop: async () => {} },
      reading: (connection) => asRole(reading, connection),
      acting: (connection) => asRole(acting, connection),
    })
    await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('ok')
    return world
  }

  test('are all that a service needs: it answers, acts and is well', async () => {
    const world = await openAsRoles()
    try {
      const [pending] = (await world.get(operator, '/api/v1/reservations?statut=demandee')).body.donnees
      const { status } = await act(world, operator, `/reservations/${pending.id}/decision`, {
        body: { decision: 'validee' },
        version: pending.modifie_le,
      })
      expect(status).toBe(200)
    } finally {
      await world.close()
    }
  })

  test('do not depend on what everybody may call, and say what is missing', async () => {
    const { rows } = await withWriter(database.connection, (client) =>
      client.query<{ fonction: string }>(`select oid::regprocedure::text as fonction from pg_proc
        where pronamespace in ('antenne'::regnamespace, 'antenne_prive'::regnamespace)
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`),
    )
    const all = rows.map(({ fonction }) => fonction).join()
    const held = async () => [
      await withWriter(asRole(reading, database.connection), lacking),
      await withWriter(asRole(acting, database.connection), mayChange),
    ]
    await withWriter(database.connection, (client) =>
      client.query(
        `revoke execute on function ${all} from public, ${asQuoted(reading)}, ${asQuoted(acting)}`,
      ),
    )
    expect(await held()).toEqual([
      expect.arrayContaining(['antenne.mots()', 'antenne_prive.document_kyc_au()']),
      false,
    ])
    await migrer('--lecture', reading, '--ecriture', acting)
    expect(await held()).toEqual([[], true])
    await withWriter(asRole(reading, database.connection), async (client) => {
      await expect(client.query('select suivre()')).rejects.toMatchObject({ code: '42501' })
    })
    const world = await openAsRoles()
    try {
      expect((await world.get(operator, '/api/v1/clients?recherche=pharmacie')).status).toBe(200)
      const contacts = [{ prenom: 'Awa', nom: 'Koné', telephone: '+2250777123401' }]
      const body = { raison_sociale: 'Zorvix Quonbry', rccm: 'CI-ABJ-03-2024-B12-88001', contacts }
      const created = await act(world, partner, '/clients', { body })
      expect(created.status).toBe(201)
      const asked = await act(world, partner, '/reservations', { body: { client_id: created.body.id } })
      expect(asked.status).toBe(201)
    } finally {
      await world.close()
    }
  })

  test('give each role its own rights and no others, whatever it held before', async () => {
    await withWriter(database.connection, (client) =>
      client.query(`grant insert, delete on client to ${asQuoted(reading)}, ${asQuoted(acting)}`),
    )
    expect(await withWriter(asRole(reading, database.connection), mayWrite)).toBe(true)
    await migrer('--lecture', reading, '--ecriture', acting)
    await withWriter(asRole(reading, database.connection), async (client) => {
      expect([await lacking(client), await mayWrite(client), await mayChange(client)]).toEqual([
        [],
        false,
        false,
      ])
      await expect(client.query('select from antenne_prive.cle_lien_secret')).rejects.toMatchObject({
        code: '42501',
      })
      await expect(client.query('create temporary table x ()')).rejects.toThrow()
    })
    await withWriter(asRole(acting, database.connection), async (client) => {
      expect(await mayChange(client)).toBe(true)
      await expect(client.query('delete from client')).rejects.toMatchObject({ code: '42501' })
    })
  })

  test('refuse one role for both, an empty name, and the owner of the data', async () => {
    expect(await migrer('--lecture', acting, '--ecriture', acting)).toMatchObject({ status: 2, out: '' })
    expect(await migrer('--lecture', '')).toMatchObject({ status: 2, out: '' })
    const [{ proprietaire = '' } = {}] = (
      await withWriter(database.connection, (client) =>
        client.query<{ proprietaire: string }>('select current_user as proprietaire'),
      )
    ).rows
    for (const option of ['--lecture', '--ecriture']) {
      expect(await migrer(option, proprietaire)).toMatchObject({
        status: 1,
        err: expect.stringMatching(/possède les données.+Donnez un autre rôle\.\n$/),
      })
    }
  })

  test('need no right to make roles where the roles are there', async () => {
    const owner = `proprietaire_${unique}`
    const name = `antenne_test_${unique}_roles`
    await onServer(`create role ${owner} login`)
    await onServer(`create database ${name} owner ${owner} template template0 encoding 'UTF8'`)
    try {
      const address = new URL(addressOf(asRole(owner, inject('server'))))
      address.pathname = `/${name}`
      const environment = { DATABASE_URL: address.href }
      const done = await run(['migrer', '--lecture', reading, '--ecriture', acting], environment)
      // A busy machine is told how long a migration takes.
      const { status, err } = done
      expect([status, err.replace(/^\S+\.sql : .*\n/gm, '')]).toEqual([0, ''])
      expect(await run(['migrer', '--lecture', `absent_${unique}`], environment)).toMatchObject({
        status: 1,
        err: expect.stringMatching(/CREATEROLE.+createuser --pwprompt absent_/),
      })
    } finally {
      await onServer(`drop database ${name} with (force)`)
      await onServer(`drop role ${owner}`)
    }
  })
})
