import { uuidOf as id } from '../../demo/identifiers.ts'
import { type Of, recordOf } from '../../harness/records/record.ts'
import { worldSources } from '../../src/commands/write-demonstration.ts'
import { withWriter } from '../../src/database/writer.ts'
import { importRecords } from '../../src/transfer/import.ts'
import { type Records, recordsOf, worldOf } from '../model/records.ts'
import { openWorld, type World } from '../setup/world.ts'

type Permission = Of<'role'>['permissions'][number]

const acting: readonly Permission[] = [
  ...(['clients.creer', 'clients.modifier', 'clients.reserver'] as const),
  ...(['clients.reservation_valider', 'clients.credit_approuver'] as const),
  ...(['partenaires.documents_deposer', 'partenaires.documents_verifier'] as const),
]
const looking = ['clients.consulter', 'partenaires.consulter'] as const
const rights = {
  all: [...looking, ...acting],
  looking,
  blind: acting,
  credit: ['clients.consulter', 'clients.credit_approuver'],
} as const satisfies Record<string, readonly Permission[]>

const organisations: Record<string, readonly [Of<'organisation'>['type'], Of<'organisation'>['statut']?]> = {
  operator: ['operateur'],
  'operator suspended': ['operateur', 'suspendue'],
  manager: ['partenaire'],
  asker: ['partenaire'],
  other: ['partenaire'],
  'record suspended': ['partenaire'],
  suspended: ['partenaire', 'suspendue'],
  'no record': ['partenaire'],
  'client itself': ['client'],
  'another client': ['client'],
  'third party': ['tiers'],
}
const recorded = ['manager', 'asker', 'other', 'record suspended', 'suspended'] as const
type Recorded = (typeof recorded)[number]

/** Beside one user with all rights in each organisation: whose, and with which rights. */
const others: Record<string, readonly [string, (keyof typeof rights)?]> = {
  'operator without two factors': ['operator'],
  'operator who looks': ['operator', 'looking'],
  'operator who sees nothing': ['operator', 'blind'],
  'operator of credit': ['operator', 'credit'],
  'operator inactive': ['operator'],
  'manager who looks': ['manager', 'looking'],
  'manager who sees nothing': ['manager', 'blind'],
  'manager inactive': ['manager'],
}
export const LAX = 'operator without two factors'

const userId = (name: string): string => id(`acting:user:${name}`)
export const partnerId = (name: string): string => id(`acting:partner:${name}`)
const organisationId = (name: string): string => id(`acting:organisation:${name}`)
const roleId = (name: string): string => id(`acting:role:${name}`)

/**
 * A client as the rules see it: who manages it, who wrote it down, whose it is, who has asked for it; or a KYC document
 * and files, by the organisation that has them.
 */
interface Situation {
  readonly what: string
  readonly manager?: Recorded
  readonly creator?: string
  readonly of?: string
  readonly claim?: readonly [Recorded, Of<'reservation'>['statut']]
  readonly owner?: string
}

const situations: readonly Situation[] = [
  { what: 'managed', manager: 'manager', claim: ['manager', 'validee'] },
  { what: 'asked for', claim: ['asker', 'demandee'] },
  { what: 'managed and asked for', manager: 'manager', claim: ['asker', 'conflit'] },
  { what: 'refused', claim: ['asker', 'refusee'] },
  { what: 'created', creator: 'manager' },
  { what: 'created, managed by another', creator: 'asker', manager: 'manager' },
  { what: 'created without record', creator: 'no record' },
  { what: 'asked for without an active record', claim: ['record suspended', 'demandee'] },
  { what: 'of the client itself', of: 'client itself' },
  { what: 'nobody’s' },
  ...[
    ...['operator', 'manager', 'asker', 'record suspended', 'suspended', 'no record'],
    ...['client itself', 'third party'],
  ].map((owner) => ({ what: `of ${owner}`, owner })),
]

/**
 * One item of the matrix: a client in a situation, with a contact, a site, and a reservation if somebody asked; or a
 * document, with the file that it takes and one that none takes.
 */
export interface Item extends Situation {
  readonly id: string
  readonly contact: string
  readonly site: string
  readonly reservation: string
  readonly rccm: string
  readonly file: string
  readonly free: string
}

/** So many of each: an action that is done uses one up. A partner may not have as many documents that wait. */
const COPIES = { client: 48, document: 12 }
export const kindOf = ({ owner }: Situation) => (owner === undefined ? 'client' : 'document')

const itemOf = (situation: Situation, kind: number, copy: number): Item => {
  const of = (what: string) => id(`acting:${what}:${situation.what}:${copy}`)
  return {
    ...situation,
    ...{ id: of('client'), contact: of('contact'), site: of('site'), reservation: of('reservation') },
    ...{ file: of('file'), free: of('free file') },
    rccm: `CI-ABJ-03-2021-B12-${10_000 + kind * 100 + copy}`,
  }
}
export const items: readonly (readonly Item[])[] = situations.map((situation, kind) =>
  Array.from({ length: COPIES[kindOf(situation)] }, (_, copy) => itemOf(situation, kind, copy)),
)

/** When everything was written: the version that everybody saw. */
export const SEEN = '2026-03-02T10:00:00.000Z'

const user = (name: string, of: string, right: keyof typeof rights = 'all') =>
  recordOf('utilisateur', {
    ...{
      id: userId(name),
      organisation_id: organisationId(of),
      nom: name,
      actif: !name.endsWith('inactive'),
    },
    ...{ role_id: roleId(right), role_ids: [roleId(right)] },
  })

/** A name that resembles no other. */
const nameOf = (item: Item): string =>
  item.id.replace(/[\d-]/g, (sign) => 'ghijklmnopq'['0123456789-'.indexOf(sign)] ?? 'z')

const client = (item: Item) =>
  recordOf('client', {
    ...{ id: item.id, organisation_id: organisationId(item.of ?? 'another client'), rccm: item.rccm },
    raison_sociale: nameOf(item),
    statut: item.manager !== undefined ? 'actif' : 'prospect',
    partenaire_actuel_id: item.manager === undefined ? null : partnerId(item.manager),
    cree_par: userId(item.creator ?? 'operator'),
  })

/** A file of a caller's own, for a document of an item. */
export const spareFile = (caller: string, { what }: Situation): string => id(`acting:file:${caller}:${what}`)
export const TYPE = id('acting:type')

/** Its name says whose it is. */
const file = (name: string, owner: string) => recordOf('fichier', { id: name, nom_original: owner })
const document = (item: Item) =>
  recordOf('document_kyc', {
    ...{ id: item.id, organisation_id: organisationId(`${item.owner}`), type_document_id: TYPE },
    ...{ fichier_id: item.file, statut: 'depose' },
  })

const everything = items.flat().filter((item) => kindOf(item) === 'client')
const documents = items.flat().filter((item) => kindOf(item) === 'document')
const given = {
  ...{ zone_geographique: [], secteur_activite: [], contrat_cadre: [], offre: [], tarif: [] },
  type_document: [recordOf('type_document', { id: TYPE, code: 'T', libelle: 'Type' })],
  fichier: [
    ...documents.flatMap((item) => [file(item.file, `${item.owner}`), file(item.free, `${item.owner}`)]),
    ...Object.entries({ ...organisations, ...others }).flatMap(([name, [of]]) =>
      situations.map((one) => file(spareFile(name, one), name in organisations ? name : of)),
    ),
  ],
  document_kyc: documents.map(document),
  organisation: Object.entries(organisations).map(([name, [type, statut = 'active']]) =>
    recordOf('organisation', { id: organisationId(name), type, nom: name, statut }),
  ),
  role: Object.entries(rights).map(([name, permissions]) =>
    recordOf('role', {
      ...{ id: roleId(name), code: `acting_${name}`, libelle: name, type_organisation: 'operateur' },
      permissions,
    }),
  ),
  utilisateur: [
    ...Object.keys(organisations).map((name) => user(name, name)),
    ...Object.entries(others).map(([name, [of, right]]) => user(name, of, right)),
  ],
  partenaire: recorded.map((name) =>
    recordOf('partenaire', {
      ...{ id: partnerId(name), organisation_id: organisationId(name), raison_sociale: name },
      statut: name === 'record suspended' ? 'suspendu' : 'actif',
    }),
  ),
  client: everything.map(client),
  contact: everything.map((item) => recordOf('contact', { id: item.contact, client_id: item.id })),
  site: everything.map((item) => recordOf('site', { id: item.site, client_id: item.id, libelle: 'Siège' })),
  reservation: everything.flatMap(({ id: client_id, reservation, claim }) =>
    claim === undefined
      ? []
      : [
          recordOf('reservation', {
            ...{ id: reservation, client_id, partenaire_id: partnerId(claim[0]), statut: claim[1] },
            demandee_par: userId(claim[0]),
          }),
        ],
  ),
} satisfies Records

export const records = recordsOf(worldOf(given))

/** Those who act, by name: a user id, or null without a token. */
export const callers = [
  ...records.utilisateur.map(({ nom, id: who }) => ({ name: nom, who })),
  { name: 'without a token', who: null },
  { name: 'unknown user', who: userId('nobody') },
]

const boundless = { RATE_LIMIT_QUESTIONS: '1000000', RATE_LIMIT_QUESTIONS_JOUR: '1000000' }

/** The world of these records, in which an operator may lack two factors, as one whose import came from elsewhere. */
export async function openActingWorld(): Promise<World> {
  const environment = { ...boundless, RATE_LIMIT_ACTIONS: '1000000' }
  const world = await openWorld({ template: 'vide', environment })
  await withWriter(world.connection, async (client) => {
    await importRecords(client, worldSources(worldOf(given)), { now: world.now, progress: () => {} })
    await client.query('alter table utilisateur disable trigger user')
    await client.query(`update utilisateur set double_authentification = false where id = '${userId(LAX)}'`)
    await client.query('alter table utilisateur enable trigger user')
    await client.query(STORED)
  })
  return world
}

/** Each file is that of the organisation that its name says, and has contents. */
const STORED = `
  insert into contenu (id, organisation_id, empreinte, taille_octets)
  select fichier.id, organisation.id, sha256(uuid_send(fichier.id)), taille_octets
  from fichier join organisation on organisation.nom = nom_original;
  update fichier set contenu_id = contenu.id, organisation_id = contenu.organisation_id from contenu where contenu.id = fichier.id`
