import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { actingOf } from '../harness/database/connection.ts'
import { type Network, openNetwork } from '../harness/database/network.ts'
import { insist } from '../harness/http/insist.ts'
import { actOnce } from './setup/acting.ts'
import { partnerOf } from './setup/partner-of.ts'
import { operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

let network: Network
let world: World
let mine: string
let free: string[]
beforeAll(async () => {
  const { host, port, connectionString } = inject('server')
  const url = connectionString === undefined ? undefined : new URL(connectionString)
  const folder = url === undefined ? host : url.searchParams.get('host')
  const at = Number((url === undefined ? port : (url.searchParams.get('port') ?? url.port)) || 5432)
  network = await openNetwork(folder ? `${folder}/.s.PGSQL.${at}` : at)
  world = await openWorld({
    acting: (connection) => {
      const { user, database, connectionString: address } = actingOf(connection)
      if (address === undefined) return { host: '127.0.0.1', port: network.port, user, database }
      const through = new URL(address)
      through.hostname = '127.0.0.1'
      through.port = String(network.port)
      for (const parameter of ['host', 'port']) through.searchParams.delete(parameter)
      return { connectionString: through.href }
    },
  })
  world.now = new Date()
  free = await prospects(world, 40)
  mine = await partnerOf(world, partner)
})
afterAll(async () => {
  await world.close()
  await network.close()
})

/**
 * What the answers of the database to one action are cut after: in the middle of each of its steps, its commit
 * included.
 */
const cuts = [
  ...[0, 5, 90, 220, 400, 650, 1000, 1600, 2400, 3400],
  // About where the key is stored and the transaction committed.
  ...Array.from({ length: 24 }, (_, n) => 3900 + 25 * n),
  10_000,
]

test('an action whose connection is lost at any moment happens once, and its key tells how it ended', async () => {
  const outcomes = new Set<number>()
  for (const cut of cuts) {
    const client_id = free.shift()
    const body = { client_id, partenaire_id: mine }
    const given = { body, key: `coupure-${cut}` }
    const ask = () => actOnce(world, operator, '/reservations', given)
    await insist(warm(cut))
    network.cutAfter(cut)
    const first = await ask()
    network.mend()
    outcomes.add(first.status)
    expect([201, 503]).toContain(first.status)
    const again = await insist(ask)
    expect([cut, again.status]).toEqual([cut, 201])
    if (first.status === 201) expect(again.text).toBe(first.text)
    const made = await world.sql('select id from reservation where client_id = $1', [client_id])
    expect(made).toEqual([{ id: again.body.id }])
    const journaled = await world.sql(
      `select distinct mouvement from journal where client_id = $1 and geste = 'demande'`,
      [client_id],
    )
    expect(journaled).toHaveLength(1)
  }
  // Some were cut before they had ended, and some after.
  expect([...outcomes].sort()).toEqual([201, 503])
})

/** A connection that is open already: what is cut next is the action's own. */
const warm = (cut: number) => () =>
  actOnce(world, operator, '/clients/controle-doublon', { body: { ncc: `x${cut}` }, key: null })

test('an action on a network that carries nothing any more ends in its time, and health does not wait for it', async () => {
  const body = { client_id: free.shift(), partenaire_id: mine }
  const ask = () => actOnce(world, operator, '/reservations', { body, key: 'reseau-muet' })
  await insist(warm(20_000))
  network.stall()
  onTestFinished(() => network.mend())
  const health = async () => (await world.get(null, '/api/v1/sante')).body
  const stalled = await ask()
  expect(stalled).toMatchObject({ status: 503 })
  // Its connection was given up, and so is each that answers nothing: the others do not wait for their turn for ever.
  const more = await Promise.all(Array.from({ length: 12 }, ask))
  for (const one of more) expect(one).toMatchObject({ status: 503 })
  await expect.poll(health, { timeout: 15_000 }).toMatchObject({ statut: 'degrade' })
  network.mend()
  expect(await insist(ask)).toMatchObject({ status: 201 })
  await expect.poll(health, { timeout: 15_000 }).toMatchObject({ statut: 'ok' })
})
