import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceNames } from '../src/transfer/resources.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'

let data: Data
let world: Record<string, string>

beforeAll(async () => {
  data = await openData('vide')
  const { status, out } = await data.run('generer', '--clients', '200')
  expect([status, out]).toEqual([
    0,
    expect.stringMatching(/^Données générées : [\d\s]+ fiches, dont 200 clients\.\n$/),
  ])
  world = await data.exported()
})

afterAll(() => data.close())

/** The export of another database after a command. */
async function generated(...words: string[]): Promise<Record<string, string>> {
  const other = await openData('vide')
  try {
    expect(await other.run('generer', ...words)).toMatchObject({ status: 0 })
    return await other.exported()
  } finally {
    await other.close()
  }
}

test('a generated world has as many clients as asked, and of everything else in proportion', () => {
  const count = (name: (typeof resourceNames)[number]) => recordsIn(world, name).length
  expect(count('client')).toBe(200)
  expect(count('organisation')).toBeGreaterThan(200)
  expect(count('contact')).toBeGreaterThanOrEqual(200)
  expect(count('site')).toBeGreaterThanOrEqual(200)
  expect(count('reservation')).toBeGreaterThan(10)
  expect(count('partenaire')).toBeGreaterThan(0)
  expect(count('partenaire')).toBeLessThan(200)
  expect(count('contrat_cadre')).toBe(count('partenaire'))
  for (const name of resourceNames) expect([name, count(name) > 0]).toEqual([name, true])
})

test('a generated world has its variety: states, places, names', () => {
  const clients = recordsIn(world, 'client')
  const different = (field: string) => new Set(clients.map((client) => client[field])).size
  expect(different('statut')).toBe(5)
  expect(different('zone_id')).toBeGreaterThan(10)
  expect(different('raison_sociale')).toBeGreaterThan(180)
  expect(clients.some((client) => client.partenaire_actuel_id === null)).toBe(true)
  const main = recordsIn(world, 'contact').filter((contact) => contact.principal)
  expect(new Set(main.map((contact) => contact.client_id)).size).toBe(main.length)
})

test('the same seed gives the same world, and generating it again changes nothing', async () => {
  expect(await generated('--clients', '200', '--graine', 'antenne')).toEqual(world)
  expect(await data.run('generer', '--clients=200')).toMatchObject({ status: 0 })
  expect(await data.exported()).toEqual(world)
})

test('another seed gives another world of the same size', async () => {
  const other = await generated('--clients', '200', '--graine', 'autre')
  expect(recordsIn(other, 'client')).toHaveLength(200)
  const [mine, theirs] = [world, other].map((one) =>
    recordsIn(one, 'client').map(({ raison_sociale }) => raison_sociale),
  )
  expect(theirs?.filter((name) => mine?.includes(name)).length).toBeLessThan(40)
})

test('a world of one client is whole', async () => {
  const smallest = await generated('--clients', '1')
  expect(recordsIn(smallest, 'client')).toHaveLength(1)
})

test('a database takes the data of one seed, and another one is told so in a sentence', async () => {
  const before = await data.exported()
  const { status, out, err } = await data.run('generer', '--clients', '20', '--graine', 'autre')
  expect([status, out, err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))]).toEqual([
    ...[1, ''],
    [expect.stringMatching(/^La base contient d’autres données .*\.$/)],
  ])
  expect(await data.exported()).toEqual(before)
})
