import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demonstration } from '../demo/demonstration.ts'
import { randomOf } from '../harness/fuzz/random.ts'
import { worldSources } from '../src/commands/write-demonstration.ts'
import { withWriter } from '../src/database/writer.ts'
import { importRecords } from '../src/transfer/import.ts'
import { expectedAnswer, type OperationId, operations, type Question } from './model/answer.ts'
import { compare, type Tally, tally } from './model/comparison.ts'
import { companies, names } from './model/hostile-companies.ts'
import { dated } from './model/hostile-dates.ts'
import { parts } from './model/hostile-parts.ts'
import { people } from './model/hostile-people.ts'
import { type Records, recordsOf, worldOf } from './model/records.ts'
import { randomQuestion } from './model/requests.ts'
import { MADE_ON } from './setup/postgres.ts'
import { openWorld, type World } from './setup/world.ts'

const lists = ['listerPartenaires', 'listerClients', 'listerReservations', 'listerOffres'] as const
const ofPartner = ['lirePartenaire', 'listerDocumentsKycPartenaire'] as const
const ofClient = ['lireClient', 'listerSitesClient'] as const
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const users = (records: Records) => records.utilisateur.map(({ id }) => id)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const search = (text: string) => `taille=100&recherche=${encodeURIComponent(text)}`

/** Every one of the callers asks every one of the operations, for every one of the ids. */
const product = (
  callers: readonly (string | null)[],
  asked: readonly OperationId[],
  items: readonly string[] = [''],
): Question[] =>
  callers.flatMap((who) => asked.flatMap((operation) => items.map((id) => ({ who, operation, id }))))

/**
 * Every user asks for each of the items that it sees, and for its parts, and for some that it does not see: for others
 * than the next user; those without the right, for a few.
 */
const everyone = (
  records: Records,
  [whole, parts]: readonly [OperationId, OperationId],
  items: readonly string[],
): Question[] =>
  users(records).flatMap((who, turn) => {
    const answers = items.map((id) => expectedAnswer(records, { who, operation: whole, id }, MADE_ON))
    if (answers[0]?.status === 403) return product([who], [whole, parts], items.slice(0, 4))
    const seen = items.filter((_, index) => answers[index]?.status === 200 || (index + turn) % 4 === 0)
    return product([who], [whole, parts], seen)
  })

/** Agreement everywhere, and the same words for everything absent (D19). */
function expectAgreement({ disagreements, absences }: Tally): void {
  expect(disagreements.join('\n\n')).toBe('')
  expect(absences.size).toBeLessThanOrEqual(1)
}

describe('the demonstration world', () => {
  const records = recordsOf(demonstration(MADE_ON))
  const start = new Date(`${MADE_ON}T09:00:00.000Z`)
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test('is listed to every user as the model says', async () => {
    const result = tally()
    await compare(
      world,
      records,
      product([...users(records), null, UNKNOWN, 'personne'], ['lireMoi', ...lists]),
      result,
    )
    expectAgreement(result)
    expect(result.filled).toBeGreaterThan(200)
  })

  test('shows every user the partners and their documents that the model shows', async () => {
    const result = tally()
    const items = [UNKNOWN, records.client[0]?.id ?? '', ...ids(records.partenaire)]
    await compare(world, records, everyone(records, ofPartner, items), result)
    expectAgreement(result)
    expect(result.statuses.get(200)).toBeGreaterThan(300)
  })

  test('shows every user the clients and their sites that the model shows', async () => {
    const result = tally()
    const sample = ids(records.client).filter((_, index) => index < 16 || index % 25 === 0)
    const items = [UNKNOWN, records.partenaire[0]?.id ?? '', ...sample]
    await compare(world, records, everyone(records, ofClient, items), result)
    expectAgreement(result)
    expect(result.statuses.get(200)).toBeGreaterThan(300)
  })

  test('takes an id with a line break for any other malformed id', async () => {
    const result = tally()
    const breaks = ['%0A', `${UNKNOWN}%0A`, 'x%0Dy', 'x%E2%80%A8', '%E2%80%A9x']
    const callers = [...users(records).slice(0, 8), null, UNKNOWN]
    await compare(world, records, product(callers, [...ofPartner, ...ofClient], breaks), result)
    expectAgreement(result)
  })

  test('answers a thousand random requests as the model does', async () => {
    const result = tally()
    const random = randomOf('model')
    const questions = Array.from({ length: 1000 }, () => randomQuestion(random, records))
    await compare(world, records, questions, result)
    expectAgreement(result)
    expect([...result.statuses.keys()].sort()).toEqual([200, 401, 403, 404, 422])
    for (const status of [403, 404, 422]) expect(result.statuses.get(status)).toBeGreaterThan(50)
    expect(result.statuses.get(401)).toBeGreaterThan(3)
    expect(result.statuses.get(200)).toBeGreaterThan(330)
    expect(result.filled).toBeGreaterThan(160)
  })

  test('changes with the day as the model does', async () => {
    const result = tally()
    const instants = [
      '2025-11-15T09:00:00.000Z',
      '2026-11-14T09:00:00.000Z',
      '2026-11-14T23:59:59.999Z',
      '2026-11-15T00:00:00.000Z',
      '2026-11-15T23:59:59.999Z',
      '2026-11-16T00:00:00.000Z',
      '2026-11-16T09:00:00.000Z',
      '2027-12-20T09:00:00.000Z',
    ]
    const [operator = ''] = users(records)
    const partner = records.utilisateur.find(({ email }) => email?.startsWith('fatou.coulibaly@'))?.id ?? ''
    const questions = [
      ...product([operator, partner], ['listerOffres']).map((each) => ({ ...each, query: 'taille=100' })),
      ...product([operator, partner], ofPartner, ids(records.partenaire)),
      ...['expire', 'valide', 'depose'].flatMap((statut) =>
        product([operator], ['listerDocumentsKycPartenaire'], ids(records.partenaire)).map((each) => ({
          ...each,
          query: `statut=${statut}`,
        })),
      ),
    ]
    const bodies = new Set<string>()
    try {
      for (const instant of instants) {
        world.now = new Date(instant)
        await compare(world, records, questions, result)
        const answers = questions.map((each) => expectedAnswer(records, each, instant.slice(0, 10)))
        bodies.add(JSON.stringify(answers))
      }
    } finally {
      world.now = start
    }
    expectAgreement(result)
    // Each of the five days gives other answers than the day before.
    expect(bodies.size).toBe(5)
  })

  test.each([
    ['listerPartenaires', records.partenaire.length],
    ['listerClients', records.client.length],
    ['listerReservations', records.reservation.length],
  ] as const)('gives %s whole to some, in part to some, empty to some', async (operation, all) => {
    const totals = new Set<number>()
    for (const who of users(records)) {
      const { status, body } = await world.get(who, operations[operation].path)
      if (status === 200) totals.add(body.pagination.total)
    }
    expect(totals).toContain(all)
    expect(totals).toContain(0)
    expect([...totals].some((total) => total > 0 && total < all)).toBe(true)
  })
})

describe('a hostile world', () => {
  const given = worldOf({ ...people, ...companies, ...parts, ...dated })
  const records = recordsOf(given)
  let world: World
  beforeAll(async () => {
    world = await openWorld({ template: 'vide' })
    await withWriter(world.connection, async (client) => {
      await importRecords(client, worldSources(given), { now: world.now, progress: () => {} })
    })
  })
  afterAll(() => world.close())

  test('is answered as the model says, for every user, operation and item', async () => {
    const result = tally()
    const whole = ['lireMoi', ...lists] as const
    const questions = [
      ...product(users(records), whole),
      ...product(users(records), whole).map((each) => ({ ...each, query: 'taille=7&page=2' })),
      ...product(users(records), ofPartner, [...ids(records.partenaire), UNKNOWN]),
      ...everyone(records, ofClient, [UNKNOWN, ...ids(records.client)]),
    ]
    await compare(world, records, questions, result)
    expectAgreement(result)
    expect(result.filled).toBeGreaterThan(50)
  })

  test('orders and cuts its pages as the model does, one item at a time', async () => {
    const result = tally()
    const [operator = ''] = users(records)
    const questions = lists.flatMap((operation) =>
      Array.from({ length: records.client.length + 1 }, (_, page) => ({
        who: operator,
        operation,
        query: `taille=1&page=${page + 1}`,
      })),
    )
    await compare(world, records, questions, result)
    expectAgreement(result)
  })

  test('finds under every spelling what the model finds', async () => {
    const result = tally()
    const callers = users(records).filter((_, index) => [0, 6, 7, 14].includes(index))
    const spellings = names.flatMap((name) => [
      name,
      name.toUpperCase(),
      name.toLowerCase(),
      name.normalize('NFD'),
      name.normalize('NFKD').replace(/\p{M}/gu, ''),
    ])
    const words = [
      'c´d',
      'abc ghi',
      'ghi abc def',
      'cdef',
      'i abc',
      'œ é1',
      'OE e2',
      'lan 7',
      'É10 12345',
      '’a',
      '--',
    ]
    const texts = [...new Set([...spellings, ...words])]
    const questions = texts.flatMap((text) =>
      product(callers, ['listerClients', 'listerPartenaires']).map((each) => ({
        ...each,
        query: search(text),
      })),
    )
    await compare(world, records, questions, result)
    expectAgreement(result)
    expect(result.filled).toBeGreaterThan(200)
  })

  test('filters by what the caller sees', async () => {
    const result = tally()
    const questions = [
      ...ids(records.client).flatMap((id) =>
        product(users(records), ['listerReservations']).map((each) => ({
          ...each,
          query: `client_id=${id}`,
        })),
      ),
      ...ids(records.partenaire).flatMap((id) =>
        product(users(records), ['listerReservations', 'listerClients']).map((each) => ({
          ...each,
          query: `partenaire_id=${id}`,
        })),
      ),
    ]
    await compare(world, records, questions, result)
    expectAgreement(result)
  })

  test('answers random requests as the model does', async () => {
    const result = tally()
    const random = randomOf('hostile')
    const questions = Array.from({ length: 500 }, () => randomQuestion(random, records))
    await compare(world, records, questions, result)
    expectAgreement(result)
    expect(result.filled).toBeGreaterThan(60)
  })

  test('changes with the day as the model does', async () => {
    const result = tally()
    const before = world.now
    try {
      for (const day of [
        '2024-03-01',
        '2025-12-31',
        '2026-01-01',
        '2026-11-14',
        '2026-11-16',
        '2028-02-29',
      ]) {
        world.now = new Date(`${day}T12:00:00.000Z`)
        await compare(
          world,
          records,
          [
            ...product(users(records), ['listerOffres']),
            ...product(users(records), ofPartner, ids(records.partenaire)),
          ],
          result,
        )
      }
    } finally {
      world.now = before
    }
    expectAgreement(result)
  })
})
