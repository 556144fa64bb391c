import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepSwept, untilMidnight } from '../src/commands/sweep.ts'
import { withWriter } from '../src/database/writer.ts'
import { expireDocuments, expiredDocuments } from '../src/moves/expire.ts'
import { addressOf, run } from './setup/command-line.ts'
import { operator } from './setup/people.ts'
import { readingOf } from './setup/postgres.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const partners = async () =>
  (await world.get(operator, '/api/v1/partenaires?taille=100')).body.donnees.map(
    ({ id }: { id: string }) => id,
  )

/** Everything that is said of documents, byte for byte. */
async function answers(): Promise<string[]> {
  const texts: string[] = []
  for (const id of await partners()) {
    texts.push((await world.get(operator, `/api/v1/partenaires/${id}`)).text)
    for (const filter of ['', '?statut=expire', '?statut=valide', '?statut=depose']) {
      const { text, headers } = await world.get(operator, `/api/v1/partenaires/${id}/documents-kyc${filter}`)
      texts.push(text, String(headers.etag))
    }
  }
  return texts
}

test('the sweep writes what answers say already: they are the same before and after, on the day and on later ones', async () => {
  const days = ['2026-11-15', '2026-11-16', '2027-03-01', '2028-01-01'].map(
    (day) => new Date(`${day}T00:00:30.000Z`),
  )
  for (const now of days) {
    world.now = now
    const before = await answers()
    const due = await withWriter(world.connection, (client) => expiredDocuments(client, now))
    const written = await withWriter(world.connection, (client) => expireDocuments(client, now, null))
    expect(written).toEqual(due)
    expect(await answers()).toEqual(before)
    expect(await withWriter(world.connection, (client) => expireDocuments(client, now, null))).toEqual([])
  }
  const [journal] = await world.sql<{ n: number; par: number }>(
    `select count(*)::int as n, count(fait_par)::int as par from journal where geste = 'expiration'`,
  )
  expect(journal?.n).toBeGreaterThan(0)
  expect(journal?.par).toBe(0)
})

test('expirer says what it wrote; --simuler what it would write, and writes nothing', async () => {
  const other = await openWorld()
  try {
    const environment = { DATABASE_URL: addressOf(other.connection) }
    await other.sql(
      `update document_kyc set date_emission = null, date_expiration = '2020-02-29', statut = 'valide' where id in (select id from document_kyc order by id limit 2)`,
    )
    const simulated = await run(['expirer', '--simuler'], environment)
    expect(simulated.out).toMatch(/29\/02\/2020/)
    const json = JSON.parse((await run(['expirer', '--simuler', '--json'], environment)).out)
    expect(json.length).toBeGreaterThanOrEqual(2)
    expect((await run(['expirer'], environment)).out).toMatch(
      new RegExp(`Inscrits? comme expirés? : ${json.length} documents?\\.`),
    )
    expect((await run(['expirer'], environment)).out).toBe('Aucun document à inscrire comme expiré.\n')
  } finally {
    await other.close()
  }
})

test('a running service sweeps at its start, says so, and stops when it is told to; one that may only read says that it cannot', async () => {
  const other = await openWorld()
  try {
    await other.sql(
      `update document_kyc set date_emission = null, date_expiration = '2020-02-29', statut = 'valide' where id in (select id from document_kyc order by id limit 1)`,
    )
    const said: object[] = []
    const sweeps = [1, 2, 3].map(() => keepSwept(other.connection, (outcome) => said.push(outcome)))
    const reader = keepSwept(readingOf(other.connection), (outcome) => said.push(outcome))
    await expect.poll(() => said.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
    await sleep(500)
    await Promise.all([...sweeps, reader].map((one) => one.stop()))
    const [row] = await other.sql<{ n: number }>(
      `select count(distinct mouvement)::int as n from journal where geste = 'expiration'`,
    )
    expect(row?.n).toBe(1)
    expect(said).toContainEqual({
      failed: expect.objectContaining({ code: expect.stringMatching(/^(25006|42501)$/) }),
    })
  } finally {
    await other.close()
  }
})

test('midnight is that of UTC', () => {
  expect(untilMidnight(Date.parse('2026-11-15T23:59:59.000Z'))).toBe(1000)
  expect(untilMidnight(Date.parse('2026-11-15T00:00:00.000Z'))).toBe(86_400_000)
})
