import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../harness/database/connection.ts'
import { perform } from '../src/actions/action.ts'
import { requestReservation } from '../src/actions/request.ts'
import { withWriter } from '../src/database/writer.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { program } from './setup/program.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

interface Person {
  readonly par: string
  readonly partenaire_id: string
}

let world: World
let first: Person
let second: Person
let decider: string
let free: string[]
beforeAll(async () => {
  world = await openWorld()
  const person = async (email: string): Promise<Person> => {
    const [row] = await world.sql<Person>(
      `select utilisateur.id as par, partenaire.id as partenaire_id
       from utilisateur left join partenaire using (organisation_id) where utilisateur.email = $1`,
      [email],
    )
    if (row === undefined) throw new Error(email)
    return row
  }
  first = await person(partner)
  second = await person(competitor)
  decider = (await person(operator)).par
  free = await prospects(world, 40)
})
afterAll(() => world.close())

const next = (): string => {
  const id = free.shift()
  if (id === undefined) throw new Error('no client left')
  return id
}

const request = (client_id: string, person: Person) =>
  withWriter(world.connection, (client) => requestReservation(client, { client_id, ...person }, new Date()))

describe('the database itself refuses a move that leaves', () => {
  const decided = `traitee_par = $2, traitee_le = now(), modifie_le = now()`
  test.each<[string, string]>([
    [
      'a decision by nobody',
      `update reservation set statut = 'annulee', motif_decision = 'x' where id = $1 and $2 <> ''`,
    ],
    ['a refusal without a motif', `update reservation set statut = 'refusee', ${decided} where id = $1`],
    [
      'a validation that gives the client to nobody',
      `update reservation set statut = 'validee', ${decided} where id = $1`,
    ],
  ])('%s', async (_what, statement) => {
    const { reservation_id } = await request(next(), first)
    await refusedBy((client) => client.query(statement, [reservation_id, decider]))
  })

  test('two requests that compete without being in conflict', async () => {
    const client_id = next()
    await request(client_id, first)
    await refusedBy((client) =>
      client.query(
        `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
        values ($1, $2, $3, $4, 'demandee', now(), now())`,
        [randomUUID(), client_id, second.partenaire_id, second.par],
      ),
    )
  })

  test('a decision taken back', async () => {
    const { reservation_id } = await request(next(), first)
    const annul = `update reservation set statut = 'annulee', motif_decision = 'x', ${decided} where id = $1`
    await asMove((client) => client.query(annul, [reservation_id, decider]))
    await refusedBy((client) =>
      client.query(`update reservation set statut = 'demandee' where id = $1`, [reservation_id]),
    )
  })

  const asMove = (work: (client: pg.Client) => Promise<unknown>) =>
    withWriter(world.connection, (client) =>
      perform(client, { geste: 'essai', par: null, now: new Date() }, () => work(client)),
    )
  const refusedBy = (work: (client: pg.Client) => Promise<unknown>) =>
    expect(asMove(work)).rejects.toMatchObject({ code: '23514' })
})

test('a move that is killed at any moment was made wholly or not at all', async () => {
  const environment = { DATABASE_URL: addressOf(world.connection) }
  const outcomes = new Set<boolean>()
  const ROUNDS = 12
  for (let round = 1; round <= ROUNDS; round += 1) {
    const client_id = next()
    // Held up at the client, then let go: the end comes while it works.
    await withWriter(world.connection, async (holder) => {
      await holder.query('begin')
      await holder.query('select from client where id = $1 for update', [client_id])
      const child = program.start(
        ['reserver', '--client', client_id, '--partenaire', first.partenaire_id, '--par', partner],
        environment,
      )
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await untilWaiting()
      await holder.query('commit')
      // The first is killed at once, the last never.
      if (round < ROUNDS) {
        await sleep((round - 1) ** 2)
        child.kill('SIGKILL')
      }
      await ended
    })
    await settled()
    const [row] = await world.sql<{ reservations: number; notes: number; statut: string; controles: number }>(
      `select client.statut, (select count(*)::int from reservation where client_id = client.id) as reservations,
        (select count(doublon_resultat)::int from reservation where client_id = client.id) as controles,
        (select count(distinct mouvement)::int from journal where client_id = client.id) as notes
      from client where id = $1`,
      [client_id],
    )
    const made = row?.reservations === 1
    expect(row).toEqual(
      made
        ? { statut: 'reservation_demandee', reservations: 1, controles: 1, notes: 1 }
        : { statut: 'prospect', reservations: 0, controles: 0, notes: 0 },
    )
    outcomes.add(made)
  }
  expect(outcomes.size).toBe(2)
})

const moving = `datname = current_database() and application_name = 'antenne (writer)' and pid <> pg_backend_pid()`

/** Until a move waits for a lock. */
const untilWaiting = () =>
  poll(`select from pg_stat_activity where ${moving} and wait_event_type = 'Lock'`, 1)

/** Until the server has noticed the end of whoever made a move. */
const settled = () => poll(`select from pg_stat_activity where ${moving}`, 0)

const poll = (statement: string, count: number) =>
  expect.poll(async () => (await world.sql(statement)).length, { interval: 10 }).toBe(count)
