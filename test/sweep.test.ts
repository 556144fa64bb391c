import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, readingOf } from '../harness/database/connection.ts'
import { expireDocuments, expiredDocuments } from '../src/actions/expire.ts'
import { repeat } from '../src/commands/repeat.ts'
import { keepSwept, untilMidnight } from '../src/commands/sweep-expired.ts'
import { isAway } from '../src/database/primary.ts'
import { withWriter } from '../src/database/writer.ts'
import { importRecords, numbered } from '../src/transfer/import.ts'
import { act } from './setup/acting.ts'
import { type Data, openData, recordsIn, run } from './setup/command-line.ts'
import { operator } from './setup/people.ts'
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
      new RegExp(`Marqués? comme expirés? : ${json.length} documents?\\.`),
    )
    expect((await run(['expirer'], environment)).out).toBe('Aucun document à marquer comme expiré.\n')
  } finally {
    await other.close()
  }
})

test('answers to keys and counts of questions last a day: then they are swept, and a key is a new intention', async () => {
  const other = await openWorld()
  try {
    other.now = new Date()
    const create = (key: string, raison_sociale: string) =>
      act(other, operator, '/clients', { key, body: { raison_sociale, confirmer_doublon: true } })
    const hours: Readonly<Record<string, number>> = { ancienne: 24.1, recente: 23 }
    for (const [key, age] of Object.entries(hours)) {
      expect((await create(key, `Zorvix ${key}`)).status).toBe(201)
      const aged = `update action_cle set fait_le = now() - $2 * interval '1 hour' where cle = $1`
      await other.sql(aged, [key, age])
    }
    await other.sql(
      `insert into question_jour (organisation_id, jour, nombre)
      select gen_random_uuid(), current_date - days, 100 + days from unnest(array[0, 2, 30]) as days`,
    )
    await run(['expirer'], { DATABASE_URL: addressOf(other.connection) })
    expect(await other.sql('select cle from action_cle')).toEqual([{ cle: 'recente' }])
    expect(await other.sql('select nombre from question_jour')).toEqual([{ nombre: 100 }])
    const replayed = await create('recente', 'Zorvix recente')
    expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([201, 'true'])
    const anew = await create('ancienne', 'Zorvix toute autre')
    expect([anew.status, anew.headers['idempotency-replayed']]).toEqual([201, undefined])
    const made = (await other.get(operator, '/api/v1/clients?recherche=zorvix')).body.donnees
    expect(made.map(({ raison_sociale }: { raison_sociale: string }) => raison_sociale)).toEqual([
      ...['Zorvix ancienne', 'Zorvix recente', 'Zorvix toute autre'],
    ])
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
    // Each says what came of it.
    await expect.poll(() => said.length).toBeGreaterThanOrEqual(4)
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

test('what is changed before the sweep has locked it is not the sweep’s', async () => {
  const now = new Date('2029-01-01T00:00:30.000Z')
  const [row] = await world.sql<{ id: string }>(
    `update document_kyc set date_emission = null, date_expiration = '2028-12-31', statut = 'valide', motif = null
    where id = (select id from document_kyc order by id limit 1) returning id`,
  )
  const swept = await withWriter(world.connection, async (client) => {
    const query = client.query.bind(client)
    const renewing = async (text: string, values?: unknown[]) => {
      if (text.includes('skip locked'))
        await world.sql(`update document_kyc set date_expiration = '2030-12-31' where id = $1`, [row?.id])
      return query(text, values)
    }
    return expireDocuments(Object.assign(client, { query: renewing }), now, null)
  })
  expect(swept.map(({ id }) => id)).not.toContain(row?.id)
})

describe('beside an import', () => {
  let data: Data
  let documents: { id: string }[]
  beforeAll(async () => {
    data = await openData('demonstration')
    await data.sql(
      `update document_kyc set date_emission = null, date_expiration = '2020-02-29', statut = 'valide', motif = null
       where id in (select id from document_kyc order by id limit 2)`,
    )
    documents = recordsIn(await data.exported(), 'document_kyc').filter(
      ({ date_expiration }) => date_expiration === '2020-02-29',
    )
    // Nothing else is due.
    await data.sql(`update document_kyc set date_expiration = null where date_expiration <> '2020-02-29'`)
  })
  afterAll(() => data.close())

  /** Waits until somebody waits for a lock in the database. */
  const untilBlocked = async () => {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await data.sql(blocked)).length === 0) await sleep(10)
  }

  /** Sweeps as the service does, and returns what it reports first. */
  const reported = () =>
    new Promise<{ outcome: object; stop(): Promise<void> }>((resolve) => {
      const sweep = keepSwept(data.connection, (outcome) => resolve({ outcome, stop: () => sweep.stop() }))
    })

  test('a sweep takes what the import does not hold, and does not wait for the rest', async () => {
    const [held, free] = documents
    const [first] = recordsIn(await data.exported(), 'client')
    await withWriter(data.connection, async (blocker) => {
      await blocker.query('begin')
      await blocker.query('select from client where id = $1 for update', [first.id])
      const importing = withWriter(data.connection, (client) =>
        importRecords(
          client,
          new Map([
            ['document_kyc', numbered([{ ...held, statut: 'depose' }])],
            ['client', numbered([{ ...first, ville: 'Changée' }])],
          ]),
          { now: new Date(), progress: () => {} },
        ),
      )
      await untilBlocked()
      const { outcome, stop } = await reported()
      expect(outcome).toEqual({ expired: 1, left: 1 })
      await stop()
      expect((await run(['expirer', '--json'], data.environment)).err).toMatch(
        /^1 document à marquer plus tard/,
      )
      await blocker.query('commit')
      expect(await importing).toMatchObject({ fiches: 2 })
    })
    const written = await withWriter(data.connection, (client) => expireDocuments(client, new Date(), null))
    expect(written.map(({ id }) => id)).toEqual([held?.id])
    const [row] = await data.sql(`select count(*)::int as n from journal where ressource_id = $1`, [free?.id])
    expect(row).toEqual({ n: 1 })
  })

  test('a sweep that is held up stops when the service does; imports and other sweeps go on meanwhile', async () => {
    await data.importing({ document_kyc: documents })
    const [site] = recordsIn(await data.exported(), 'site')
    await withWriter(data.connection, async (blocker) => {
      await blocker.query('begin')
      await blocker.query('lock table journal in access exclusive mode')
      const said: object[] = []
      const sweep = keepSwept(data.connection, (outcome) => said.push(outcome))
      await untilBlocked()
      expect(
        await withWriter(data.connection, (client) => expireDocuments(client, new Date(), null)),
      ).toEqual([])
      const { status, err } = await data.importing({ site: [{ ...site, libelle: 'Changé' }] })
      expect([status, err]).toEqual([0, expect.not.stringContaining('autre import')])
      await sweep.stop()
      expect(said).toEqual([])
      await blocker.query('commit')
    })
  })

  test('a sweep whose server owes an answer for too long gives it up, and says so', async () => {
    await data.importing({ document_kyc: documents })
    await withWriter(data.connection, async (blocker) => {
      await blocker.query('begin')
      await blocker.query('lock table journal in access exclusive mode')
      let sweep: ReturnType<typeof keepSwept> | undefined
      const said = await new Promise<object>((resolve) => {
        sweep = keepSwept(data.connection, resolve, 1500)
      })
      expect(said).toEqual({ failed: expect.any(Error) })
      // So it is tried again a minute later.
      expect(isAway((said as { failed: unknown }).failed)).toBe(true)
      await sweep?.stop()
      await blocker.query('rollback')
    })
  })
})

test('the time of a round ends it, however much garbage was collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ended = await new Promise<boolean>((resolve) => {
    const rounds = repeat(async (round) => {
      const collecting = setInterval(collect, 20)
      await once(round, 'abort')
      clearInterval(collecting)
      resolve(round.aborted)
      void rounds.stop()
      return 0
    }, 300)
  })
  expect(ended).toBe(true)
})

test('midnight is that of UTC', () => {
  expect(untilMidnight(Date.parse('2026-11-15T23:59:59.000Z'))).toBe(1000)
  expect(untilMidnight(Date.parse('2026-11-15T00:00:00.000Z'))).toBe(86_400_000)
})
