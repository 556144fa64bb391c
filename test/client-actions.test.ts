import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type AntenneClient, newKey, type Reservation } from '../client/src/index.ts'
import { openNetwork, type State } from '../harness/database/network.ts'
import { failureOf, type ListeningWorld, notedFetch, openListeningWorld } from './setup/client.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { prospects } from './setup/prospects.ts'

let world: ListeningWorld
let client: AntenneClient
let free: string[]
const partners: Record<string, string> = {}
beforeAll(async () => {
  world = await openListeningWorld()
  world.now = new Date()
  client = world.client(operator)
  free = await prospects(world, 20)
  for (const email of [partner, competitor]) partners[email] = await partnerOf(world, email)
})
afterAll(() => world.close())

/** A pending request of the partner's. */
const pending = (client_id = free.shift(), who = partner): Promise<Reservation> =>
  client.demanderReservation({ client_id, partenaire_id: partners[who] })

/** How often a client was attributed. */
const validations = async (client_id: string): Promise<number> => {
  const [row] = await world.sql<{ count: number }>(
    `select count(distinct mouvement)::int from journal where client_id = $1 and geste = 'validation'`,
    [client_id],
  )
  return row?.count ?? 0
}

describe('an action', () => {
  test('carries a key of its own and the version, and gives what is now', async () => {
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch })
    const asked = await noted.demanderReservation({
      client_id: free.shift(),
      partenaire_id: partners[partner],
    })
    expect(asked.statut).toBe('demandee')
    const { id, modifie_le: version } = asked
    const decided = await noted.deciderReservation(id, { decision: 'validee' }, { version })
    expect(decided).toMatchObject({ id, statut: 'validee', motif_decision: null })
    const [first, second] = exchanges.map(({ headers }) => headers)
    expect([first?.['if-match'], second?.['if-match']]).toEqual([undefined, `"${version}"`])
    expect(first?.['idempotency-key']).toMatch(/^[\x21-\x7e]{20,}$/)
    expect(second?.['idempotency-key']).not.toBe(first?.['idempotency-key'])
  })

  test('is cancelled by the partner that asked, with its motif', async () => {
    const { id, modifie_le: version } = await pending()
    const cancelled = await world
      .client(partner)
      .annulerReservation(id, { motif: 'Demande faite par erreur.' }, { version })
    expect(cancelled).toMatchObject({ statut: 'annulee', motif_decision: 'Demande faite par erreur.' })
  })

  test('on a client, its contacts and sites: two ids in the path, a change, a removal without an answer', async () => {
    const { id } = await client.creerClient({ raison_sociale: 'Zwq Vkjx Plbrt', confirmer_doublon: true })
    const contact = await client.ajouterContact(id, { prenom: 'Aya', nom: 'Brou' })
    const site = await client.ajouterSite(id, { libelle: 'Dépôt', contact_id: null })
    const changed = await client.modifierContact(
      id,
      contact.id,
      { fonction: 'Gérante' },
      { version: contact.modifie_le },
    )
    expect([changed.fonction, site.libelle]).toEqual(['Gérante', 'Dépôt'])
    const gone = await client.retirerContact(id, contact.id, { version: changed.modifie_le })
    expect(gone).toBeUndefined()
    expect((await client.lireClient(id)).contacts).toEqual([])
    const { resultat } = await client.controlerDoublon({ raison_sociale: 'Zwq Vkjx Plbrt' })
    expect(resultat).toBe('doublon_potentiel')
  })

  test('lists that were read before are asked for anew after it', async () => {
    const { id, client_id, modifie_le: version } = await pending()
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch })
    const stateOf = async () => (await noted.listerReservations({ client_id })).donnees[0]?.statut
    expect([await stateOf(), await stateOf()]).toEqual(['demandee', 'demandee'])
    await noted.deciderReservation(id, { decision: 'refusee', motif: 'Hors zone.' }, { version })
    expect(await stateOf()).toBe('refusee')
    expect(exchanges.map(({ status }) => status)).toEqual([200, 304, 200, 200])
    expect(exchanges[3]?.headers['if-none-match']).toBeUndefined()
  })
})

describe('a weak network', () => {
  test.each<[string, State[]]>([
    ['loses the request', ['resetting', 'resetting']],
    ['loses the answer', [{ cutAfter: 400 }]],
  ])('that %s: sent again with the same key, done once', async (_, forecast) => {
    const { id, client_id, modifie_le: version } = await pending()
    const network = await openNetwork(world.port)
    network.forecast = [...forecast]
    const keys: (string | undefined)[] = []
    const overWeak = world.client(operator, {
      baseUrl: `http://127.0.0.1:${network.port}`,
      retries: 3,
      timeout: 60_000,
      fetch: (url, init) => {
        keys.push(init.headers['idempotency-key'])
        return fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } })
      },
    })
    const told: string[] = []
    const decided = await overWeak.deciderReservation(
      id,
      { decision: 'validee' },
      { version, onRetry: ({ code }) => told.push(code) },
    )
    expect(decided.statut).toBe('validee')
    expect(new Set(keys).size).toBe(1)
    expect([keys.length, told.length]).toEqual([forecast.length + 1, forecast.length])
    expect(await validations(client_id)).toBe(1)
    await network.close()
  })

  test.each([502, 503, 504])('a %i of a proxy: sent again with the same key', async (status) => {
    const { id, modifie_le: version } = await pending()
    const keys: (string | undefined)[] = []
    const proxied = world.client(operator, {
      retries: 1,
      fetch: async (url, init) => {
        keys.push(init.headers['idempotency-key'])
        if (keys.length > 1) return fetch(url, init)
        // It was done; the proxy lost the answer.
        await (await fetch(url, init)).text()
        return new Response('<h1>Bad gateway</h1>', { status, headers: { 'retry-after': '0' } })
      },
    })
    const decided = await proxied.deciderReservation(id, { decision: 'validee' }, { version })
    expect(decided.statut).toBe('validee')
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  test('an intention that was interrupted goes on with its key', async () => {
    const { id, modifie_le: version } = await pending()
    const key = newKey()
    const cut = world.client(operator, {
      fetch: async (url, init) => {
        await (await fetch(url, init)).text()
        throw new TypeError('network')
      },
    })
    const decision = { decision: 'validee' } as const
    const error = await failureOf(cut.deciderReservation(id, decision, { version, key }))
    expect(error.code).toBe('reseau')
    expect((await client.deciderReservation(id, decision, { version, key })).statut).toBe('validee')
  })
})

describe('a refusal', () => {
  test('decided meanwhile: 409 says what, by whom and when', async () => {
    const { id, modifie_le: version } = await pending()
    const decided = await client.deciderReservation(id, { decision: 'validee' }, { version })
    const error = await failureOf(client.deciderReservation(id, { decision: 'validee' }, { version }))
    expect([error.code, error.status]).toEqual(['etat_incompatible', 409])
    if (error.code !== 'etat_incompatible') return
    expectTypeOf(error.details?.traitee_le).toEqualTypeOf<string | null | undefined>()
    const { statut, traitee_par, traitee_le } = decided
    expect(error.details).toEqual({ statut, traitee_par, traitee_le })
    expect(error.message).toMatch(/^Cette réservation est déjà validée/)
  })

  test('changed meanwhile: 412 says the version of now', async () => {
    const { id, client_id, modifie_le: version } = await pending()
    world.now = new Date(world.now.getTime() + 1000)
    await pending(client_id, competitor)
    const error = await failureOf(client.deciderReservation(id, { decision: 'validee' }, { version }))
    expect([error.code, error.status]).toEqual(['version_perimee', 412])
    if (error.code !== 'version_perimee') return
    const now = (await client.listerReservations({ client_id })).donnees.find((one) => one.id === id)
    expect(error.details.modifie_le).toBe(now?.modifie_le)
  })

  test('a key or a version that no header can carry: told as any other that is not one', async () => {
    const { id, modifie_le: version } = await pending()
    const told = async (options: { key?: string; version: string }) =>
      (await failureOf(client.deciderReservation(id, { decision: 'validee' }, options))).code
    for (const key of ['ключ', 'a\x7f', 'a\nb']) expect(await told({ key, version })).toBe('cle_requise')
    expect(await told({ version: '’' })).toBe('version_requise')
  })

  test('an invalid body, or no right: the fields, or the permission', async () => {
    const { id, modifie_le: version } = await pending()
    const invalid = await failureOf(client.deciderReservation(id, { decision: 'refusee' }, { version }))
    expect([invalid.code, Object.keys(invalid.champs)]).toEqual(['parametres_invalides', ['motif']])
    const refused = await failureOf(
      world.client(partner).deciderReservation(id, { decision: 'validee' }, { version }),
    )
    expect([refused.code, refused.details]).toEqual([
      'acces_refuse',
      { permission_requise: 'clients.reservation_valider' },
    ])
  })
})
