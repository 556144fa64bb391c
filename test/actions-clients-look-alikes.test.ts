import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, actOnce } from './setup/acting.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

/** Letters and digits that look like others do not pass the duplicate check. */

let world: World
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_QUESTIONS: '1000' } })
  world.now = new Date()
  const known = { raison_sociale: 'Sotrapim Logistique', rccm: 'CI-ABJ-03-2024-B12-77431', ncc: '7654321 K' }
  expect((await act(world, competitor, '/clients', { body: known })).status).toBe(201)
})
afterAll(() => world.close())

let made = 0
const create = (body: object) =>
  act(world, partner, '/clients', {
    body: { raison_sociale: `Quexalvor ${++made}`, confirmer_doublon: true, ...body },
  })
const check = (body: object) => actOnce(world, operator, '/clients/controle-doublon', { key: null, body })
const clients = async () => (await world.sql<{ n: number }>('select count(*)::int as n from client'))[0]?.n

test.each([
  ['rccm', 'Cyrillic letters', '\u0421I-\u0410BJ-03-2024-\u041212-77431'],
  ['rccm', 'Arabic digits', 'CI-ABJ-03-2024-B12-٧٧٤٣١'],
  ['rccm', 'a zero-width space', 'CI-ABJ-03-2024-B12-77\u200b431'],
  ['ncc', 'a Cyrillic letter', '7654321\u041a'],
  ['ncc', 'a Greek letter', '7654321\u039a'],
])('a %s with %s is refused, wherever it is sent', async (field, _, value) => {
  const before = await clients()
  const mine = await create({})
  const told = { [field]: expect.stringMatching(/^Écrivez ce numéro .*\.$/) }
  const answers = [
    await create({ [field]: value }),
    await check({ [field]: value }),
    await act(world, partner, '/reservations', { body: { [field]: value } }),
    await act(world, partner, `/clients/${mine.body.id}`, {
      ...{ method: 'PATCH' as const, version: mine.body.modifie_le },
      body: { [field]: value },
    }),
  ]
  for (const { status, body } of answers)
    expect([status, body.code, body.details]).toEqual([422, 'parametres_invalides', told])
  expect(await clients()).toBe((before ?? 0) + 1)
})

test.each([
  ['rccm', 'full-width digits', 'CI-ABJ-03-2024-B12-\uff17\uff17\uff14\uff13\uff11'],
  ['rccm', 'an accent in the words around it', 'CI-ABJ-03-2024-B12-77431 (Bouaké)'],
  ['rccm', 'words before it in which there is a court', 'Ancien : CI-ABJ-03-2024-B12-77431'],
  ['rccm', 'typographic dashes and a no-break space', 'RCCM N°\u00a0CI–ABJ–03–2024–B12–77431'],
  ['ncc', 'full-width digits and letters', '\uff17654321\uff2b'],
])('a %s with %s is the number that it looks like', async (field, _, value) => {
  expect((await check({ [field]: value })).body.resultat).toBe('doublon_potentiel')
  const refused = await create({ [field]: value })
  expect([refused.status, refused.body.code]).toEqual([409, 'client_existant'])
})

test('a number is stored as it was compared', async () => {
  const { status, body } = await create({ ncc: '\uff11234567 \uff21' })
  expect([status, body.ncc]).toEqual([201, '1234567 A'])
})

test.each([
  ['a zero-width space', 'Sotrapim Logis\u200btique Abidjan', /invisible/],
  ['a soft hyphen', 'Sotra\u00adpim Logistique', /invisible/],
  ['a variation selector', 'Sotra\ufe0fpim Logistique', /invisible/],
  ['Cyrillic among Latin letters', 'S\u043etr\u0430pim Logistique', /^« Sоtrаpim » mêle/],
  ['Greek among Latin letters', 'S\u03bftrapim Logistique', /mêle/],
])('a name with %s is refused, wherever it is sent', async (_, raison_sociale, message) => {
  const mine = await create({})
  const answers = [
    await create({ raison_sociale }),
    await check({ raison_sociale }),
    await act(world, partner, `/clients/${mine.body.id}`, {
      ...{ method: 'PATCH' as const, version: mine.body.modifie_le },
      body: { raison_sociale },
    }),
  ]
  for (const { status, body } of answers)
    expect([status, body.details]).toEqual([422, { raison_sociale: expect.stringMatching(message) }])
})

test('hidden characters in other texts are dropped, those of pictures stay', async () => {
  const { status, body } = await create({
    contacts: [
      {
        prenom: 'Awa',
        nom: 'Ko\u200bné',
        fonction: 'Gérante 👩🏾\u200d💼',
        email: 'con\u200btact@example.ci',
      },
    ],
    sites: [{ libelle: '☎\ufe0f Dépôt\u00ad central 1\ufe0f\u20e3' }],
    ville: '\u200eAbid\u202ejan ❤\ufe0f ',
  })
  const [contact] = body.contacts
  expect([status, body.ville, contact.nom, contact.fonction, contact.email]).toEqual([
    ...[201, 'Abidjan ❤\ufe0f', 'Koné', 'Gérante 👩🏾\u200d💼', 'contact@example.ci'],
  ])
  const sites = await world.get(partner, `/api/v1/clients/${body.id}/sites`)
  expect(sites.body.donnees.map(({ libelle }: { libelle: string }) => libelle)).toEqual([
    '☎\ufe0f Dépôt central 1\ufe0f\u20e3',
  ])
})

test.each([
  ...['contact@exаmple.ci', 'contact@example.ci.', 'contact@example..ci', '<contact@example.ci>'],
  ...['mailto:contact@example.ci', 'contact@example.ci,'],
])('the e-mail address «%s» is refused, wherever it is sent', async (email) => {
  const told = expect.stringMatching(/^Écrivez cette adresse sans accent/)
  const answers = [
    [await create({ email }), 'email'],
    [await create({ contacts: [{ prenom: 'Awa', nom: 'Koné', email }] }), 'contacts[0].email'],
    [await check({ emails: ['contact@example.ci', email] }), 'emails[1]'],
  ] as const
  for (const [{ status, body }, field] of answers)
    expect([status, body.details]).toEqual([422, { [field]: told }])
})

test.each(['contact', 'contact@exemple', 'é@exemple'])(
  '«%s» is no address at all, and is told so',
  async (email) => {
    const { status, body } = await create({ email })
    expect([status, body.details]).toEqual([
      422,
      { email: 'Donnez une adresse électronique, comme nom@domaine.ci.' },
    ])
  },
)

test('hidden characters around a text are dropped with the white space', async () => {
  const { status, body } = await create({
    ...{ ville: '\u200e Bouaké\u2060 ', telephone: '\u202a+2250707080901\u202c' },
    adresse_facturation: 'Rue 12\nà côté de la pharmacie\ufeff',
  })
  expect([status, body.ville, body.telephone, body.adresse_facturation]).toEqual([
    ...[201, 'Bouaké', '+2250707080901', 'Rue 12\nà côté de la pharmacie'],
  ])
})

test.each([
  'Kɔnɛ Ŋgbaka Bɔrɔ',
  'L’Œuvre d’Élisée & Fils',
  'Bɔ\u0300lɔ\u0301 Kɛ\u0303 Zaguié',
  'Ʋagni Ɩkpɛ',
  'Газпром Торговля',
  'Ω Énergie Vexalor',
])('«%s» is a name', async (raison_sociale) => {
  const { status, body } = await create({ raison_sociale })
  expect([status, body.raison_sociale]).toEqual([201, raison_sociale])
})
