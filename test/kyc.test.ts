import { randomUUID } from 'node:crypto'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentKyc } from '../src/contract/conformite.ts'
import { DocumentKycDetail } from '../src/contract/conformite-extension.ts'
import { type Act, act } from './setup/acting.ts'
import { deposited, documentTypes, upload } from './setup/files.ts'
import { partnerOf } from './setup/partner-of.ts'
import {
  clientUser,
  competitor,
  nothing,
  operator,
  partner,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let mine: string
let type: string
let lasting: string
beforeAll(async () => {
  world = await openWorld({
    environment: { RATE_LIMIT_DEPOTS: '1000', RATE_LIMIT_ACTIONS: '10000', FICHIERS_EN_ATTENTE_MAX: '100' },
  })
  world.now = new Date('2026-11-16T10:00:00.000Z')
  mine = await partnerOf(world, partner)
  const types = await documentTypes(world)
  type = types.find(({ validite_mois }) => validite_mois !== null)?.id ?? ''
  lasting = types.find(({ validite_mois }) => validite_mois === null)?.id ?? type
  await world.sql(`update type_document set validite_mois = 3 where id = $1`, [type])
  await world.sql(`update document_kyc set statut = 'rejete', motif = 'x' where statut = 'depose'`)
})
afterAll(() => world.close())

const depositOf = async (who: string, body: object, partner_id = mine) =>
  act(world, who, `/partenaires/${partner_id}/documents-kyc`, { body })
const verify = (id: string, given: Act, who = operator) =>
  act(world, who, `/documents-kyc/${id}/verification`, given)
const fresh = async (who = partner) => (await upload(world, who)).body.id as string
/** What a refused action must leave alone. */
const digest = async () =>
  (
    await world.sql<{ d: string }>(
      `select md5(string_agg(t, '|' order by t)) as d from (select document_kyc::text as t from document_kyc
        union all select fichier::text from fichier union all select journal::text from journal) as x`,
    )
  )[0]?.d

describe('deposerDocumentKyc', () => {
  test('answers 201 with the document as reads show it, and where it is', async () => {
    const fichier_id = await fresh()
    const body = { type_document_id: type, fichier_id, date_emission: '2026-10-31' }
    const answer = await depositOf(partner, body)
    expect([answer.status, answer.headers.location]).toEqual([
      201,
      `/extension/v1/documents-kyc/${answer.body.id}`,
    ])
    expect([...Value.Errors(DocumentKyc, answer.body)]).toEqual([])
    expect(answer.body).toMatchObject({
      ...body,
      statut: 'depose',
      date_expiration: '2027-01-31',
      verifie_par: null,
    })
    const read = await world.get(partner, `/extension/v1/documents-kyc/${answer.body.id}`)
    expect([...Value.Errors(DocumentKycDetail, read.body)]).toEqual([])
    expect(read.body).toMatchObject(answer.body)
    const { donnees } = (await world.get(partner, `/api/v1/partenaires/${mine}/documents-kyc`)).body
    expect(donnees).toContainEqual(answer.body)
  })

  test.each([
    ['nothing', {}, '2027-02-16'],
    ['an issue', { date_emission: '2026-08-31' }, '2026-11-30'],
    ['an end', { date_expiration: '2026-11-16' }, '2026-11-16'],
    ['both', { date_emission: '2026-01-01', date_expiration: '2030-01-01' }, '2030-01-01'],
  ])('the end follows from the validity of the type, given %s', async (_what, dates, end) => {
    const { body } = await depositOf(partner, { type_document_id: type, fichier_id: await fresh(), ...dates })
    expect(body.date_expiration).toBe(end)
    const without = await depositOf(partner, { type_document_id: lasting, fichier_id: await fresh() })
    expect(without.body.date_expiration).toBe(lasting === type ? '2027-02-16' : null)
    await world.sql(`update document_kyc set statut = 'rejete', motif = 'x' where statut = 'depose'`)
  })

  test('a validity without end ends on the last day that can be written', async () => {
    await world.sql('update type_document set validite_mois = 120000 where id = $1', [type])
    const { body } = await depositOf(partner, { type_document_id: type, fichier_id: await fresh() })
    expect(body.date_expiration).toBe('9999-12-31')
    await world.sql('update type_document set validite_mois = 3 where id = $1', [type])
  })

  test('a file is taken once, by the organisation that deposited it', async () => {
    const taken = (await deposited(world, partner)).fichier_id
    const [infected, foreign] = [await fresh(), await fresh(competitor)]
    await world.sql(`update fichier set statut_scan = 'infecte' where id = $1`, [infected])
    const before = await digest()
    const answers = new Set<string>()
    for (const fichier_id of [taken, infected, foreign, nothing])
      answers.add((await depositOf(partner, { type_document_id: type, fichier_id })).text)
    expect(await depositOf(operator, { type_document_id: type, fichier_id: await fresh() })).toMatchObject({
      status: 422,
    })
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('fichier_id')
    expect((await digest())?.length).toBe(before?.length)
  })

  test('two deposits of one file at once: one has it', async () => {
    const fichier_id = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => depositOf(partner, { type_document_id: type, fichier_id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test.each([
    ['an issue in the future', { date_emission: '2026-11-17' }, 'date_emission'],
    [
      'an end before the issue',
      { date_emission: '2026-11-10', date_expiration: '2026-11-09' },
      'date_expiration',
    ],
    ['an end that has passed', { date_expiration: '2026-11-15' }, 'date_expiration'],
    ['an issue so old that it has expired', { date_emission: '2026-08-15' }, 'date_emission'],
    ['an unknown type', { type_document_id: nothing }, 'type_document_id'],
    ['an unknown field', { statut: 'valide' }, 'statut'],
    [
      'what is wrong with both dates',
      { date_emission: '2027-01-01', date_expiration: '2026-01-01' },
      'date_emission,date_expiration',
    ],
  ])('refuses %s', async (_what, change, field) => {
    const { status, body } = await depositOf(partner, {
      type_document_id: type,
      fichier_id: await fresh(),
      ...change,
    })
    expect([status, Object.keys(body.details).join()]).toEqual([422, field])
  })

  test('dates that cannot be are told before the partner is looked for (A1)', async () => {
    const body = { type_document_id: type, fichier_id: nothing, date_emission: '2027-01-01' }
    expect((await depositOf(competitor, body)).body.details).toHaveProperty('date_emission')
  })

  test('outside equals absent; without the right nothing is looked at', async () => {
    const body = { type_document_id: type, fichier_id: await fresh(competitor) }
    const outside = await depositOf(competitor, body)
    const absent = await depositOf(competitor, body, nothing)
    expect([outside.status, outside.text]).toEqual([404, absent.text])
    for (const who of [withoutRights, clientUser, thirdParty])
      expect((await depositOf(who, body)).body).toMatchObject({
        code: 'acces_refuse',
        details: { permission_requise: 'partenaires.documents_deposer' },
      })
  })

  test('an operator deposits for a partner', async () => {
    const fichier_id = await fresh(operator)
    expect((await depositOf(operator, { type_document_id: type, fichier_id })).status).toBe(201)
  })

  test('at most twenty documents of a partner wait', async () => {
    const theirs = await partnerOf(world, competitor)
    const body = async () => ({ type_document_id: type, fichier_id: await fresh(competitor) })
    for (let n = 0; n < 20; n += 1)
      expect((await depositOf(competitor, await body(), theirs)).status).toBe(201)
    const full = await depositOf(competitor, await body(), theirs)
    expect([full.status, full.body.details]).toEqual([409, { maximum: 20 }])
    // What has expired waits no longer, whether or not it was marked (D13).
    await world.sql(
      `update document_kyc set date_emission = null, date_expiration = '2026-11-15' where statut = 'depose'`,
    )
    expect((await depositOf(competitor, await body(), theirs)).status).toBe(201)
    await world.sql(`update document_kyc set statut = 'rejete', motif = 'x' where statut = 'depose'`)
  })
})

describe('verifierDocumentKyc', () => {
  test('validates, with corrected dates; the end follows from a corrected issue', async () => {
    const { id, modifie_le } = await deposited(world, partner, { body: { type_document_id: type } })
    const body = { statut: 'valide', date_emission: '2026-10-01' }
    const answer = await verify(id, { body, version: modifie_le })
    expect(answer.status).toBe(200)
    expect([...Value.Errors(DocumentKyc, answer.body)]).toEqual([])
    expect(answer.body).toMatchObject({
      ...body,
      date_expiration: '2027-01-01',
      motif: null,
      verifie_le: world.now.toISOString(),
    })
    const [{ id: who } = { id: '' }] = await world.sql<{ id: string }>(
      `select id from utilisateur where email = $1`,
      [operator],
    )
    expect(answer.body.verifie_par).toBe(who)
  })

  test('a corrected issue leaves the end as it is where the type has no validity', async () => {
    const dates = { date_emission: '2026-10-01', date_expiration: '2028-05-01' }
    const { id, modifie_le } = await deposited(world, partner, {
      body: { type_document_id: lasting, ...dates },
    })
    const body = { statut: 'valide', date_emission: '2026-10-02' }
    expect((await verify(id, { body, version: modifie_le })).body).toMatchObject({ ...dates, ...body })
  })

  test.each(['a_completer', 'rejete'])('%s needs a motif, which the partner reads', async (statut) => {
    const { id, modifie_le } = await deposited(world, partner)
    expect((await verify(id, { body: { statut }, version: modifie_le })).body.details).toHaveProperty('motif')
    const motif = 'La copie est illisible.'
    expect((await verify(id, { body: { statut, motif }, version: modifie_le })).body).toMatchObject({
      statut,
      motif,
    })
    const { donnees } = (await world.get(partner, `/api/v1/partenaires/${mine}/documents-kyc`)).body
    expect(donnees.find((one: { id: string }) => one.id === id)).toMatchObject({ statut, motif })
  })

  test('two verify at once: one wins, the other is told by whom and when', async () => {
    const { id, modifie_le } = await deposited(world, partner)
    const answers = await Promise.all([
      verify(id, { body: { statut: 'valide' }, version: modifie_le }),
      verify(id, { body: { statut: 'rejete', motif: 'Non.' }, version: modifie_le }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    const won = answers.find(({ status }) => status === 200)
    expect(lost?.body.details).toEqual({
      statut: won?.body.statut,
      traitee_par: won?.body.verifie_par,
      traitee_le: won?.body.verifie_le,
    })
  })

  test('one key, one verification; a stale version is refused', async () => {
    const { id, modifie_le } = await deposited(world, partner)
    const key = randomUUID()
    expect(
      (await verify(id, { body: { statut: 'valide' }, version: '2020-01-01T00:00:00.000Z' })).status,
    ).toBe(412)
    const first = await verify(id, { body: { statut: 'valide' }, version: modifie_le, key })
    const again = await verify(id, { body: { statut: 'valide' }, version: modifie_le, key })
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  })

  test('nobody verifies what they deposited', async () => {
    const fichier_id = await fresh(operator)
    const { body } = await depositOf(operator, { type_document_id: type, fichier_id })
    const own = await verify(body.id, { body: { statut: 'valide' }, version: body.modifie_le })
    expect([own.status, own.body.message]).toEqual([403, expect.stringContaining('une autre personne')])
  })

  test('an infected file is never valid, and takes a validity back', async () => {
    const waiting = await deposited(world, partner)
    const valid = await deposited(world, partner)
    const done = await verify(valid.id, { body: { statut: 'valide' }, version: valid.modifie_le })
    await world.sql(`update fichier set statut_scan = 'infecte' where id = any ($1)`, [
      [waiting.fichier_id, valid.fichier_id],
    ])
    const refused = await verify(waiting.id, { body: { statut: 'valide' }, version: waiting.modifie_le })
    expect([refused.status, refused.body.details]).toEqual([409, { statut: 'infecte' }])
    const { donnees } = (await world.get(operator, '/extension/v1/documents-kyc?taille=100')).body
    expect(donnees.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([waiting.id, valid.id]),
    )
    const { modifie_le } = done.body
    expect((await verify(valid.id, { body: { statut: 'valide' }, version: modifie_le })).status).toBe(409)
    const taken = await verify(valid.id, {
      body: { statut: 'rejete', motif: 'Infecté.' },
      version: modifie_le,
    })
    expect([taken.status, taken.body.statut]).toEqual([200, 'rejete'])
  })

  test('what has expired is not verified', async () => {
    const { id, modifie_le } = await deposited(world, partner)
    await world.sql(`update document_kyc set date_expiration = '2026-11-15' where id = $1`, [id])
    const { status, body } = await verify(id, { body: { statut: 'valide' }, version: modifie_le })
    expect([status, body.details.statut]).toEqual([409, 'expire'])
  })

  test('only operators verify, and only documents of partners', async () => {
    const { id, modifie_le } = await deposited(world, partner)
    const given = { body: { statut: 'valide' }, version: modifie_le }
    for (const who of [partner, competitor, withoutRights, clientUser])
      expect((await verify(id, given, who)).status).toBe(403)
    const [ofClient] = await world.sql<{ id: string }>(
      `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
      select gen_random_uuid(), client.organisation_id, $1, $2, 'depose', now(), now() from client limit 1 returning id`,
      [type, await fresh()],
    )
    expect((await verify(ofClient?.id ?? '', given)).text).toBe((await verify(nothing, given)).text)
  })
})

describe('listerDocumentsAVerifier', () => {
  const queue = async (query = '', who = operator) =>
    world.get(who, `/extension/v1/documents-kyc?taille=100${query}`)

  test('holds what waits, oldest first, with what a verification needs', async () => {
    const first = await deposited(world, partner)
    const [before] = await world.sql<{ id: string }>(
      `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
      select gen_random_uuid(), organisation_id, type_document_id, fichier_id, 'valide', '2020-01-01', '2020-01-01'
      from document_kyc where id = $1 returning id`,
      [first.id],
    )
    const { body } = await queue()
    for (const one of body.donnees) expect([...Value.Errors(DocumentKycDetail, one)]).toEqual([])
    const made = body.donnees.map(({ cree_le }: { cree_le: string }) => cree_le)
    expect(made).toEqual([...made].sort())
    expect(body.donnees.find(({ id }: { id: string }) => id === first.id)).toMatchObject({
      statut: 'depose',
      renouvellement: true,
      infecte: false,
      partenaire: { id: mine },
    })
    expect(body.donnees.some(({ id }: { id: string }) => id === before?.id)).toBe(false)
    const other = await queue(`&partenaire_id=${await partnerOf(world, competitor)}`)
    expect(other.body.donnees.some(({ id }: { id: string }) => id === first.id)).toBe(false)
    const valid = await queue('&statut=valide')
    expect(valid.body.donnees.some(({ id }: { id: string }) => id === before?.id)).toBe(true)
    const { chiffres } = (await world.get(operator, '/extension/v1/tableau-de-bord')).body
    expect(chiffres).toContainEqual({
      lecture: 'listerDocumentsAVerifier',
      filtres: '',
      total: body.pagination.total,
    })
  })

  test('is the operator’s', async () => {
    await world.sql(
      `insert into role_permission (role_id, permission) select role_id, 'partenaires.documents_verifier'
      from utilisateur where email = $1 on conflict do nothing`,
      [partner],
    )
    expect((await queue('', partner)).status).toBe(403)
  })
})

test('the history of a document: the operator reads all, the partner without the operator’s names', async () => {
  const { id, modifie_le } = await deposited(world, partner)
  await verify(id, { body: { statut: 'rejete', motif: 'Illisible.' }, version: modifie_le })
  const path = `/extension/v1/documents-kyc/${id}/historique`
  const all = (await world.get(operator, path)).body.donnees
  expect(all.map(({ geste }: { geste: string }) => geste)).toEqual(['verification', 'depot'])
  expect(all[0].auteur).not.toBeNull()
  const own = await world.get(partner, path)
  expect(own.body.donnees.map(({ geste }: { geste: string }) => geste)).toEqual(['verification', 'depot'])
  expect(own.body.donnees[0].auteur).toBeNull()
  expect((await world.get(competitor, path)).status).toBe(404)
})
