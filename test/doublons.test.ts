import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkReservations } from '../src/actions/controle-doublon.ts'
import { candidates } from '../src/actions/doublon/candidates.ts'
import { transaction, withWriter } from '../src/database/writer.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

/** The duplicate check of stored reservations, as a request makes it. */

let data: Data

beforeAll(async () => {
  data = await openData('vide')
  const { reservation: _, ...rest } = platform()
  expect(await data.importing(rest)).toMatchObject({ status: 0 })
})

afterEach(async () => {
  await data.sql('delete from reservation')
  await data.sql('delete from contact where client_id <> $1', [id('client:a')])
  await data.sql('delete from client where id <> $1', [id('client:a')])
})

afterAll(() => data.close())

const client = (name: string, raison_sociale: string, change: object = {}) => ({
  ...records.client(name),
  raison_sociale,
  ...change,
})
const reservation = (name: string, of = name, partenaire = 'a', statut = 'validee') => ({
  ...records.reservation(name, of, partenaire),
  statut,
})
const now = new Date('2026-11-15T09:30:00.250Z')

/** Checks the reservations of these names in one transaction. */
const check = (...names: string[]) =>
  withWriter(data.connection, (writer) =>
    transaction(writer, () =>
      checkReservations(
        writer,
        names.map((name) => id(`reservation:${name}`)),
        now,
      ),
    ),
  )

async function noted(name: string) {
  const stored = recordsIn(await data.exported(), 'reservation')
  return stored.find((record) => record.id === id(`reservation:${name}`)).doublons_detectes
}

test.each(['demandee', 'conflit', 'validee', 'refusee', 'annulee'])(
  'a reservation %s is checked when it is asked for, at the time that is given',
  async (statut) => {
    const files = { client: [client('x', 'Scierie Zaguié'), client('y', 'SCIERIE ZAGUIE SARL')] }
    await data.importing({ ...files, reservation: [reservation('x', 'x', 'a', statut)] })
    await check('x')
    expect(await noted('x')).toEqual({
      resultat: 'doublon_potentiel',
      controle_le: now.toISOString(),
      correspondances: [
        {
          client_id: id('client:y'),
          raison_sociale: 'SCIERIE ZAGUIE SARL',
          partenaire_actuel_id: null,
          criteres: ['raison_sociale_proche'],
          similarite: 1,
        },
      ],
      reservations_concurrentes: [],
    })
  },
)

test('checked again in the same transaction, what was noted is replaced', async () => {
  await data.importing({
    client: [client('x', 'Scierie Zaguié'), client('y', 'Scierie Zaguié')],
    reservation: [reservation('x')],
  })
  await withWriter(data.connection, (writer) =>
    transaction(writer, async () => {
      const ids = [id('reservation:x')]
      await checkReservations(writer, ids, new Date('2026-11-01T00:00:00Z'))
      await writer.query('update client set raison_sociale = $2 where id = $1', [
        id('client:y'),
        'Hôtel Bakoua',
      ])
      await checkReservations(writer, ids, now)
    }),
  )
  expect(await noted('x')).toMatchObject({
    resultat: 'aucun',
    controle_le: now.toISOString(),
    correspondances: [],
  })
})

test('what was noted is a photograph: it follows no later change', async () => {
  await data.importing({
    client: [client('x', 'Scierie Zaguié'), client('y', 'Scierie Zaguié SA')],
    reservation: [reservation('x')],
  })
  await check('x')
  const before = await noted('x')
  await data.sql('update client set raison_sociale = $2 where id = $1', [id('client:y'), 'Hôtel Bakoua'])
  expect(await noted('x')).toEqual(before)
})

test('the closest name comes first, then the smallest id; similarities have four decimals', async () => {
  const close = ['Kefrimex Négoce', 'KEFRIMEX', 'Kefrimex SARL', 'Kefrimex Ivoire']
  await data.importing({
    client: [client('x', 'Kefrimex'), ...close.map((name, index) => client(`proche ${index}`, name))],
    reservation: [reservation('x')],
  })
  await check('x')
  const { correspondances } = await noted('x')
  const found: { client_id: string; similarite: number }[] = correspondances
  const sorted = [...found].sort(
    (a, b) => b.similarite - a.similarite || (a.client_id < b.client_id ? -1 : 1),
  )
  expect(found).toEqual(sorted)
  expect(found.map(({ similarite }) => similarite)).toEqual([1, 1, 0.9302, 0.8163])
})

test('names of which neither is the other are close to none', async () => {
  await data.importing({
    client: [client('x', 'Pharmacie Saint-Michel'), client('y', 'Pharmacie Saint-Joseph')],
    reservation: [reservation('x')],
  })
  await check('x')
  expect(await noted('x')).toMatchObject({ resultat: 'aucun', correspondances: [] })
})

test('a company and its second branch are close to none', async () => {
  await data.importing({
    client: [client('x', 'Pharmacie Ouattara'), client('y', 'Pharmacie Ouattara 2')],
    reservation: [reservation('x')],
  })
  await check('x')
  expect(await noted('x')).toMatchObject({ resultat: 'aucun', correspondances: [] })
})

test.each<[string, object, object | null, object, object | null]>([
  ['of both clients', { telephone: '+22507000031' }, null, { telephone: '+2250707000031' }, null],
  ['of a client and a contact', { telephone: '+22507000032' }, null, {}, { telephone: '+2250707000032' }],
  ['of a contact and a client', {}, { telephone: '+2250707000033' }, { telephone: '+22507000033' }, null],
  ['of two contacts', {}, { telephone: '+22520200034' }, {}, { telephone: '+2252720200034' }],
])('the telephones %s are compared, old and new', async (_, mine, myContact, other, otherContact) => {
  const contact = (of: string, given: object | null) =>
    given === null ? [] : [{ ...records.contact(of, of), ...given }]
  await data.importing({
    client: [client('x', 'Transit Zadi', mine), client('y', 'Hôtel Bakoua', other)],
    contact: [...contact('x', myContact), ...contact('y', otherContact)],
    reservation: [reservation('x')],
  })
  await check('x')
  expect(await noted('x')).toMatchObject({
    resultat: 'doublon_potentiel',
    correspondances: [{ client_id: id('client:y'), criteres: ['telephone_identique'], similarite: 0 }],
  })
})

test('a client’s own contacts do not make it close to itself', async () => {
  const telephone = '+2250700000077'
  await data.importing({
    client: [client('x', 'Transit Zadi', { telephone, email: 'zadi@exemple.ci' })],
    contact: [{ ...records.contact('x', 'x'), telephone, email: 'zadi@exemple.ci' }],
    reservation: [reservation('x')],
  })
  await check('x')
  expect(await noted('x')).toMatchObject({ resultat: 'aucun', correspondances: [] })
})

test('all criteria that hold are told, in the order of the contract', async () => {
  const same = {
    ...{ telephone: '+22507000041', email: 'Achats@exemple.ci' },
    ...{ rccm: 'CI-ABJ-2018-B-90041', ncc: '9000041 Z' },
  }
  const again = {
    ...{ telephone: '+2250707000041', email: 'achats@exemple.ci' },
    ...{ rccm: 'CI-ABJ-03-2018-B12-90041', ncc: '9000041z' },
  }
  await data.importing({
    client: [client('x', 'Transit Zadi', same), client('y', 'TRANSIT ZADI', again)],
    reservation: [reservation('x')],
  })
  await check('x')
  expect((await noted('x')).correspondances[0].criteres).toEqual([
    'raison_sociale_proche',
    'telephone_identique',
    'email_contact_identique',
    'rccm_identique',
    'ncc_identique',
  ])
})

test('whoever asks for a client, the close records are the same; another partner’s pending request is the conflict', async () => {
  await data.importing({
    client: [client('x', 'Scierie Zaguié'), client('y', 'Scierie Zaguié')],
    reservation: [reservation('x', 'x', 'a', 'demandee'), reservation('z', 'x', 'b', 'validee')],
  })
  await check('x', 'z')
  const [mine, theirs] = [await noted('x'), await noted('z')]
  expect(mine.correspondances).toEqual(theirs.correspondances)
  expect(mine).toMatchObject({ resultat: 'doublon_potentiel', reservations_concurrentes: [] })
  expect(theirs).toMatchObject({
    resultat: 'conflit',
    reservations_concurrentes: [{ reservation_id: id('reservation:x'), partenaire_id: id('partenaire:a') }],
  })
})

test('a slip of the hand is found, in a name that was there before, came later, or was changed', async () => {
  await data.importing({
    client: [client('x', 'Menuiserie Toumbokro'), client('y', 'Menuiserie Toumboko')],
    reservation: [reservation('x'), reservation('y')],
  })
  await check('x', 'y')
  expect((await noted('x')).correspondances).toMatchObject([{ client_id: id('client:y') }])
  expect((await noted('y')).correspondances).toMatchObject([{ client_id: id('client:x') }])
  await data.sql('update client set raison_sociale = $2 where id = $1', [
    id('client:y'),
    'Menuiserie Toumbbokroo',
  ])
  await data.importing({ client: [client('z', 'Menuiserie Tuombokro')] })
  await check('x')
  expect((await noted('x')).correspondances).toHaveLength(2)
})

test('more than are checked at once are checked each by itself', async () => {
  const many = Array.from({ length: 202 }, (_, index) => `lot ${index}`)
  await data.importing({
    client: many.map((name, index) => client(name, `Vexalor ${Math.floor(index / 2)} Négoce`)),
    reservation: many.map((name) => reservation(name)),
  })
  await check(...many)
  const rows = await data.sql<{ client_id: string; proche: string; n: number }>(
    `select r.client_id, c.client_id as proche, count(*) over (partition by r.id)::int as n
     from reservation as r join reservation_correspondance as c on c.reservation_id = r.id`,
  )
  expect(rows).toHaveLength(many.length)
  expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([1]))
  const twin = new Map(many.map((name, index) => [id(`client:${name}`), id(`client:${many[index ^ 1]}`)]))
  expect(rows.every(({ client_id, proche }) => twin.get(client_id) === proche)).toBe(true)
})

test('nothing to check changes nothing', async () => {
  await data.importing({ client: [client('x', 'Transit Zadi')], reservation: [reservation('x')] })
  await check()
  expect(await noted('x')).toBeNull()
})

test.each([
  ['an abbreviation', 'Const. Métal. Zaguié', 'Constructions Métalliques Zaguié'],
  ['initials', 'SOTRAZA (Société de Transport de Zaguié)', 'SOTRAZA'],
  ['joined words', 'Kaba Immo', 'Kabaimmo SARL'],
])('%s is found whichever of the two is asked for', async (_, a, b) => {
  await data.importing({
    client: [client('x', a), client('y', b)],
    reservation: [reservation('x'), reservation('y')],
  })
  await check('x', 'y')
  for (const name of ['x', 'y']) {
    const { correspondances } = await noted(name)
    expect(correspondances).toMatchObject([{ criteres: ['raison_sociale_proche'] }])
  }
})

test('the search goes along its indexes', async () => {
  const plan = await withWriter(data.connection, async (writer) => {
    await writer.query('set enable_seqscan = off')
    await writer.query('set plan_cache_mode = force_generic_plan')
    await writer.query(`prepare recherche (uuid[]) as ${candidates}`)
    const { rows } = await writer.query<{ 'QUERY PLAN': string }>(`explain execute recherche ('{}')`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  for (const index of [
    'client_cles_nom',
    'client_nom_serre',
    'client_rccm_souche',
    'client_ncc_normalise',
    ...['client_telephone_normalise', 'client_email_normalise'],
    ...[
      'contact_telephone_normalise',
      'contact_email_normalise',
      'nom_mot_age',
      'nom_mot_debut',
      'nom_mot_connu',
    ],
  ]) {
    expect(plan).toContain(index)
  }
  expect(plan).not.toContain('Seq Scan')
})
