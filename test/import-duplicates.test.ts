import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

/** Rule 7: a pending request that comes without its duplicate check gets it, as at a request. */

let data: Data
let evening: string

beforeAll(async () => {
  data = await openData('vide')
  const { reservation: _, ...rest } = platform()
  const base = { ...records.client('témoin'), raison_sociale: 'Boulangerie du Cavally' }
  expect(await data.importing({ ...rest, client: [...rest.client, base] })).toMatchObject({ status: 0 })
  evening = new Date().toISOString()
})

afterEach(async () => {
  await data.sql('delete from reservation')
  await data.sql('delete from contact where client_id <> $1', [id('client:a')])
  await data.sql('delete from client where id <> all ($1)', [[id('client:a'), id('client:témoin')]])
})

afterAll(() => data.close())

const names = ['Pharmacie Sainte-Anne', 'Transit Zadi', 'Hôtel Les Rôniers', 'Forages Gnahoré']

/** A client that nothing but what is given brings near another. */
const client = (name: string, change: object = {}) => ({
  ...records.client(name),
  raison_sociale: names[name.charCodeAt(0) % 4],
  ...change,
})

const request = (name: string, of: string, partenaire = 'a') => {
  const { doublons_detectes: _, ...rest } = {
    ...records.reservation(name, of, partenaire),
    statut: 'demandee',
  }
  return rest
}

async function checkOf(name: string) {
  const stored = recordsIn(await data.exported(), 'reservation')
  return stored.find((record) => record.id === id(`reservation:${name}`)).doublons_detectes
}

test('nothing near, nobody else: aucun, at the time of the import', async () => {
  await data.importing({ client: [client('x'), client('y')], reservation: [request('x', 'x')] })
  const check = await checkOf('x')
  expect(check).toEqual({
    resultat: 'aucun',
    controle_le: expect.any(String),
    correspondances: [],
    reservations_concurrentes: [],
  })
  expect(check.controle_le >= evening && check.controle_le <= new Date().toISOString()).toBe(true)
})

test.each<[string, object, object]>([
  ['rccm_identique', { rccm: 'CI-ABJ-03-2024-B12-09431' }, { rccm: 'ci abj 03 2024 b12 09431' }],
  ['ncc_identique', { ncc: '1234567 A' }, { ncc: '1234567A' }],
  ['telephone_identique', { telephone: '+2250700000099' }, { telephone: '+2250700000099' }],
  ['email_contact_identique', { email: 'Achats@Exemple.ci' }, { email: 'achats@exemple.ci' }],
])('%s makes a doublon_potentiel', async (critere, mine, other) => {
  const near = client('y', { ...other, partenaire_actuel_id: id('partenaire:b') })
  await data.importing({ client: [client('x', mine), near], reservation: [request('x', 'x')] })
  expect(await checkOf('x')).toMatchObject({
    resultat: 'doublon_potentiel',
    correspondances: [
      {
        client_id: near.id,
        raison_sociale: near.raison_sociale,
        partenaire_actuel_id: id('partenaire:b'),
        criteres: [critere],
        similarite: expect.toSatisfy((value: number) => value >= 0 && value < 0.6),
      },
    ],
  })
})

test.each(['BOULANGERIE DU CAVALLY', 'Boulangerie du Cavaly', 'boulangerie  du câvally'])(
  'raison_sociale_proche makes a doublon_potentiel of « %s »',
  async (raison_sociale) => {
    await data.importing({ client: [client('x', { raison_sociale })], reservation: [request('x', 'x')] })
    expect(await checkOf('x')).toMatchObject({
      resultat: 'doublon_potentiel',
      correspondances: [{ client_id: id('client:témoin'), criteres: ['raison_sociale_proche'] }],
    })
  },
)

test('email_contact_identique looks at the contacts of both sides, of this run and stored', async () => {
  await data.importing({
    client: [client('y'), client('z')],
    contact: [{ ...records.contact('y', 'y'), email: 'nadege@exemple.ci' }],
  })
  await data.importing({
    client: [client('x')],
    contact: [{ ...records.contact('x', 'x'), email: 'NADEGE@exemple.ci' }],
    reservation: [request('x', 'x')],
  })
  expect(await checkOf('x')).toMatchObject({
    resultat: 'doublon_potentiel',
    correspondances: [{ client_id: id('client:y'), criteres: ['email_contact_identique'] }],
  })
})

test('a record near in several ways is told once, the nearest name first', async () => {
  const same = { telephone: '+2250700000098', ncc: '7654321 B' }
  await data.importing({
    client: [
      client('x', { ...same, raison_sociale: 'Boulangerie du Cavally' }),
      client('y', { ...same, raison_sociale: 'Quincaillerie Moderne' }),
    ],
    reservation: [request('x', 'x')],
  })
  const { correspondances } = await checkOf('x')
  expect(correspondances).toMatchObject([
    { client_id: id('client:témoin'), criteres: ['raison_sociale_proche'], similarite: 1 },
    { client_id: id('client:y'), criteres: ['telephone_identique', 'ncc_identique'] },
  ])
})

test('a client that another partner manages is a conflit, one of its own is not', async () => {
  const managed = (by: string) => ({ partenaire_actuel_id: id(`partenaire:${by}`) })
  await data.importing({
    client: [client('x', managed('b')), client('y', managed('a'))],
    reservation: [request('x', 'x'), request('y', 'y')],
  })
  expect(await checkOf('x')).toMatchObject({ resultat: 'conflit', reservations_concurrentes: [] })
  expect(await checkOf('y')).toMatchObject({ resultat: 'aucun' })
})

test.each(['demandee', 'conflit'])('a reservation %s of another partner is a conflit', async (statut) => {
  const other = { ...records.reservation('autre', 'x', 'b'), statut, cree_le: '2026-01-04T07:00:00.000Z' }
  await data.importing({ client: [client('x')], reservation: [other] })
  await data.importing({ reservation: [request('x', 'x')] })
  expect(await checkOf('x')).toMatchObject({
    resultat: 'conflit',
    reservations_concurrentes: [
      { reservation_id: other.id, partenaire_id: id('partenaire:b'), demandee_le: other.cree_le },
    ],
  })
})

test('two partners that ask for one client in one run are in conflict with one another', async () => {
  await data.importing({ client: [client('x')], reservation: [request('x', 'x'), request('y', 'x', 'b')] })
  expect(await checkOf('x')).toMatchObject({
    resultat: 'conflit',
    reservations_concurrentes: [{ reservation_id: id('reservation:y') }],
  })
  expect(await checkOf('y')).toMatchObject({
    resultat: 'conflit',
    reservations_concurrentes: [{ reservation_id: id('reservation:x') }],
  })
})

test.each(['validee', 'refusee', 'annulee'])(
  'a reservation %s of another partner is no conflict',
  async (statut) => {
    const other = { ...records.reservation('autre', 'x', 'b'), statut }
    await data.importing({ client: [client('x')], reservation: [other, request('x', 'x')] })
    expect(await checkOf('x')).toMatchObject({ resultat: 'aucun' })
    expect(await checkOf('autre')).toBeNull()
  },
)

test('another request of the same partner is no conflict', async () => {
  await data.importing({ client: [client('x')], reservation: [request('x', 'x'), request('y', 'x')] })
  expect(await checkOf('x')).toMatchObject({ resultat: 'aucun', reservations_concurrentes: [] })
})

test('a second import keeps the stored check, whatever has come since', async () => {
  const files = { client: [client('x', { ncc: '1111111 A' })], reservation: [request('x', 'x')] }
  await data.importing(files)
  const before = await data.exported()
  await data.importing(files)
  expect(await data.exported()).toEqual(before)
  await data.importing({ client: [client('y', { ncc: '1111111 A' })] })
  await data.importing(files)
  expect(await checkOf('x')).toMatchObject({ resultat: 'aucun' })
})

test('a given check is kept to the letter: ids, order, criteria, similarity, instants', async () => {
  const match = (n: number, similarite: number) => ({
    client_id: id(`client ailleurs:${n}`),
    raison_sociale: `Ancien nom n° ${n} « œuvre »\n`,
    partenaire_actuel_id: n === 1 ? null : id(`partenaire ailleurs:${n}`),
    criteres: ['ncc_identique', 'raison_sociale_proche'],
    similarite,
  })
  const doublons_detectes = {
    resultat: 'conflit',
    controle_le: '2025-12-31T23:59:59.999Z',
    correspondances: [match(3, 0.123456789012345), match(1, 1), match(2, 0)],
    reservations_concurrentes: [2, 1].map((n) => ({
      reservation_id: id(`reservation ailleurs:${n}`),
      partenaire_id: id(`partenaire ailleurs:${n}`),
      demandee_le: `2025-12-0${n}T00:00:00.000Z`,
    })),
  }
  const reservation = [{ ...request('x', 'x'), doublons_detectes }]
  await data.importing({ client: [client('x')], reservation })
  expect(await checkOf('x')).toEqual(doublons_detectes)
  await data.importing({ reservation: [request('x', 'x')] })
  expect(await checkOf('x')).toEqual(doublons_detectes)
  const lighter = {
    ...doublons_detectes,
    resultat: 'aucun',
    correspondances: [],
    reservations_concurrentes: [],
  }
  await data.importing({ reservation: [{ ...request('x', 'x'), doublons_detectes: lighter }] })
  expect(await checkOf('x')).toEqual(lighter)
})

test('a reservation in another state gets no check', async () => {
  const conflict = { ...records.reservation('x', 'x'), statut: 'conflit' }
  await data.importing({ client: [client('x')], reservation: [conflict] })
  expect(await checkOf('x')).toBeNull()
})
