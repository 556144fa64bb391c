import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ResourceName, resourceNames, resources } from '../src/transfer/resources.ts'
import { type Data, openData } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

let data: Data
let before: Record<string, string>

beforeAll(async () => {
  data = await openData('vide')
  const stored = platform()
  const organisation = [...stored.organisation, records.organisation('partenaire-neuf', 'partenaire')]
  expect(await data.importing({ ...stored, organisation })).toMatchObject({ status: 0 })
  before = await data.exported()
})

afterAll(() => data.close())

/** The record `neuf` of a resource, right but for what is given. */
const recordOf = (name: ResourceName, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...records[name]('neuf'),
  ...change,
})

/** The faults that an import told, without the line that ends them. */
async function faultsOf(name: ResourceName, ...given: unknown[]): Promise<string[]> {
  const { status, out, err } = await data.importing({ [name]: given })
  const lines = err.trimEnd().split('\n')
  expect([status, out, lines.at(-1)]).toEqual([
    1,
    '',
    expect.stringMatching(/^Import refusé : \d+ erreurs?\. /),
  ])
  expect(lines.at(-1)).toContain("Rien n'a été changé.")
  return lines.slice(0, -1).filter((line) => !line.endsWith('…'))
}

const uuid = 'un identifiant UUID (8-4-4-4-12 chiffres hexadécimaux)'
const instant = 'un instant ISO 8601 avec fuseau, comme 2026-11-15T08:30:00.000Z'
const day = 'une date AAAA-MM-JJ qui existe'
const mail = 'une adresse électronique, comme nom@domaine.ci'
const phone = 'un téléphone au format +225 suivi de 10 chiffres'
const oneOf = (values: string) => `l'une de ces valeurs : ${values}`

type Wrong = readonly [name: ResourceName, field: string, value: unknown, expected: string]

const types: readonly Wrong[] = [
  ['organisation', 'nom', 12, 'un texte'],
  ['role', 'libelle', false, 'un texte'],
  ['role', 'permissions', 'clients.consulter', 'une liste sans répétition'],
  ['role', 'permissions', ['clients.consulter', 'clients.consulter'], 'une liste sans répétition'],
  ['utilisateur', 'actif', 'true', 'true ou false'],
  ['utilisateur', 'double_authentification', 1, 'true ou false'],
  ['utilisateur', 'prenom', { fr: 'Awa' }, 'un texte'],
  ['zone_geographique', 'code', 7, 'un texte'],
  ['secteur_activite', 'code', ['AGRI'], 'un texte'],
  ['fichier', 'taille_octets', '12345', 'un nombre entier'],
  ['type_document', 'obligatoire', 'oui', 'true ou false'],
  ['partenaire', 'profil_publie', 0, 'true ou false'],
  ['partenaire', 'zone_ids', {}, 'une liste sans répétition'],
  ['contrat_cadre', 'numero', 14, 'un texte'],
  ['document_kyc', 'motif', [], 'un texte'],
  ['client', 'raison_sociale', true, 'un texte'],
  ['client', 'credit_approuve', 'false', 'true ou false'],
  ['client', 'plafond_encours', '5000000', 'un montant entier'],
  ['contact', 'principal', 'oui', 'true ou false'],
  ['site', 'latitude', '7.69', 'un nombre'],
  ['reservation', 'doublons_detectes', 'aucun', 'un objet'],
  ['reservation', 'motif_decision', 3, 'un texte'],
  ['offre', 'volume_go', '100', 'un nombre entier'],
  ['offre', 'actif', null, 'true ou false'],
  ['tarif', 'prix_ht', '45000', 'un montant entier'],
]

const enums: readonly Wrong[] = [
  ['organisation', 'type', 'fournisseur', oneOf('operateur, partenaire, client, tiers')],
  ['organisation', 'statut', 'Active', oneOf('active, suspendue, fermee')],
  ['role', 'type_organisation', 'op', oneOf('operateur, partenaire, client, tiers')],
  ['zone_geographique', 'type', 'quartier', oneOf('region, departement, ville, commune')],
  ['fichier', 'statut_scan', '', oneOf('en_attente, sain, infecte')],
  ['type_document', 'cible', 'tiers', oneOf('partenaire, client')],
  ['partenaire', 'mode_versement', 'cheque', oneOf('virement, mobile_money, portefeuille')],
  ['partenaire', 'statut', 'active', oneOf('candidat, en_verification')],
  ['contrat_cadre', 'statut', 'signé', oneOf('genere, envoye, signe, expire, resilie')],
  ['document_kyc', 'statut', 'conforme', oneOf('depose, valide, a_completer, rejete, expire')],
  ['client', 'origine', 'salon', oneOf('partenaire, direct, import')],
  ['client', 'statut', 'perdu', oneOf('prospect, reservation_demandee')],
  ['client', 'statut_kyc', 'valide', oneOf('a_fournir, en_verification')],
  ['site', 'statut', 'ouvert', oneOf('a_qualifier, a_installer')],
  ['reservation', 'statut', 'demandée', oneOf('demandee, conflit, validee, refusee, annulee')],
  ['offre', 'periode', 'mensuel', oneOf('hebdomadaire, mensuelle')],
]

const formats: readonly Wrong[] = [
  ...resourceNames.map((name): Wrong => [name, 'id', '12', uuid]),
  ['organisation', 'id', 'urn:uuid:6f9619ff-8b86-4011-b42d-00c04fc964ff', uuid],
  ['organisation', 'id', '{6f9619ff-8b86-4011-b42d-00c04fc964ff}', uuid],
  ['organisation', 'cree_le', '2026-01-05T08:00:00', instant],
  ['organisation', 'cree_le', '2026-01-05', instant],
  ['organisation', 'cree_le', '2026-02-30T08:00:00Z', instant],
  ['organisation', 'cree_le', '2026-01-05T24:00:00Z', instant],
  ['organisation', 'cree_le', '2026-01-05 08:00:00Z', instant],
  ['organisation', 'modifie_le', '2026-01-05T08:00:00+0000', instant],
  ['role', 'permissions[1]', ['clients.consulter', 'Tout !'], 'un nom de permission'],
  ['utilisateur', 'email', 'awa', mail],
  ['utilisateur', 'email', 'awa@exemple', mail],
  ['utilisateur', 'email', 'awa kone@exemple.ci', mail],
  ['utilisateur', 'telephone', '0700000001', phone],
  ['utilisateur', 'telephone', '+225 07 00 00 00 01', phone],
  ['utilisateur', 'telephone', '+33612345678', phone],
  ['utilisateur', 'derniere_connexion', 'hier', instant],
  ['partenaire', 'telephone', '+22507000000012', phone],
  ['partenaire', 'email', '@exemple.ci', mail],
  ['partenaire', 'zone_ids[0]', ['abidjan'], uuid],
  ['partenaire', 'valide_le', '2026-01-10T08:00Z', instant],
  ['contrat_cadre', 'date_debut', '2025-02-30', day],
  ['contrat_cadre', 'date_fin', '31/12/2026', day],
  ['contrat_cadre', 'signe_le', '2026-01-02', instant],
  ['document_kyc', 'date_emission', '2025-02-29', day],
  ['document_kyc', 'date_expiration', '2027-1-1', day],
  ['client', 'telephone', '+225070000000A', phone],
  ['client', 'email', 'contact@exemple.ci ', mail],
  ['client', 'secteur_id', 'AGRI', uuid],
  ['contact', 'email', 'nadege@@exemple.ci', mail],
  ['contact', 'telephone', '', phone],
  ['site', 'zone_id', '', uuid],
  ['reservation', 'traitee_le', 1_767_600_000, instant],
  ['offre', 'produit_id', 'satellite', uuid],
  ['tarif', 'valide_du', '2026-11-31', day],
  ['tarif', 'valide_au', '2026-13-01', day],
]

const ranges: readonly Wrong[] = [
  ['fichier', 'taille_octets', -1, 'un nombre entier supérieur ou égal à 0'],
  ['type_document', 'validite_mois', -3, 'un nombre entier supérieur ou égal à 0'],
  ['type_document', 'validite_mois', 1.5, 'un nombre entier supérieur ou égal à 0'],
  ['partenaire', 'capacite_commerciale', -1, 'un nombre entier supérieur ou égal à 0'],
  ['client', 'plafond_encours', -1, 'un montant entier supérieur ou égal à 0'],
  ['client', 'plafond_encours', 1000.5, 'un montant entier supérieur ou égal à 0'],
  ['client', 'plafond_encours', 1e300, 'un montant entier supérieur ou égal à 0'],
  ['client', 'raison_sociale', 'a'.repeat(256), 'un texte de 255 caractères au plus'],
  ['site', 'latitude', 91, 'un nombre de -90 à 90'],
  ['site', 'latitude', -90.0001, 'un nombre de -90 à 90'],
  ['site', 'longitude', 180.5, 'un nombre de -180 à 180'],
  ['site', 'longitude', -181, 'un nombre de -180 à 180'],
  ['offre', 'volume_go', 0, 'un nombre entier supérieur ou égal à 1'],
  ['offre', 'volume_go', 2.5, 'un nombre entier supérieur ou égal à 1'],
  ['offre', 'nb_appareils', -1, 'un nombre entier supérieur ou égal à 0'],
  ['offre', 'nb_acces', -1, 'un nombre entier supérieur ou égal à 0'],
  ['tarif', 'prix_ht', -45_000, 'un montant entier supérieur ou égal à 0'],
  ['tarif', 'prix_ht', 45_000.25, 'un montant entier supérieur ou égal à 0'],
]

const between: readonly Wrong[] = [
  ['contrat_cadre', 'date_fin', '2025-12-31', 'une date à partir de date_debut (2026-01-01)'],
  ['document_kyc', 'date_expiration', '2025-12-31', 'une date à partir de date_emission (2026-01-01)'],
  ['tarif', 'valide_au', '2025-12-31', 'une date à partir de valide_du (2026-01-01)'],
  ['utilisateur', 'role_id', records.role('b').id, "l'un des role_ids"],
  ['client', 'modifie_le', '9999-12-31T00:00:00Z', 'un instant avant le 9999-12-31'],
  ['reservation', 'modifie_le', '9999-12-31T23:59:59.999Z', 'un instant avant le 9999-12-31'],
  ['client', 'raison_sociale', 'Ent\u0000reprise', 'un texte Unicode'],
  ['contact', 'nom', 'Amon \ud83d', 'un texte Unicode'],
  ['site', 'libelle', '\udca0 Bouaké', 'un texte Unicode'],
]

const wrongs = [...types, ...enums, ...formats, ...ranges, ...between]

test.each(resourceNames)(
  'each wrong value of %s is refused at its line, and what is expected is told',
  async (name) => {
    const those = wrongs.filter(([of]) => of === name)
    const faults = await faultsOf(
      name,
      ...those.map(([, field, value], line) =>
        recordOf(name, { id: id(`${name}:${line}`), [field.replace(/\[.*/, '')]: value }),
      ),
    )
    expect(faults).toHaveLength(those.length)
    for (const [line, [, field, value, expected]] of those.entries()) {
      const told = faults.find((fault) => fault.startsWith(`${name}.ndjson, ligne ${line + 1}, ${field} : `))
      expect([field, value, told]).toEqual([field, value, expect.stringContaining(`attendu : ${expected}`)])
    }
  },
)

describe.each(resourceNames)('a record of %s', (name) => {
  const required = Object.keys(records[name]('neuf')).filter((field) => {
    const { anyOf } = (resources[name].fields[field] ?? {}) as { anyOf?: unknown }
    return anyOf === undefined && field !== 'cree_le' && field !== 'modifie_le'
  })

  test('is refused without its required fields, each of them named', async () => {
    const { id, ...rest } = recordOf(name)
    const bare = Object.fromEntries(Object.entries(rest).filter(([field]) => !required.includes(field)))
    const faults = await faultsOf(name, bare)
    expect(faults.map((fault) => fault.replace(/ ; attendu : .+$/, '')).sort()).toEqual(
      required.map((field) => `${name}.ndjson, ligne 1, ${field} : champ manquant`).sort(),
    )
  })

  test('is refused with null in its required fields and in its stamps', async () => {
    const fields = [...required, ...['cree_le', 'modifie_le'].filter((field) => field in recordOf(name))]
    const faults = await faultsOf(
      name,
      recordOf(name, Object.fromEntries(fields.map((field) => [field, null]))),
    )
    const told = faults.map(
      (fault) => /^(\w+)\.ndjson, ligne 1, (\w+) : « null » ; attendu : ./.exec(fault)?.[2],
    )
    expect(told.sort()).toEqual(fields.sort())
  })

  test('is refused with fields of another name, embedded objects among them', async () => {
    const faults = await faultsOf(name, recordOf(name, { tarif_en_vigueur: null, Id: 'x', toString: 1 }))
    expect(faults.sort()).toEqual(
      ['Id', 'tarif_en_vigueur', 'toString'].map(
        (field) => `${name}.ndjson, ligne 1, ${field} : champ inconnu ; retirez-le ou corrigez son nom`,
      ),
    )
  })
})

test('a given duplicate check is checked to its innermost fields', async () => {
  const doublons_detectes = {
    resultat: 'peut-être',
    controle_le: '2026-01-05',
    correspondances: [
      {
        client_id: 'x',
        raison_sociale: null,
        criteres: ['nom_proche'],
        similarite: 1.1,
        extra: 1,
      },
    ],
    reservations_concurrentes: [{ reservation_id: 1, partenaire_id: null, demandee_le: 'hier' }, 'rien'],
  }
  const faults = await faultsOf('reservation', recordOf('reservation', { doublons_detectes }))
  const fields = faults.map((fault) => /ligne 1, doublons_detectes\.(\S+) : /.exec(fault)?.[1])
  expect(fields.sort()).toEqual([
    'controle_le',
    ...['client_id', 'criteres[0]', 'extra', 'partenaire_actuel_id', 'raison_sociale', 'similarite'].map(
      (field) => `correspondances[0].${field}`,
    ),
    ...['demandee_le', 'partenaire_id', 'reservation_id'].map(
      (field) => `reservations_concurrentes[0].${field}`,
    ),
    'reservations_concurrentes[1]',
    'resultat',
  ])
  expect(faults.join('\n')).toContain('« 1.1 » ; attendu : un nombre de 0 à 1')
})

test('a date that does not exist is told once, not compared with another', async () => {
  const faults = await faultsOf('tarif', recordOf('tarif', { valide_du: '2026-13-01' }))
  expect(faults).toEqual([expect.stringContaining('tarif.ndjson, ligne 1, valide_du : ')])
})

test('none of all this has changed anything', async () => {
  expect(await data.exported()).toEqual(before)
})
