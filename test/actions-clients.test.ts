import { randomUUID } from 'node:crypto'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientDetail, Contact, Site } from '../src/contract/clients.ts'
import { ControleDoublon } from '../src/contract/reservations.ts'
import { type Act, act } from './setup/acting.ts'
import { competitor, nothing, operator, partner } from './setup/people.ts'
import { MADE_ON } from './setup/postgres.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_QUESTIONS: '1000', RATE_LIMIT_ACTIONS: '1000' } })
  world.now = new Date()
})
afterAll(() => world.close())

/** Names that resemble nothing else. */
const syllables = ['zor', 'vix', 'quon', 'bry', 'dax', 'fel', 'gup', 'hyl', 'jom', 'kev']
const unheard = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => syllables[Math.floor(Math.random() * 10)]).join(''),
  ).join(' ')

const create = (body: object, who = partner, given: Act = {}) =>
  act(world, who, '/clients', { body, ...given })

async function created(body: object = {}, who = partner) {
  const { status, body: client } = await create({ raison_sociale: unheard(), ...body }, who)
  expect([status, client.code]).toEqual([201, undefined])
  return client as {
    id: string
    modifie_le: string
    raison_sociale: string
    contacts: { id: string; modifie_le: string }[]
  }
}

const patch = (id: string, version: string, body: object, who = partner) =>
  act(world, who, `/clients/${id}`, { method: 'PATCH', body, version })
const journalOf = (id: string) =>
  world.sql<{ geste: string; ressource: string; avant: object | null; apres: object | null }>(
    'select geste, ressource, avant, apres from journal where client_id = $1 order by numero',
    [id],
  )

describe('creerClient', () => {
  test('stores a prospect of the one who created it, with contacts, sites and its organisation', async () => {
    const name = unheard()
    const answer = await create({
      raison_sociale: `  ${name} `,
      rccm: 'CI-ABJ-03-2024-B12-88001',
      ville: 'Bouaké',
      email: null,
      contacts: [
        { prenom: 'Awa', nom: 'Koné', telephone: '+2250777123401' },
        { prenom: 'Ali', nom: 'Bamba', principal: true },
      ],
      sites: [{ libelle: 'Siège', latitude: 7.69, longitude: -5.03, contact: 1 }],
    })
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/clients/${answer.body.id}`])
    expect(Value.Check(ClientDetail, answer.body)).toBe(true)
    expect(answer.body).toMatchObject({
      ...{ raison_sociale: name, statut: 'prospect', statut_kyc: 'a_fournir', origine: 'partenaire' },
      contacts: [
        { prenom: 'Ali', principal: true },
        { prenom: 'Awa', principal: false },
      ],
    })
    const read = await world.get(partner, `/api/v1/clients/${answer.body.id}`)
    expect(read.text).toBe(answer.text)
    const sites = (await world.get(partner, `/api/v1/clients/${answer.body.id}/sites`)).body.donnees
    expect(sites).toMatchObject([
      { libelle: 'Siège', statut: 'a_qualifier', contact_id: answer.body.contacts[0].id },
    ])
    const [organisation] = await world.sql('select type, nom, statut from organisation where id = $1', [
      answer.body.organisation_id,
    ])
    expect(organisation).toEqual({ type: 'client', nom: name, statut: 'active' })
    expect((await world.get(competitor, `/api/v1/clients/${answer.body.id}`)).status).toBe(404)
    expect(new Set((await journalOf(answer.body.id)).map(({ ressource }) => ressource))).toEqual(
      new Set(['client', 'contact', 'site']),
    )
  })

  test('of a number that is there already names the record to those who see it, and nobody else', async () => {
    const { id } = await created({ rccm: 'CI-ABJ-03-2024-B12-88002' })
    const again = (who: string) => create({ raison_sociale: unheard(), rccm: 'CI ABJ 2024 B 88002' }, who)
    for (const [who, client_id] of [
      [partner, id],
      [operator, id],
      [competitor, null],
    ] as const) {
      const { status, body } = await again(who)
      expect([status, body.code, body.details]).toEqual([409, 'client_existant', { client_id }])
    }
  })

  test('of two who create the same number at once one does', async () => {
    const both = await Promise.all(
      [partner, competitor].map((who) => create({ raison_sociale: unheard(), ncc: '8800312 K' }, who)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('of a close record is told, reduced to what one sees, and done when confirmed', async () => {
    const { raison_sociale, id } = await created({ telephone: '+2250777999111' })
    const given = { raison_sociale: `Société ${raison_sociale} SARL`, telephone: '+2250777999111' }
    const seen = await create(given)
    expect([seen.status, seen.body.code]).toEqual([409, 'doublon_detecte'])
    expect(Value.Check(ControleDoublon, seen.body.details)).toBe(true)
    expect(seen.body.details.correspondances).toMatchObject([
      { client_id: id, criteres: ['raison_sociale_proche', 'telephone_identique'] },
    ])
    const unseen = await create(given, competitor)
    expect(unseen.body.details).toMatchObject({ resultat: 'doublon_potentiel', correspondances: [] })
    expect((await create({ ...given, confirmer_doublon: true }, competitor)).status).toBe(201)
  })

  test('happens once for one key, whatever is repeated', async () => {
    const body = { raison_sociale: unheard() }
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => create(body, partner, { key })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(
      await world.sql('select from client where raison_sociale = $1', [body.raison_sociale]),
    ).toHaveLength(1)
  })

  test('says everything that is wrong, by its place', async () => {
    const { status, body } = await create({
      raison_sociale: ' ',
      telephone: '0707',
      ville: 'a\u0000b',
      secteur_id: nothing,
      inconnu: 1,
      __proto__x: 2,
      contacts: [{ prenom: 'A' }, 3],
      sites: [
        { libelle: 'S', latitude: 91, adresse: 'a\nb' },
        { libelle: 'S', adresse: 'a\tb' },
      ],
    })
    expect(status).toBe(422)
    expect(Object.keys(body.details).sort()).toEqual([
      '__proto__x',
      'contacts[0].nom',
      'contacts[1]',
      'inconnu',
      'raison_sociale',
      'sites[0].latitude',
      'sites[1].adresse',
      'telephone',
      'ville',
    ])
    const rules = await create({
      raison_sociale: unheard(),
      contacts: [
        { prenom: 'A', nom: 'B', principal: true },
        { prenom: 'C', nom: 'D', principal: true },
      ],
      sites: [
        { libelle: 'S', latitude: 5 },
        { libelle: 'T', contact: 9 },
      ],
    })
    expect(Object.keys(rules.body.details).sort()).toEqual([
      'contacts[1].principal',
      'sites[0].longitude',
      'sites[1].contact',
    ])
    const reference = await create({ raison_sociale: unheard(), zone_id: nothing })
    expect([reference.status, Object.keys(reference.body.details)]).toEqual([422, ['zone_id']])
  })
})

describe('controlerDoublon', () => {
  const check = (body: object, who = partner) =>
    act(world, who, '/clients/controle-doublon', { body, key: null })

  test('tells of close records by each field, and stores nothing', async () => {
    const { id, raison_sociale } = await created({
      ncc: '8812345 R',
      telephone: '+2250777999222',
      email: 'x@unique-88.ci',
    })
    const before = await world.sql('select count(*) from client')
    for (const [body, critere] of [
      [{ raison_sociale }, 'raison_sociale_proche'],
      [{ ncc: '8812345r' }, 'ncc_identique'],
      [{ telephone: '+2250777999222' }, 'telephone_identique'],
      [{ emails: ['y@autre.ci', 'X@unique-88.ci'] }, 'email_contact_identique'],
    ] as const) {
      const { status, body: found } = await check(body)
      expect([status, found.resultat]).toEqual([200, 'doublon_potentiel'])
      expect(Value.Check(ControleDoublon, found)).toBe(true)
      expect(found.correspondances).toMatchObject([{ client_id: id, criteres: [critere] }])
    }
    expect((await check({ ncc: '8812345R' }, competitor)).body).toMatchObject({
      resultat: 'doublon_potentiel',
      correspondances: [],
    })
    expect((await check({ raison_sociale: unheard() })).body.resultat).toBe('aucun')
    expect((await check({})).status).toBe(422)
    expect(await world.sql('select count(*) from client')).toEqual(before)
  })

  test('has a budget for everybody but operators, per user and per day of an organisation', async () => {
    const tight = await openWorld({
      environment: { RATE_LIMIT_QUESTIONS: '3', RATE_LIMIT_QUESTIONS_JOUR: '4' },
    })
    const asked = (who: string) =>
      act(tight, who, '/clients/controle-doublon', { body: { ncc: '1' }, key: null })
    const ask = async (who: string) => (await asked(who)).status
    expect([await ask(partner), await ask(partner), await ask(partner), await ask(partner)]).toEqual([
      200, 200, 200, 429,
    ])
    const colleague = 'moussa.kone@savane-telecom.example'
    // That of a window passes by itself; that of the day says until when.
    expect((await asked(partner)).body.message).toContain('Trop de requêtes')
    expect(await ask(colleague)).toBe(200)
    const spent = await asked(colleague)
    const tomorrow = new Date(`${MADE_ON}T24:00:00Z`)
    const [year, month, day] = tomorrow.toISOString().slice(0, 10).split('-')
    expect([spent.status, Number(spent.headers['retry-after'])]).toEqual([
      429,
      (tomorrow.getTime() - tight.now.getTime()) / 1000,
    ])
    expect(spent.body.message).toMatch(/limite du jour .* Réessayez à partir du /)
    expect(spent.body.message).toContain(`${day}/${month}/${year} à 00:00 (UTC).`)
    for (let turn = 0; turn < 6; turn += 1) expect(await ask(operator)).toBe(200)
    // Another organisation has a budget of its own, and tomorrow is another day.
    expect(await ask(competitor)).toBe(200)
    tight.now = new Date(tight.now.getTime() + 86_400_000)
    expect(await ask(colleague)).toBe(200)
    await tight.close()
  })
})

describe('modifierClient', () => {
  test('changes what is given, its organisation follows its name, and nothing else changes', async () => {
    const { id, modifie_le } = await created({ ville: 'Man' })
    const name = unheard()
    const { status, body } = await patch(id, modifie_le, {
      raison_sociale: name,
      ville: null,
      telephone: '+2250777000999',
    })
    expect([status, body.raison_sociale, body.ville, body.telephone]).toEqual([
      200,
      name,
      null,
      '+2250777000999',
    ])
    expect(body.modifie_le > modifie_le).toBe(true)
    expect(await world.sql('select nom from organisation where id = $1', [body.organisation_id])).toEqual([
      { nom: name },
    ])
    const same = await patch(id, body.modifie_le, { raison_sociale: name })
    expect([same.status, same.body.modifie_le]).toEqual([200, body.modifie_le])
    expect((await journalOf(id)).filter(({ geste }) => geste === 'modification')).toHaveLength(1)
    expect((await patch(id, modifie_le, { ville: 'Man' })).body.code).toBe('version_perimee')
  })

  test('long answers are kept up to a budget of bytes; nothing changes beyond it', async () => {
    const contacts = Array.from({ length: 20 }, () => ({ prenom: 'A', nom: 'B', fonction: 'f'.repeat(1000) }))
    const { id, modifie_le } = await created({ contacts })
    // As if the same person had changed such clients all day.
    await world.sql(
      `insert into action_cle select utilisateur_id, organisation_id, 'gardée ' || n, empreinte, action, ressource_id, statut,
        repeat('x', 1048576), emplacement, requete, fait_le
      from action_cle, generate_series(1, 64) as n where ressource_id = $1`,
      [id],
    )
    // The oldest is soon gone, and makes too little room.
    await world.sql(
      `insert into action_cle select utilisateur_id, organisation_id, 'gardée 65', empreinte, action, ressource_id, statut,
        repeat('x', 17000), emplacement, requete, fait_le - interval '20 hours'
      from action_cle where ressource_id = $1 limit 1`,
      [id],
    )
    const refused = await patch(id, modifie_le, { ville: 'Man' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[429, 'trop_de_requetes'],
      'Vous avez changé trop de fois en un jour des éléments très volumineux. Réessayez dans 24 heures.',
    ])
    expect(refused.headers['retry-after']).toBe(String(refused.body.details.reessayer_dans_secondes))
    expect((await world.get(partner, `/api/v1/clients/${id}`)).body.modifie_le).toBe(modifie_le)
    // Brief answers, and those of others, are kept as ever.
    await created()
    expect((await patch(id, modifie_le, { ville: 'Man' }, operator)).status).toBe(200)
    await world.sql(`update action_cle set fait_le = fait_le - interval '1 day' where cle like 'gardée %'`)
    const { body } = await world.get(partner, `/api/v1/clients/${id}`)
    expect((await patch(id, body.modifie_le, { ville: 'Daloa' })).status).toBe(200)
  })

  test('a partner changes what it manages or created, not what it only asked for', async () => {
    const [row] = await world.sql<{ id: string }>(
      `select client.id from client join reservation on reservation.client_id = client.id and en_attente
        join partenaire on partenaire.id = reservation.partenaire_id join utilisateur on utilisateur.organisation_id = partenaire.organisation_id
      where utilisateur.email = $1 and client.partenaire_actuel_id is distinct from partenaire.id
        and client.cree_par not in (select id from utilisateur as u where u.organisation_id = utilisateur.organisation_id) limit 1`,
      [partner],
    )
    const seen = (await world.get(partner, `/api/v1/clients/${row?.id}`)).body
    const refused = await patch(seen.id, seen.modifie_le, { ville: 'Man' })
    expect([refused.status, refused.body.details]).toEqual([403, { permission_requise: 'clients.modifier' }])
    expect((await patch(nothing, seen.modifie_le, { ville: 'Man' })).status).toBe(404)
  })

  test('credit is approved by who may do that, and says by whom', async () => {
    const { id, modifie_le } = await created()
    const finance = 'aminata.bamba@antenne.example'
    const credit = { credit_approuve: true, plafond_encours: 5_000_000 }
    expect((await patch(id, modifie_le, credit)).body.details).toEqual({
      permission_requise: 'clients.credit_approuver',
    })
    // What depends on the body is judged before the item is looked for (A1).
    expect((await patch(nothing, modifie_le, credit)).status).toBe(403)
    const { status, body } = await patch(id, modifie_le, credit, finance)
    expect([status, body.credit_approuve, body.plafond_encours]).toEqual([200, true, 5_000_000])
    for (const plafond_encours of [1.5, 1.00000000001]) {
      const wrong = await patch(id, body.modifie_le, { plafond_encours }, finance)
      expect([wrong.status, wrong.body.details]).toEqual([
        422,
        { plafond_encours: expect.stringMatching(/^Donnez un montant entier/) },
      ])
    }
    expect(body.credit_approuve_par).toMatch(/^[0-9a-f-]{36}$/)
    const withdrawn = await patch(id, body.modifie_le, { credit_approuve: false }, finance)
    expect(withdrawn.body.credit_approuve_par).toBe(null)
  })
})

describe('contacts and sites', () => {
  const at = (path: string, given: Act, who = partner) => act(world, who, `/clients/${path}`, given)

  test('a new main contact replaces the old one; a contact that a site names stays', async () => {
    const { id, contacts, modifie_le } = await created({
      contacts: [{ prenom: 'A', nom: 'B', principal: true }],
    })
    const added = await at(`${id}/contacts`, { body: { prenom: 'C', nom: 'D', principal: true } })
    expect([added.status, Value.Check(Contact, added.body), added.body.principal]).toEqual([200, true, true])
    const detail = (await world.get(partner, `/api/v1/clients/${id}`)).body
    expect(detail.contacts.map(({ principal }: { principal: boolean }) => principal)).toEqual([true, false])
    expect(detail.modifie_le).toBe(modifie_le)
    const site = await at(`${id}/sites`, { body: { libelle: 'Dépôt', contact_id: added.body.id } })
    expect([site.status, Value.Check(Site, site.body)]).toEqual([200, true])
    const remove = (contact: { id: string; modifie_le: string }) =>
      at(`${id}/contacts/${contact.id}`, { method: 'DELETE', version: contact.modifie_le })
    const used = await remove(added.body)
    expect([used.status, used.body.details]).toEqual([409, { sites: [site.body.id] }])
    const old = detail.contacts[1]
    expect(old.id).toBe(contacts[0]?.id)
    const gone = await remove(old)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await journalOf(id)).at(-1)).toMatchObject({ geste: 'retrait de contact', apres: null })
    expect((await remove(old)).status).toBe(404)
  })

  test('another client’s contact in the path is absent', async () => {
    const [one, other] = [await created({ contacts: [{ prenom: 'A', nom: 'B' }] }), await created()]
    const contact = one.contacts[0]
    const changed = (client: string, id = contact?.id) =>
      at(`${client}/contacts/${id}`, {
        method: 'PATCH',
        version: contact?.modifie_le ?? '',
        body: { nom: 'Z' },
      })
    expect([(await changed(other.id)).status, (await changed(other.id, nothing)).text]).toEqual([
      404,
      (await changed(other.id)).text,
    ])
    expect((await changed(one.id)).body.nom).toBe('Z')
  })

  test('a site goes through its states, by operators alone', async () => {
    const { id } = await created()
    const { body } = await at(`${id}/sites`, { body: { libelle: 'Siège' } })
    let version = body.modifie_le
    const move = async (statut: string, who = operator) => {
      const answer = await at(`${id}/sites/${body.id}`, { method: 'PATCH', version, body: { statut } }, who)
      if (answer.status === 200) version = answer.body.modifie_le
      return answer.status
    }
    expect(await move('a_installer', partner)).toBe(403)
    const absent = { method: 'PATCH', version, body: { statut: 'actif' } } as const
    const refused = await at(`${nothing}/sites/${body.id}`, absent)
    expect([refused.status, refused.body.details]).toEqual([403, { permission_requise: 'clients.modifier' }])
    expect(await move('actif')).toBe(409)
    for (const statut of ['a_installer', 'installe', 'actif', 'suspendu', 'actif', 'resilie'])
      expect(await move(statut)).toBe(200)
    expect(await move('actif')).toBe(409)
  })
})
