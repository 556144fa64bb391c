import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { actingOf } from '../harness/database/connection.ts'
import { type Network, openNetwork } from '../harness/database/network.ts'
import { insist } from '../harness/http/insist.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { Cancellation } from '../src/database/cancellation.ts'
import type { DatabaseAddress, Wait } from '../src/database/database.ts'
import { demanderReservation } from '../src/extension/demander-reservation.ts'
import { type ActionContext, actionHandler } from '../src/http/serving/action-route.ts'
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
  world = await openWorld({ acting: throughNetwork, environment: unlimitedActions })
  world.now = new Date()
  free = await prospects(world, 50)
  mine = await partnerOf(world, partner)
})
afterAll(async () => {
  await world.close()
  await network.close()
})

/** The actions' way to the database. */
function throughNetwork(connection: DatabaseAddress): DatabaseAddress {
  const { user, database, connectionString: address } = actingOf(connection)
  if (address === undefined) return { host: '127.0.0.1', port: network.port, user, database }
  const through = new URL(address)
  through.hostname = '127.0.0.1'
  through.port = String(network.port)
  for (const parameter of ['host', 'port']) through.searchParams.delete(parameter)
  return { connectionString: through.href }
}

/**
 * Asks for a reservation while the answers of the database are cut after so many bytes, then again under the same key.
 * Returns whether it was acknowledged, and whether it had been done although it was not.
 */
async function cutAt(cut: number, n: number): Promise<{ acknowledged: boolean; doneUnheard: boolean }> {
  const client_id = free.shift()
  const given = { body: { client_id, partenaire_id: mine }, key: `coupure-${n}` }
  const ask = () => actOnce(world, operator, '/reservations', given)
  await insist(warm(n))
  network.cutAfter(cut)
  const first = await ask()
  network.mend()
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
  const acknowledged = first.status === 201
  return { acknowledged, doneUnheard: !acknowledged && again.headers['idempotency-replayed'] === 'true' }
}

test('an action whose connection is lost at any moment happens once, and its key tells how it ended', async () => {
  let n = 0
  // How many bytes the database answers to a whole action: found by halves.
  let [short, whole] = [0, 16_384]
  while (whole - short > 8) {
    const middle = (short + whole) >> 1
    n += 1
    if ((await cutAt(middle, n)).acknowledged) whole = middle
    else short = middle
  }
  // In the middle of each of its steps, and more closely where it is committed.
  const steps = Array.from({ length: 8 }, (_, part) => Math.round((whole * part) / 8))
  const end = Array.from({ length: 20 }, (_, part) => whole - 6 * part)
  const outcomes = []
  for (const cut of [...steps, ...end]) {
    n += 1
    outcomes.push(await cutAt(cut, n))
  }
  // Some were cut before the commit, and some after it, before anybody heard of it.
  expect(outcomes.some(({ acknowledged, doneUnheard }) => !acknowledged && !doneUnheard)).toBe(true)
  expect(outcomes.some(({ doneUnheard }) => doneUnheard)).toBe(true)
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
  await expect.poll(health).toMatchObject({ statut: 'degrade' })
  network.mend()
  expect(await insist(ask)).toMatchObject({ status: 201 })
  await expect.poll(health).toMatchObject({ statut: 'ok' })
})

/** How many requests of a stranger are looked at: fewer than may wait. */
const MOST_OF_STRANGER = 24

test('strangers with invented links, while the database of actions is silent, disturb nobody and are counted', async () => {
  const environment = { RATE_LIMIT_ADDRESS: String(MOST_OF_STRANGER), TRUST_PROXY: '127.0.0.0/8' }
  const limited = await openWorld({ acting: throughNetwork, environment })
  onTestFinished(() => limited.close())
  const url = await limited.server.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(url + path, { headers })
    await response.arrayBuffer()
    return response.status
  }
  const token = { authorization: `Bearer ${await limited.token(operator)}` }
  await expect.poll(() => ask('/api/v1/moi', token)).toBe(200)
  network.stall()
  onTestFinished(() => network.mend())
  const invented = (n: number) =>
    `/extension/v1/fichiers/${randomUUID()}?utilisateur=${randomUUID()}&expire=9999999999&cle=${1000 + n}&signature=${'x'.repeat(43)}`
  const asked = Array.from({ length: 2 * MOST_OF_STRANGER }, (_, n) =>
    ask(invented(n), { 'x-forwarded-for': '203.0.113.7' }),
  )
  let waiting = true
  const strangers = Promise.all(asked).finally(() => {
    waiting = false
  })
  const users: number[] = []
  while (waiting) users.push(await ask('/api/v1/moi', token))
  expect(new Set(users)).toEqual(new Set([200]))
  // Counted before they wait; those beyond the limit do not.
  const told = (await strangers).sort()
  expect(told).toEqual([...Array(MOST_OF_STRANGER).fill(429), ...Array(MOST_OF_STRANGER).fill(503)])
})

test('an action ends with its request: its own deadline begins anew only after a body that came slowly', async () => {
  const begun = { until: 1234, cancellation: new Cancellation() }
  const untilOf = async (outside: boolean) => {
    let until = 0
    const run = (_work: unknown, wait: Wait) => {
      until = wait.until
      return Promise.reject(new Error('enough is known'))
    }
    const context = {
      engine: { writers: { run } },
      admission: { enter: (_raw: unknown, _reply: unknown, { go }: { go(): void }) => go() },
      now: () => new Date(),
    } as unknown as ActionContext
    const request = {
      ...{
        headers: { 'idempotency-key': 'x' },
        raw: { rawHeaders: ['Idempotency-Key', 'x'] },
        body: Buffer.from('{}'),
      },
      acting: { caller: {}, id: '', partId: '', wait: begun, outside },
    } as unknown as FastifyRequest
    await expect(actionHandler(demanderReservation, context)(request, {} as FastifyReply)).rejects.toThrow(
      'enough is known',
    )
    return until
  }
  expect(await untilOf(false)).toBe(begun.until)
  expect(await untilOf(true)).toBeGreaterThan(begun.until)
})
