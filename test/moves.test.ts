import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../harness/database/connection.ts'
import { run } from './setup/command-line.ts'
import { partnerOf } from './setup/partner-of.ts'
import {
  clientUser,
  competitor,
  operator,
  partner,
  suspendedOrganisation,
  withoutRights,
} from './setup/people.ts'
import { prospects } from './setup/prospects.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let environment: Record<string, string>
let mine: string
let theirs: string
let free: string[]
beforeAll(async () => {
  world = await openWorld()
  world.now = new Date()
  environment = { DATABASE_URL: addressOf(world.connection) }
  mine = await partnerOf(world, partner)
  theirs = await partnerOf(world, competitor)
  free = await prospects(world, 40)
})
afterAll(() => world.close())

const next = (): string => {
  const id = free.shift()
  if (id === undefined) throw new Error('no client left')
  return id
}

const reserve = (client: string, partenaire = mine, par = partner, ...rest: string[]) =>
  run(['reserver', '--client', client, '--partenaire', partenaire, '--par', par, ...rest], environment)

const reserved = async (client: string, partenaire = mine, par = partner) => {
  const { status, out, err } = await reserve(client, partenaire, par, '--json')
  expect([status, err]).toEqual([0, ''])
  return JSON.parse(out) as { reservation_id: string; statut: string; doublon: string; mouvement: string }
}

const decide = (id: string, ...words: string[]) => run(['decider', id, ...words], environment)

const clientOf = async (id: string, who = operator) => (await world.get(who, `/api/v1/clients/${id}`)).body
const reservationsOn = async (id: string, who = operator) =>
  (await world.get(who, `/api/v1/reservations?client_id=${id}`)).body.donnees

/** Everything that a refused move must leave alone. */
const digest = async () =>
  (
    await world.sql<{ d: string }>(
      `select md5(string_agg(t, '|' order by t)) as d from (select client::text as t from client
        union all select reservation::text from reservation union all select journal::text from journal) as x`,
    )
  )[0]?.d

describe('reserver', () => {
  test('stores the request with its check, and the client and its visibility follow', async () => {
    const id = next()
    expect((await world.get(partner, `/api/v1/clients/${id}`)).status).toBe(404)
    const { status, out } = await reserve(id)
    expect(status).toBe(0)
    expect(out).toMatch(
      /^Réservation [0-9a-f-]{36} : demandée, à valider par l’opérateur\.\nContrôle de doublon : .+\.\n/,
    )
    expect(await clientOf(id, partner)).toMatchObject({
      statut: 'reservation_demandee',
      partenaire_actuel: null,
    })
    expect(await reservationsOn(id, partner)).toMatchObject([
      { statut: 'demandee', partenaire_id: mine, motif_decision: null, traitee_par: null },
    ])
  })

  test('a second partner is in conflict, and so is the first from then on', async () => {
    const id = next()
    expect(await reserved(id)).toMatchObject({ statut: 'demandee' })
    const second = await reserved(id, theirs, competitor)
    expect(second).toMatchObject({ statut: 'conflit', doublon: 'conflit' })
    expect((await reservationsOn(id)).map(({ statut }: { statut: string }) => statut)).toEqual([
      'conflit',
      'conflit',
    ])
    // D18: each sees its own, without the other's.
    const [own] = await reservationsOn(id, competitor)
    expect(own).toMatchObject({
      id: second.reservation_id,
      doublons_detectes: { reservations_concurrentes: [] },
    })
  })

  test('a client that another partner manages is a conflict', async () => {
    const [row] = await world.sql<{ id: string }>(
      `select id from client where partenaire_actuel_id = $1 and not exists (select from reservation
        where client_id = client.id and partenaire_id = $2 and en_attente) limit 1`,
      [theirs, mine],
    )
    expect(await reserved(row?.id ?? '')).toMatchObject({ statut: 'conflit', doublon: 'conflit' })
    expect((await clientOf(row?.id ?? '')).partenaire_actuel.id).toBe(theirs)
  })

  test.each<[string, () => string[] | Promise<string[]>, RegExp, number?]>([
    [
      'an unknown client',
      () => ['00000000-0000-4000-8000-000000000000', mine, partner],
      /^Aucun client « 0.+ Vérifiez l'id donné\.$/m,
    ],
    [
      'an unknown partner',
      () => [next(), '00000000-0000-4000-8000-000000000000', partner],
      /^Aucun partenaire « 0.+ Vérifiez l'id donné\.$/m,
    ],
    ['an unknown user', () => [next(), mine, 'personne@exemple.ci'], /^Aucun compte « personne@exemple.ci »/],
    [
      'a user of another partner',
      () => [next(), mine, competitor],
      /ne peut pas demander pour ce partenaire : il faut en être avec le droit clients\.reserver/,
    ],
    [
      'a user of the operator without the right',
      () => [next(), mine, withoutRights],
      /ne peut pas demander pour ce partenaire/,
    ],
    [
      'a user of a client',
      () => [next(), mine, clientUser],
      /ne peut pas demander pour ce partenaire : il faut en être avec le droit clients\.reserver/,
    ],
    [
      'a suspended organisation',
      () => [next(), mine, suspendedOrganisation],
      /L'organisation de .+ n'est pas active/,
    ],
    [
      'an id that is none',
      () => ['x', mine, partner],
      /^--client : « x » n'est pas un id\. Donnez un UUID\.$/m,
      2,
    ],
    [
      'a client that it manages already',
      async () => [
        (
          await world.sql<{ id: string }>('select id from client where partenaire_actuel_id = $1 limit 1', [
            mine,
          ])
        )[0]?.id ?? '',
        mine,
        partner,
      ],
      /déjà géré par ce partenaire/,
    ],
    [
      'a client that it has asked for already',
      async () => {
        const id = next()
        await reserved(id)
        return [id, mine, partner]
      },
      /a déjà une réservation en attente sur ce client \([0-9a-f-]{36}\)/,
    ],
  ])('%s is refused, and nothing changes', async (_what, words, message, status = 1) => {
    const [client = '', partenaire = '', par = ''] = await words()
    const before = await digest()
    const outcome = await reserve(client, partenaire, par)
    expect([outcome.status, outcome.out]).toEqual([status, ''])
    expect(outcome.err).toMatch(message)
    expect(await digest()).toBe(before)
  })
})

describe('decider', () => {
  test('--valider gives the client to the partner and closes the other requests, without saying for whom', async () => {
    const id = next()
    const first = await reserved(id)
    const second = await reserved(id, theirs, competitor)
    const { status, out } = await decide(first.reservation_id, '--valider', '--par', operator)
    expect(status).toBe(0)
    expect(out).toBe(
      `Réservation ${first.reservation_id} : validée.\nClient ${id} : réservé.\n1 autre demande refusée : ${second.reservation_id}.\n`,
    )
    expect(await clientOf(id, partner)).toMatchObject({ statut: 'reserve', partenaire_actuel: { id: mine } })
    expect((await world.get(competitor, `/api/v1/clients/${id}`)).status).toBe(404)
    const [lost] = await reservationsOn(id, competitor)
    expect(lost).toMatchObject({
      statut: 'refusee',
      motif_decision: 'Le client a été attribué à un autre partenaire.',
    })
    const [decider] = await world.sql<{ id: string }>('select id from utilisateur where email = $1', [
      operator,
    ])
    const [won] = await reservationsOn(id, partner)
    expect(won).toMatchObject({ statut: 'validee', motif_decision: null, traitee_par: decider?.id })
    expect(won.traitee_le).toBe(won.modifie_le)
  })

  test('--refuser of the last pending one makes the client a prospect again, of one among others it does not', async () => {
    const id = next()
    const first = await reserved(id)
    const second = await reserved(id, theirs, competitor)
    expect(
      await decide(first.reservation_id, '--refuser', '--motif', ' Hors zone. ', '--par', operator),
    ).toMatchObject({ status: 0 })
    expect(await clientOf(id)).toMatchObject({ statut: 'reservation_demandee' })
    expect(
      await decide(second.reservation_id, '--annuler', '--motif', 'Erreur.', '--par', competitor, '--json'),
    ).toMatchObject({ status: 0 })
    expect(await clientOf(id)).toMatchObject({ statut: 'prospect', partenaire_actuel: null })
    expect(
      (await reservationsOn(id))
        .map((one: { statut: string; motif_decision: string }) => [one.statut, one.motif_decision])
        .sort(),
    ).toEqual([
      ['annulee', 'Erreur.'],
      ['refusee', 'Hors zone.'],
    ])
  })

  test.each<[string, (id: string) => string[], RegExp, number?]>([
    ['without a motif', (id) => [id, '--refuser', '--par', operator], /donnez --motif/],
    ['with an empty motif', (id) => [id, '--annuler', '--motif', '  ', '--par', operator], /donnez --motif/],
    [
      'by somebody without the right',
      (id) => [id, '--valider', '--par', withoutRights],
      /il faut le droit clients\.reservation_valider chez l'opérateur\./,
    ],
    [
      'by the partner itself',
      (id) => [id, '--valider', '--par', partner],
      /il faut le droit clients\.reservation_valider chez l'opérateur\./,
    ],
    [
      'with a motif that is too long',
      (id) => [id, '--annuler', '--motif', 'x'.repeat(1001), '--par', operator],
      /^--motif : .*1000/,
      2,
    ],
    [
      'with a motif that moves the cursor',
      (id) => [id, '--refuser', '--motif', 'x\u001b[2J', '--par', operator],
      /^--motif : Caractère de contrôle/,
      2,
    ],
    [
      'of somebody else’s by a partner',
      (id) => [id, '--annuler', '--motif', 'x', '--par', competitor],
      /ou clients\.reserver chez le partenaire qui a demandé/,
    ],
    [
      'of nothing',
      () => ['00000000-0000-4000-8000-000000000000', '--valider', '--par', operator],
      /Aucune réservation/,
    ],
    [
      'twice over',
      (id) => [id, '--valider', '--refuser', '--motif', 'x', '--par', operator],
      /une décision, et une seule/,
      2,
    ],
    ['of no kind', (id) => [id, '--par', operator], /une décision, et une seule/, 2],
    ['by nobody', (id) => [id, '--valider'], /Il manque --par/, 2],
  ])('a decision %s is refused, and nothing changes', async (_what, words, message, status = 1) => {
    const { reservation_id } = await reserved(next())
    const before = await digest()
    const outcome = await run(['decider', ...words(reservation_id)], environment)
    expect([outcome.status, outcome.out]).toEqual([status, ''])
    expect(outcome.err).toMatch(message)
    expect(await digest()).toBe(before)
  })

  test('what is decided stays so', async () => {
    const { reservation_id } = await reserved(next())
    await decide(reservation_id, '--annuler', '--motif', 'Erreur.', '--par', partner)
    const { status, err } = await decide(reservation_id, '--valider', '--par', operator)
    expect(status).toBe(1)
    expect(err).toMatch(
      /est déjà annulée depuis le \d\d\/\d\d\/\d{4} à \d\d:\d\d UTC : il n'y a plus rien à décider/,
    )
  })
})

describe('journal', () => {
  test('says who did what when, before and after, and can only be added to', async () => {
    const id = next()
    const { reservation_id, mouvement } = await reserved(id)
    await decide(reservation_id, '--valider', '--par', operator)
    const { out } = await run(['journal', '--client', id, '--json'], environment)
    const entries = JSON.parse(out)
    expect(entries.map((one: { geste: string; ressource: string }) => [one.geste, one.ressource])).toEqual([
      ['demande', 'reservation'],
      ['demande', 'client'],
      ['validation', 'reservation'],
      ['validation', 'client'],
    ])
    expect(entries[0]).toMatchObject({
      mouvement,
      ressource_id: reservation_id,
      avant: null,
      apres: { statut: 'demandee', client_id: id },
    })
    expect(entries[1]).toMatchObject({
      avant: { statut: 'prospect' },
      apres: { statut: 'reservation_demandee' },
    })
    expect(entries[3]).toMatchObject({
      avant: { statut: 'reservation_demandee', partenaire_actuel_id: null },
      apres: { statut: 'reserve', partenaire_actuel_id: mine },
    })
    const text = await run(['journal', '--reservation', reservation_id], environment)
    expect(text.out).toMatch(/UTC — demande, par \S.+, en ligne de commande\n {2}reservation .+ \(nouvelle\)/)
    expect(text.out).toMatch(/ {4}statut : prospect → reservation_demandee/)
    for (const statement of ['update journal set geste = null', 'delete from journal', 'truncate journal']) {
      await expect(world.sql(statement)).rejects.toMatchObject({ code: '0A000' })
    }
    expect(
      (await run(['journal', '--client', '00000000-0000-4000-8000-000000000000'], environment)).out,
    ).toBe('Le journal est vide pour cette recherche.\n')
  })
})
