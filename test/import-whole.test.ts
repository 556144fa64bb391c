import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceName } from '../src/transfer/resources.ts'
import { type Data, type Files, openData, refusal, summary } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

let data: Data
let before: Record<string, string>

beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
  before = await data.exported()
})

afterAll(() => data.close())

const nowhere = '00000000-0000-4000-8000-000000000000'

describe('references', () => {
  test.each<[ResourceName, string, ResourceName]>([
    ['utilisateur', 'organisation_id', 'organisation'],
    ['utilisateur', 'role_ids', 'role'],
    ['zone_geographique', 'parent_id', 'zone_geographique'],
    ['partenaire', 'organisation_id', 'organisation'],
    ['partenaire', 'zone_principale_id', 'zone_geographique'],
    ['partenaire', 'valide_par', 'utilisateur'],
    ['partenaire', 'zone_ids', 'zone_geographique'],
    ['partenaire', 'secteur_ids', 'secteur_activite'],
    ['contrat_cadre', 'partenaire_id', 'partenaire'],
    ['document_kyc', 'organisation_id', 'organisation'],
    ['document_kyc', 'type_document_id', 'type_document'],
    ['document_kyc', 'fichier_id', 'fichier'],
    ['document_kyc', 'verifie_par', 'utilisateur'],
    ['client', 'organisation_id', 'organisation'],
    ['client', 'secteur_id', 'secteur_activite'],
    ['client', 'zone_id', 'zone_geographique'],
    ['client', 'partenaire_actuel_id', 'partenaire'],
    ['client', 'credit_approuve_par', 'utilisateur'],
    ['client', 'cree_par', 'utilisateur'],
    ['contact', 'client_id', 'client'],
    ['site', 'client_id', 'client'],
    ['site', 'zone_id', 'zone_geographique'],
    ['site', 'contact_id', 'contact'],
    ['reservation', 'client_id', 'client'],
    ['reservation', 'partenaire_id', 'partenaire'],
    ['reservation', 'demandee_par', 'utilisateur'],
    ['reservation', 'traitee_par', 'utilisateur'],
    ['tarif', 'offre_id', 'offre'],
    ['tarif', 'cree_par', 'utilisateur'],
  ])('%s.%s that leads to no %s is told', async (name, field, target) => {
    const list = field.endsWith('_ids')
    const known = name === 'utilisateur' ? [id('role:a')] : []
    const record = { ...records[name]('a'), [field]: list ? [...known, nowhere] : nowhere }
    expect(await refusal(data, { [name]: [record] })).toEqual([
      `${name}.ndjson, ligne 1, ${field} : « ${nowhere} » ; attendu : l'id d'une ligne de ${target}.ndjson ou déjà enregistrée`,
      summary(1),
    ])
  })

  test('a principal role that exists nowhere is told, as such and in the list', async () => {
    const record = { ...records.utilisateur('a'), role_id: nowhere, role_ids: [nowhere] }
    const told = await refusal(data, { utilisateur: [record] })
    expect(told.map((line) => line.split(' : ')[0])).toEqual([
      'utilisateur.ndjson, ligne 1, role_id',
      'utilisateur.ndjson, ligne 1, role_ids',
      'Import refusé',
    ])
  })

  test('a row of another resource does not answer a reference, even under the same id', async () => {
    const told = await refusal(data, {
      contact: [{ ...records.contact('neuf'), client_id: id('partenaire:a') }],
    })
    expect(told).toEqual([expect.stringContaining('contact.ndjson, ligne 1, client_id : '), summary(1)])
  })

  test('what refers to a row at fault is not told to refer to nothing', async () => {
    const told = await refusal(data, {
      client: [{ ...records.client('neuf'), statut: 'perdu' }],
      contact: [records.contact('neuf', 'neuf')],
      site: [{ ...records.site('neuf'), client_id: id('client:neuf'), contact_id: id('contact:neuf') }],
    })
    expect(told).toEqual([expect.stringContaining('client.ndjson, ligne 1, statut : '), summary(1)])
  })
})

describe('uniqueness', () => {
  const contact = (name: string) => ({ ...records.contact(name, 'neuf'), principal: true })
  const client = [records.client('neuf')]
  const organisation = [records.organisation('partenaire-neuf')]
  const partner = (name: string) => ({
    ...records.partenaire(name),
    organisation_id: id('organisation:partenaire-neuf'),
  })
  const code = { code: 'operateur_neuf' }

  test.each<[string, Files, ResourceName, string]>([
    ['main contacts', { client, contact: [contact('x'), contact('y')] }, 'contact', 'client_id'],
    ['partners', { organisation, partenaire: [partner('x'), partner('y')] }, 'partenaire', 'organisation_id'],
    ['roles', { role: ['x', 'y'].map((name) => ({ ...records.role(name), ...code })) }, 'role', 'code'],
    ['plans', { offre: ['x', 'y'].map((name) => ({ ...records.offre(name), ...code })) }, 'offre', 'code'],
    [
      'contracts',
      { contrat_cadre: ['x', 'y'].map((name) => ({ ...records.contrat_cadre(name), numero: 'CC-1' })) },
      'contrat_cadre',
      'numero',
    ],
  ])(
    'two %s of one file that share what one alone may have: the second is told',
    async (_, files, name, field) => {
      const told = await refusal(data, files)
      expect(told).toEqual([
        expect.stringMatching(new RegExp(`^${name}\\.ndjson, ligne 2, ${field} : « .+ » ; attendu : un`)),
        summary(1),
      ])
    },
  )

  test.each<[ResourceName, string, Record<string, unknown>, string]>([
    [
      'contact',
      'client_id',
      { ...records.contact('x'), principal: true },
      'un seul contact principal par client',
    ],
    [
      'partenaire',
      'organisation_id',
      { ...records.partenaire('x'), organisation_id: id('organisation:partenaire-a') },
      'un seul partenaire par organisation',
    ],
    [
      'role',
      'code',
      { ...records.role('x'), code: 'operateur_a' },
      'un code de rôle qui ne sert qu’une fois',
    ],
    [
      'offre',
      'code',
      { ...records.offre('x'), code: 'FORFAIT-a' },
      'un code de forfait qui ne sert qu’une fois',
    ],
    [
      'contrat_cadre',
      'numero',
      { ...records.contrat_cadre('x'), numero: 'CC-a' },
      'un numéro de contrat qui ne sert qu’une fois',
    ],
  ])('a %s that shares its %s with a stored one is told', async (name, field, record, expected) => {
    expect(await refusal(data, { [name]: [record] })).toEqual([
      `${name}.ndjson, ligne 1, ${field} : « ${record[field]} » ; attendu : ${expected}`,
      summary(1),
    ])
  })

  test('a stored row that a line at fault was to replace is not held against the others', async () => {
    const told = await refusal(data, {
      contact: [
        { ...records.contact('a'), principal: false, email: 'x' },
        { ...records.contact('b'), principal: true },
      ],
    })
    expect(told).toEqual([expect.stringContaining('contact.ndjson, ligne 1, email : '), summary(1)])
  })

  test('an id given twice in one file is told at its second line, in whatever case it is written', async () => {
    const zone = records.zone_geographique('neuf')
    const told = await refusal(data, { zone_geographique: [zone, { ...zone, id: zone.id.toUpperCase() }] })
    expect(told).toEqual([
      `zone_geographique.ndjson, ligne 2, id : « ${zone.id} » ; attendu : un identifiant qui ne figure qu’une fois dans le fichier`,
      summary(1),
    ])
  })
})

describe('two-factor authentication of operator users', () => {
  const expected = 'false ; attendu : true, obligatoire dans une organisation de type operateur'
  const without = (organisation: string) => ({
    ...records.utilisateur('neuf', organisation),
    double_authentification: false,
  })

  test.each<[string, Files]>([
    ['stored', { utilisateur: [without('operateur')] }],
    [
      'of the same run',
      { utilisateur: [without('neuve')], organisation: [records.organisation('neuve', 'operateur')] },
    ],
    [
      'stored as another type and made an operator in the same run',
      {
        utilisateur: [without('client-a')],
        organisation: [records.organisation('client-a', 'operateur')],
      },
    ],
  ])('is required where the organisation is %s', async (_, files) => {
    expect(await refusal(data, files)).toEqual([
      `utilisateur.ndjson, ligne 1, double_authentification : ${expected}`,
      summary(1),
    ])
  })

  test('is required of the stored users of an organisation that becomes an operator, which is told', async () => {
    const told = await refusal(data, { organisation: [records.organisation('partenaire-a', 'operateur')] })
    expect(told).toEqual([
      expect.stringMatching(/^organisation\.ndjson, ligne 1, type : .*attendu : /),
      summary(1),
    ])
  })
})

test('none of all this has changed anything', async () => {
  expect(await data.exported()).toEqual(before)
})
