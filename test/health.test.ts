import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readingOf } from '../harness/database/connection.ts'
import { openDatabase } from '../src/database/database.ts'
import { schemaFingerprint } from '../src/database/fingerprint.ts'
import { READ_ROLE } from '../src/database/read-role.ts'
import { withWriter } from '../src/database/writer.ts'
import { alternatives, reads } from '../src/extension/index.ts'
import { coalesced } from '../src/http/observation/coalesced.ts'
import { probes } from '../src/http/observation/health.ts'
import { operations } from '../src/operations/index.ts'
import { probe } from '../src/operations/probe.ts'
import { version } from '../src/package.ts'
import { operator } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('says ok, the version and the hour to anybody', async () => {
  world.now = new Date('2026-11-15T10:11:12.130Z')
  const body = { statut: 'ok', version, horodatage: '2026-11-15T10:11:12.130Z' }
  // A machine that has much else to do may be told so first.
  await expect.poll(() => world.get(null, '/api/v1/sante')).toMatchObject({ status: 200, body })
  expect(Object.keys((await world.get(null, '/api/v1/sante')).body)).toEqual(Object.keys(body))
})

test('probes every statement that answers, those of another order or state too', () => {
  const ids = probes.map(({ id }) => id)
  const answering = [...operations, ...reads, ...alternatives.map(({ operation }) => operation)]
  expect(answering.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(['lireSante'])
})

test('says 503, as every operation does, while the database cannot be reached, and ok again afterwards', async () => {
  const [row] = await world.sql<{ name: string }>('select current_database() as name')
  const name = row?.name
  const authorization = `Bearer ${await world.token(operator)}`
  await withWriter(inject('server'), async (client) => {
    await client.query(`alter database ${name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    for (const url of ['/api/v1/sante', '/api/v1/moi', '/api/v1/clients']) {
      const answer = await world.request('GET', url, { authorization })
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ code: 'service_indisponible', details: null })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
    await client.query(`alter database ${name} with allow_connections true`)
  })
  await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('ok')
  expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
})

test('says degrade while an operation may not read what it answers with, and ok again afterwards', async () => {
  const statut = async () => (await world.get(null, '/api/v1/sante')).body.statut
  await expect.poll(statut).toBe('ok')
  await world.sql(`revoke select on antenne_prive.client from ${READ_ROLE}`)
  expect((await world.get(operator, '/api/v1/clients')).status).toBe(500)
  await expect.poll(statut).toBe('degrade')
  await world.sql(`grant select on antenne_prive.client to ${READ_ROLE}`)
  await expect.poll(statut).toBe('ok')
  expect((await world.get(operator, '/api/v1/clients')).status).toBe(200)
})

test('says degrade while a search may not call a function, and ok again afterwards', async () => {
  const statut = async () => (await world.get(null, '/api/v1/sante')).body.statut
  await expect.poll(statut).toBe('ok')
  await world.sql(`revoke execute on function antenne.mots(text[]) from public, ${READ_ROLE}`)
  const search = async () => (await world.get(operator, '/api/v1/clients?recherche=pharmacie')).status
  expect([await search(), (await world.get(operator, '/api/v1/clients')).status]).toEqual([500, 200])
  await expect.poll(statut).toBe('degrade')
  // The statements themselves show it, whatever else is known of grants.
  const database = openDatabase(readingOf(world.connection))
  onTestFinished(() => database.close())
  const refused = { error: 'permission denied for function mots' }
  expect(await probe(database, probes)).toEqual({
    refused: [
      { operation: 'listerPartenaires', ...refused },
      { operation: 'listerClients', ...refused },
      { operation: 'listerFileReservations', ...refused },
      { operation: 'listerDossiersKyc', ...refused },
      { operation: 'listerFileReservationsRecentes', ...refused },
    ],
    whole: true,
  })
  await world.sql(`grant execute on function antenne.mots(text[]) to ${READ_ROLE}`)
  await expect.poll(statut).toBe('ok')
  expect(await search()).toBe(200)
})

test('a schema has another fingerprint after every grant and every change of it, not after a change of data', async () => {
  const fingerprint = async () =>
    (await world.sql<{ empreinte: string }>(schemaFingerprint.text))[0]?.empreinte
  const before = await fingerprint()
  await world.sql(`update antenne_prive.client set ville = 'Bouaké'`)
  await world.sql('analyze antenne_prive.client')
  expect(await fingerprint()).toBe(before)
  const seen = new Set([before])
  for (const change of [
    'grant select on antenne_prive.offre to pg_monitor',
    'revoke select on antenne_prive.offre from pg_monitor',
    'grant select (code) on antenne_prive.offre to pg_monitor',
    'grant usage on schema antenne_prive to pg_monitor',
    'alter table antenne_prive.offre rename column debit to debit_',
    'alter table antenne_prive.offre rename column debit_ to debit',
    'alter table antenne_prive.offre add column nouvelle int',
    'alter table antenne_prive.offre drop column nouvelle',
    'create or replace view antenne.essai as select 1 as un',
    'create or replace view antenne.essai as select 2 as un',
    `create or replace function antenne.essai() returns int language sql return 1`,
    `create or replace function antenne.essai() returns int language sql return 2`,
  ]) {
    await world.sql(change)
    seen.add(await fingerprint())
  }
  expect(seen.size).toBe(13)
  await world.sql('drop view antenne.essai; drop function antenne.essai()')
  expect(seen).toContain(await fingerprint())
})

test('a statement that waits too long is given up as 503 while others are answered', async () => {
  await withWriter(world.connection, async (client) => {
    await client.query('begin')
    await client.query('lock table offre in access exclusive mode')
    const authorization = `Bearer ${await world.token(operator)}`
    const blocked = world.request('GET', '/api/v1/offres', { authorization })
    expect((await world.get(operator, '/api/v1/moi')).status).toBe(200)
    expect((await blocked).status).toBe(503)
    await client.query('rollback')
  })
  expect((await world.get(operator, '/api/v1/offres')).status).toBe(200)
})

describe('a question that many share', () => {
  /** A question that is answered when one says so, and how often it was asked. */
  function asked() {
    const open: ((answer: number) => void)[] = []
    const ask = coalesced(() => new Promise<number>((resolve) => open.push(resolve)))
    return { open, ask, answerLast: () => open.at(-1)?.(open.length) }
  }

  test('is asked again, once, for all who come while it is open', async () => {
    const { open, ask, answerLast } = asked()
    const first = ask()
    const others = Promise.all(Array.from({ length: 50 }, ask))
    answerLast()
    expect(await first).toBe(1)
    await vi.waitFor(() => expect(open).toHaveLength(2))
    answerLast()
    expect(new Set(await others)).toEqual(new Set([2]))
  })

  test('is not waited for when it takes long', async () => {
    const { open, ask } = asked()
    void ask()
    await new Promise((resolve) => setTimeout(resolve, 150))
    void ask()
    expect(open).toHaveLength(2)
  })
})
