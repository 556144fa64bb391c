import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReservation } from '../src/actions/decide.ts'
import { expireDocuments } from '../src/actions/expire.ts'
import { requestReservation } from '../src/actions/request.ts'
import { withWriter } from '../src/database/writer.ts'
import { operator } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

interface Member {
  readonly par: string
  readonly partenaire_id: string
}

let world: World
let clients: string[]
let members: Member[]
let decider: string
beforeAll(async () => {
  world = await openWorld()
  clients = await prospects(world, 40)
  members = await world.sql<Member>(
    `select distinct on (partenaire.id) utilisateur.id as par, partenaire.id as partenaire_id from partenaire
      join organisation on organisation.id = partenaire.organisation_id and organisation.statut = 'active'
      join utilisateur on utilisateur.organisation_id = organisation.id
      join droit on droit.utilisateur_id = utilisateur.id and droit.permission = 'clients.reserver'
      where partenaire.statut = 'actif' order by partenaire.id limit 4`,
  )
  const [account] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [operator])
  decider = account?.id ?? ''
})
afterAll(() => world.close())

/** Each on a connection of its own, all at once. */
const together = <T>(work: readonly ((client: pg.Client) => Promise<T>)[]) =>
  Promise.allSettled(work.map((one) => withWriter(world.connection, one)))

const statesOn = async (client_id: string) =>
  (
    await world.sql<{ statut: string }>(
      'select statut from reservation where client_id = $1 order by statut',
      [client_id],
    )
  ).map(({ statut }) => statut)

test('of partners who ask at the same moment one is first, the others are in conflict, never two are demandee', async () => {
  for (const client_id of clients.slice(0, 8)) {
    const results = await together(
      members.map((member) => (client) => requestReservation(client, { client_id, ...member }, new Date())),
    )
    const told = results.map((one) => (one.status === 'fulfilled' ? one.value.statut : one.reason))
    expect(told.filter((statut) => statut === 'demandee')).toHaveLength(1)
    expect(told.filter((statut) => statut === 'conflit')).toHaveLength(members.length - 1)
    expect(await statesOn(client_id)).toEqual(members.map(() => 'conflit'))
  }
})

test('the same partner twice at once asks once', async () => {
  for (const client_id of clients.slice(15, 20)) {
    const [member] = members
    if (member === undefined) throw new Error('nobody')
    const ask = (client: pg.Client) => requestReservation(client, { client_id, ...member }, new Date())
    const results = await together([ask, ask, ask])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of results) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ reason: 'deja_demandee' })
    }
  }
})

test('of decisions taken at once one wins, and the others are told so', async () => {
  for (const client_id of clients.slice(20, 26)) {
    const asked: string[] = []
    for (const member of members.slice(0, 3)) {
      const made = await withWriter(world.connection, (client) =>
        requestReservation(client, { client_id, ...member }, new Date()),
      )
      asked.push(made.reservation_id)
    }
    const results = await together(
      asked.map(
        (id) => (client) =>
          decideReservation(client, { id, decision: 'validee', motif: null, par: decider }, new Date()),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of results) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({
          reason: 'deja_decidee',
          message: expect.stringMatching(/déjà refusée/),
        })
      }
    }
    expect(await statesOn(client_id)).toEqual(
      ['refusee', 'refusee', 'validee'].sort((a, b) => order(a) - order(b)),
    )
    const [row] = await world.sql(
      `select client.statut, client.partenaire_actuel_id = reservation.partenaire_id as attribue
        from client join reservation on client_id = client.id and reservation.statut = 'validee' where client.id = $1`,
      [client_id],
    )
    expect(row).toEqual({ statut: 'reserve', attribue: true })
  }
})

/** The order of the enum. */
const order = (statut: string): number =>
  ['demandee', 'conflit', 'validee', 'refusee', 'annulee'].indexOf(statut)

test('of instances that sweep at once one writes, and nobody writes twice', async () => {
  const due = await world.sql<{ id: string }>(
    `select id from document_kyc where date_expiration < current_date and statut <> 'expire'`,
  )
  const sweep = (client: pg.Client) => expireDocuments(client, new Date(), null)
  const results = await together([sweep, sweep, sweep, sweep])
  const written = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : [one.reason]))
  expect(new Set(written.map(({ id }) => id)).size).toBe(written.length)
  expect(written.length).toBeGreaterThanOrEqual(due.length)
  const [left] = await world.sql<{ n: number }>(
    `select count(*)::int as n from journal where geste = 'expiration' and ressource = 'document_kyc'`,
  )
  expect(left?.n).toBe(written.length)
})
