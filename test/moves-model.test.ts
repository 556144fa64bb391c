import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstration } from '../demo/demonstration.ts'
import { type Random, randomOf } from '../harness/fuzz/random.ts'
import { type Decision, decideReservation } from '../src/actions/decide.ts'
import { expireDocuments } from '../src/actions/expire.ts'
import { requestReservation } from '../src/actions/request.ts'
import { RuleBroken } from '../src/actions/rule-broken.ts'
import { withWriter } from '../src/database/writer.ts'
import type { OperationId, Question } from './model/answer.ts'
import { compare, tally } from './model/comparison.ts'
import { Ledger } from './model/moves.ts'
import { recordsOf } from './model/records.ts'
import { MADE_ON } from './setup/postgres.ts'
import { openWorld, type World } from './setup/world.ts'

const STEPS = 50
const NOBODY = '00000000-0000-4000-8000-000000000000'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** How a move ended: done, or refused for a reason. */
const outcome = async <T>(move: Promise<T>): Promise<{ done: T } | { refused: string }> => {
  try {
    return { done: await move }
  } catch (error) {
    if (error instanceof RuleBroken) return { refused: error.reason }
    throw error
  }
}

test('random moves by random users change every answer as the model says, and no other', async () => {
  const ledger = new Ledger(recordsOf(demonstration(MADE_ON)))
  const stage = new Stage(ledger, 'mouvements 1')
  const result = tally()
  const counts = new Map<string, number>()
  await withWriter(world.connection, async (client) => {
    for (let step = 0; step < STEPS; step += 1) {
      world.now = new Date(Date.parse(`${MADE_ON}T10:00:00.000Z`) + 1000 * step)
      const [what, client_id] = await stage.move(client, world, step)
      counts.set(what, (counts.get(what) ?? 0) + 1)
      await compare(world, ledger.records, stage.questions(client_id, step), result)
      expect(result.disagreements.join('\n\n'), `step ${step}: ${what}`).toBe('')
    }
  })
  // Every kind of move was made, and most reasons to refuse one were met.
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining([
      ...['demandee', 'conflit', 'validee', 'refusee', 'annulee', 'expiration'],
      ...['acces_refuse', 'deja_demandee', 'deja_decidee', 'deja_gere', 'motif_requis'],
    ]),
  )
  expect(result.compared).toBeGreaterThan(50 * STEPS)
})

/** A few clients, partners and people, so that they meet. */
class Stage {
  readonly #clients: readonly string[]
  readonly #partners: readonly string[]
  readonly #people: readonly string[]

  readonly ledger: Ledger
  /** Of the moves; what is asked after each draws from another. */
  readonly random: Random
  readonly #asking: Random

  constructor(ledger: Ledger, seed: string) {
    this.ledger = ledger
    this.random = randomOf(seed)
    this.#asking = randomOf(`${seed}, questions`)
    const { client, partenaire, utilisateur } = ledger.records
    const free = client.filter((one) => one.partenaire_actuel_id === null).slice(0, 6)
    const managed = client.filter((one) => one.partenaire_actuel_id !== null).slice(0, 2)
    this.#clients = [...free, ...managed].map(({ id }) => id)
    const chosen = partenaire.slice(0, 4)
    this.#partners = chosen.map(({ id }) => id)
    const theirs = chosen.flatMap(({ organisation_id }) =>
      utilisateur.filter((user) => user.organisation_id === organisation_id).slice(0, 2),
    )
    this.#people = [...utilisateur.slice(0, 8), ...theirs].map(({ id }) => id)
  }

  /** One move, made and told to the model: what came of it, and the client it was about. */
  async move(client: pg.Client, { get, now }: World, step: number): Promise<[string, string]> {
    const { chance, pick } = this.random
    if (chance(0.04) || step % 25 === 24) {
      await expireDocuments(client, now, null)
      return ['expiration', pick(this.#clients)]
    }
    const client_id = chance(0.02) ? NOBODY : pick(this.#clients)
    return chance(0.5) ? this.#request(client, get, client_id, now) : this.#decide(client, client_id, now)
  }

  async #request(
    client: pg.Client,
    get: World['get'],
    client_id: string,
    now: Date,
  ): Promise<[string, string]> {
    const { chance, pick } = this.random
    const partenaire_id = chance(0.03) ? NOBODY : pick(this.#partners)
    const given = { client_id, partenaire_id, par: this.#someoneOf(partenaire_id) }
    const refused = this.ledger.mayRequest(given)
    const { others, conflict } = this.ledger.rivals(given)
    const came = await outcome(requestReservation(client, given, now))
    if (refused !== null || 'refused' in came) {
      expect(came).toEqual({ refused })
      return [refused ?? 'unexpected', client_id]
    }
    const { reservation_id, statut, doublon } = came.done
    expect([statut, doublon === 'conflit']).toEqual([conflict ? 'conflit' : 'demandee', conflict])
    const [operator = ''] = this.#people
    const { body } = await get(operator, `/api/v1/reservations?client_id=${client_id}&taille=100`)
    const stored = body.donnees.find(({ id }: { id: string }) => id === reservation_id)
    const check = stored.doublons_detectes
    expect(check).toMatchObject({ resultat: doublon, controle_le: now.toISOString() })
    expect(
      check.reservations_concurrentes.map((one: { reservation_id: string }) => one.reservation_id).sort(),
    ).toEqual(others.map(({ id }) => id).sort())
    this.ledger.request(given, reservation_id, check, now.toISOString())
    return [statut, client_id]
  }

  async #decide(client: pg.Client, client_id: string, now: Date): Promise<[string, string]> {
    const { chance, pick } = this.random
    const rows = this.ledger.records.reservation.filter((one) => one.client_id === client_id)
    const waiting = this.ledger.pending(client_id)
    const row = chance(0.8) && waiting.length > 0 ? pick(waiting) : rows.length > 0 ? pick(rows) : undefined
    const id = row?.id ?? NOBODY
    const decision = pick<Decision>(['validee', 'refusee', 'refusee', 'annulee', 'annulee'])
    const motif = chance(decision === 'validee' ? 0.3 : 0.9) ? 'Dossier incomplet.' : null
    const par = chance(0.5) ? (this.#people[0] ?? NOBODY) : this.#someoneOf(row?.partenaire_id ?? NOBODY)
    const refused = this.ledger.mayDecide(id, decision, motif, par)
    const came = await outcome(decideReservation(client, { id, decision, motif, par }, now))
    if (refused !== null || 'refused' in came) {
      expect(came).toEqual({ refused })
      return [refused ?? 'unexpected', client_id]
    }
    this.ledger.decide(id, decision, motif, par, now.toISOString())
    return [decision, client_id]
  }

  /** Mostly somebody of that partner, sometimes anybody. */
  #someoneOf(partenaire_id: string): string {
    const { chance, pick } = this.random
    const { partenaire, utilisateur } = this.ledger.records
    const organisation = partenaire.find(({ id }) => id === partenaire_id)?.organisation_id
    const members = utilisateur.filter(({ organisation_id }) => organisation_id === organisation)
    return chance(0.85) && members.length > 0 ? pick(members).id : pick([...this.#people, NOBODY])
  }

  /**
   * Everything that a move on that client may change, asked by those it may concern: half of them now, half after the
   * next.
   */
  questions(client_id: string, step: number): Question[] {
    const whole: readonly OperationId[] = ['lireMoi', 'listerPartenaires', 'listerOffres']
    const lists = ['', 'statut=prospect', 'statut=reserve', 'statut=reservation_demandee']
    const asking = this.#people.filter((_, n) => (n + step) % 2 === 0)
    return asking.flatMap((who): Question[] => [
      { who, operation: 'lireClient', id: client_id },
      { who, operation: 'listerSitesClient', id: client_id },
      { who, operation: 'listerReservations', query: `client_id=${client_id}` },
      { who, operation: 'listerReservations', query: 'taille=20' },
      { who, operation: this.#asking.pick(whole) },
      { who, operation: 'listerClients', query: `taille=10&${this.#asking.pick(lists)}` },
      ...this.#partners.slice(0, 1).flatMap((id): Question[] => [
        { who, operation: 'lirePartenaire', id },
        { who, operation: 'listerDocumentsKycPartenaire', id },
      ]),
    ])
  }
}
