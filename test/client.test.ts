import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AntenneClient,
  AntenneError,
  type Client,
  items,
  type Page,
  pages,
} from '../client/src/index.ts'
import { actions, reads } from '../src/extension/index.ts'
import { bodyOf } from '../src/http/description/openapi.ts'
import { operations } from '../src/operations/index.ts'
import { failureOf, type ListeningWorld, notedFetch, openListeningWorld } from './setup/client.ts'
import { nothing, operator, partner, withoutRights } from './setup/people.ts'

let world: ListeningWorld
let client: AntenneClient
const ids = { partenaire: '', client: '' }
beforeAll(async () => {
  world = await openListeningWorld()
  client = world.client(operator, { retries: 5 })
  ids.partenaire = (await client.listerPartenaires()).donnees[0]?.id ?? ''
  ids.client = (await client.listerClients()).donnees[0]?.id ?? ''
})
afterAll(() => world.close())

describe('every operation', () => {
  const calls: Record<string, () => Promise<unknown>> = {
    lireSante: () => client.lireSante(),
    lireMoi: () => client.lireMoi(),
    listerPartenaires: () => client.listerPartenaires({ statut: 'actif', taille: 5 }),
    lirePartenaire: () => client.lirePartenaire(ids.partenaire),
    listerDocumentsKycPartenaire: () =>
      client.listerDocumentsKycPartenaire(ids.partenaire, { statut: 'valide' }),
    listerClients: () => client.listerClients({ recherche: 'société d’œuvre & cie', page: 1 }),
    lireClient: () => client.lireClient(ids.client),
    listerSitesClient: () => client.listerSitesClient(ids.client),
    listerReservations: () => client.listerReservations({ statut: 'conflit' }),
    listerOffres: () => client.listerOffres({ actif: true, volume_go: 100, periode: 'mensuelle' }),
  }

  test.each(operations)('$id is a function, and gives what the contract says', async (operation) => {
    const answer = await calls[operation.id]?.()
    expect(Compile(bodyOf(operation)).Errors(answer)).toEqual([])
  })

  test('there is no other function', () => {
    expect(Object.keys(client)).toEqual([...operations, ...reads, ...actions].map(({ id }) => id))
  })

  test('parameters arrive as they were given; those that are undefined are left out', async () => {
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch, baseUrl: `${world.address}/` })
    await noted.listerClients({ recherche: 'a&b=c é', statut: undefined, taille: 3 })
    expect(exchanges[0]?.url).toBe(`${world.address}/api/v1/clients?recherche=a%26b%3Dc%20%C3%A9&taille=3`)
    await failureOf(noted.lireClient('a/../b'))
    expect(exchanges[1]?.url).toBe(`${world.address}/api/v1/clients/a%2F..%2Fb`)
  })

  test('half a character, of a text that was cut, is sent as one that nothing has', async () => {
    const { fetch, exchanges } = notedFetch()
    const cut = 'ab\u{1F6F0}'.slice(0, 3)
    const { donnees } = await world.client(operator, { fetch }).listerClients({ recherche: cut })
    expect([donnees, exchanges[0]?.url.slice(-12)]).toEqual([[], '=ab%EF%BF%BD'])
  })

  test('health is asked for without a token, the rest with it', async () => {
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch })
    await noted.lireSante()
    await noted.lireMoi()
    expect(exchanges.map(({ headers }) => headers.authorization?.slice(0, 9))).toEqual([
      undefined,
      'Bearer ey',
    ])
  })
})

describe('an error of the service', () => {
  test('is typed by its code: switch knows what its details hold', async () => {
    const error: unknown = await failureOf(client.listerClients({ taille: 1000, page: 0 }))
    expect(error).toBeInstanceOf(AntenneError)
    expect(error).toBeInstanceOf(Error)
    if (!(error instanceof AntenneError)) return
    switch (error.code) {
      case 'parametres_invalides':
        expectTypeOf(error.details).toEqualTypeOf<Readonly<Record<string, string>>>()
        expect(error.champs).toEqual(error.details)
        expect(error.champs.taille).toBe('Donnez un nombre entier de 1 à 100.')
        break
      case 'trop_de_requetes':
        expectTypeOf(error.details.reessayer_dans_secondes).toBeNumber()
        break
      case 'acces_refuse':
        expectTypeOf(error.details.permission_requise).toBeString()
        break
      case 'ressource_introuvable':
        expectTypeOf(error.details).toBeNull()
    }
    expect([error.status, Object.keys(error.champs)]).toEqual([422, ['page', 'taille']])
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(error.message).toMatch(/^Certains paramètres/)
  })

  test.each([
    ['authentification_requise', 401, () => world.client(nothing).lireMoi(), null],
    [
      'acces_refuse',
      403,
      () => world.client(withoutRights).listerClients(),
      { permission_requise: 'clients.consulter' },
    ],
    ['ressource_introuvable', 404, () => client.lireClient(nothing), null],
    ['ressource_introuvable', 404, () => client.lireClient('pas un id'), null],
  ] as const)('%s (%i)', async (code, status, call, details) => {
    const error = await failureOf(call())
    expect(error).toMatchObject({ name: 'AntenneError', code, status, details, champs: {} })
  })
})

describe('all pages', () => {
  test('come one after the other, each item once', async () => {
    const { total } = (await client.listerClients({ taille: 1 })).pagination
    const ofPages: Page<Client>[] = []
    for await (const page of pages(client.listerClients, { taille: 90 })) ofPages.push(page)
    const ofItems: string[] = []
    for await (const { id } of items(client.listerClients, { taille: 90 })) ofItems.push(id)
    expect(ofPages.map(({ pagination }) => pagination.page)).toEqual(ofPages.map((_, index) => index + 1))
    expect(ofPages).toHaveLength(Math.ceil(total / 90))
    expect(new Set(ofItems).size).toBe(total)
    expect(ofPages.flatMap(({ donnees }) => donnees.map(({ id }) => id))).toEqual(ofItems)
  })

  test('begin where asked; what is empty has one empty page; who stops asks for no more', async () => {
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch })
    const { pagination } = await noted.listerPartenaires({ taille: 10 })
    const seen: number[] = []
    for await (const page of pages(noted.listerPartenaires, { taille: 10, page: pagination.pages })) {
      seen.push(page.pagination.page)
    }
    expect(seen).toEqual([pagination.pages])
    const none: unknown[] = []
    for await (const item of items(noted.listerClients, { partenaire_id: nothing })) none.push(item)
    expect(none).toEqual([])
    const before = exchanges.length
    for await (const _item of items(noted.listerClients, { taille: 5 })) break
    expect(exchanges.length - before).toBe(1)
  })
})

describe('an answer that has not changed', () => {
  test('is the kept one (304), and a changed one is not', async () => {
    const { fetch, exchanges } = notedFetch()
    const noted = world.client(operator, { fetch })
    const first = await noted.lireClient(ids.client)
    expect(await noted.lireClient(ids.client)).toBe(first)
    await world.sql('update client set adresse_facturation = $2 where id = $1', [ids.client, 'Ailleurs'])
    const changed = await noted.lireClient(ids.client)
    expect(changed.adresse_facturation).toBe('Ailleurs')
    expect(exchanges.map(({ status }) => status)).toEqual([200, 304, 200])
  })

  test('is never another person’s', async () => {
    let who = operator
    const { fetch, exchanges } = notedFetch()
    const shared = world.client(operator, { fetch, token: () => world.token(who) })
    const { pagination: all } = await shared.listerClients()
    who = partner
    const { pagination: some } = await shared.listerClients()
    expect(some.total).toBeLessThan(all.total)
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200])
  })

  test('is kept among so many characters: the one used longest ago goes first', async () => {
    const { fetch, exchanges } = notedFetch()
    // Room for two pages of five clients, not for three.
    const noted = world.client(operator, { fetch, kept: 10_000 })
    for (const page of [1, 2, 1, 3, 1, 2]) await noted.listerClients({ page, taille: 5 })
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 304, 200, 304, 200])
  })
})

describe('the token', () => {
  const expired = 'eyJhbGciOiJFUzI1NiJ9.e30.AA'

  test('is asked for anew at each request', async () => {
    let asked = 0
    const noted = world.client(operator, {
      token: () => {
        asked += 1
        return world.token(operator)
      },
    })
    await noted.lireMoi()
    await noted.lireMoi()
    expect(asked).toBe(2)
  })

  test('is renewed once for all calls that it was refused to, and they are made again', async () => {
    let token = expired
    let renewals = 0
    const renewing = world.client(operator, {
      token: () => token,
      async onUnauthorized() {
        renewals += 1
        // As slow as a provider: all three have been refused by then.
        await new Promise((resolve) => setTimeout(resolve, 500))
        token = await world.token(operator)
        return true
      },
    })
    const answers = await Promise.all([renewing.lireMoi(), renewing.listerClients(), renewing.listerOffres()])
    expect([answers.length, renewals]).toEqual([3, 1])
  })

  test('that no header can carry is one that is refused', async () => {
    const told = await failureOf(world.client(operator, { token: () => 'abc\u2028d' }).lireMoi())
    expect([told.code, told.status]).toEqual(['authentification_requise', 401])
  })

  test('that cannot be renewed is a 401, told once', async () => {
    let told = 0
    const { fetch, exchanges } = notedFetch()
    const refused = world.client(operator, {
      fetch,
      token: () => expired,
      onUnauthorized: () => {
        told += 1
        return undefined
      },
    })
    expect((await failureOf(refused.lireMoi())).code).toBe('authentification_requise')
    expect([told, exchanges.length]).toEqual([1, 1])
  })

  test('that is still refused when renewed is a 401, not a circle', async () => {
    const { fetch, exchanges } = notedFetch()
    const refused = world.client(operator, {
      fetch,
      token: () => expired,
      onUnauthorized: () => true,
      retries: 3,
    })
    expect((await failureOf(refused.lireMoi())).code).toBe('authentification_requise')
    expect(exchanges).toHaveLength(2)
  })
})
