import { mix } from '../../demo/random.ts'
import type { Who, World } from './world.ts'

/** One thing to measure: who asks for what. */
export interface Case {
  readonly name: string
  /** The operator, unless another is named. */
  readonly by?: Who
  /** What is asked, in turn. */
  readonly paths: (world: World) => readonly string[]
  /** Whether the handler that a team writes first is measured beside it. */
  readonly plain?: true
  /** Whether the least that its statement costs is measured beside it, and how long people wait. */
  readonly bare?: true
  /** The status of the answer, where it is no success. */
  readonly status?: number
  /** Whether no two answers are the same. */
  readonly timed?: true
  /** Whether it is measured once more while somebody writes. */
  readonly underWrites?: true
  /** Whether it is measured once more while people act. */
  readonly besideActions?: true
  /** Whether it belongs to the bench of every day. */
  readonly daily?: true
  /** Whether it reads a large part of all rows: two at once keep two cores busy, ten would wait past their deadline. */
  readonly broad?: true
}

const SEED = 20_260_101
const PAGES = 200
const WORDS = 300
const TAILLE = 20

const clients = '/api/v1/clients'
const partenaires = '/api/v1/partenaires'
const reservations = '/api/v1/reservations'

const searchFor = (text: string): string => `${clients}?recherche=${encodeURIComponent(text)}`
const fifty = [...'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmn'].join(' ')

const pagesOf = (rows: number): number => Math.max(1, Math.ceil(rows / TAILLE))

/** Pages from all over a list, in no order, the same in every run. */
function randomPages(list: string, rows: number): string[] {
  const pages = pagesOf(rows)
  const drawn = new Set<number>()
  for (let draw = 0; drawn.size < Math.min(pages, PAGES); draw++) drawn.add(1 + (mix(SEED, draw) % pages))
  return [...drawn].map((page) => `${list}?page=${page}`)
}

/** With which the others are compared. */
export const reference: Case = {
  name: 'clients, page 1',
  paths: () => [clients],
  plain: true,
  bare: true,
  underWrites: true,
  besideActions: true,
  daily: true,
}

export const cases: readonly Case[] = [
  reference,
  {
    name: 'clients, random pages',
    paths: ({ readers }) => randomPages(clients, readers.operator.clients),
    daily: true,
  },
  {
    name: 'clients, last page',
    paths: ({ readers }) => [`${clients}?page=${pagesOf(readers.operator.clients)}`],
  },
  { name: 'clients, largest partner', by: 'largest', paths: () => [clients], underWrites: true, daily: true },
  {
    name: 'clients, largest partner, random pages',
    by: 'largest',
    paths: ({ readers }) => randomPages(clients, readers.largest.clients),
  },
  {
    name: 'clients, largest partner, last page',
    by: 'largest',
    paths: ({ readers }) => [`${clients}?page=${pagesOf(readers.largest.clients)}`],
  },
  { name: 'clients, median partner', by: 'median', paths: () => [clients] },
  { name: 'clients, smallest partner', by: 'smallest', paths: () => [clients] },
  { name: 'clients, statut', paths: () => [`${clients}?statut=actif`], underWrites: true, daily: true },
  {
    name: 'clients, statut, far page',
    paths: ({ readers }) => [
      `${clients}?statut=actif&page=${Math.ceil(pagesOf(readers.operator.clients) / 5)}`,
    ],
  },
  { name: 'clients, statut_kyc', paths: () => [`${clients}?statut_kyc=conforme`] },
  { name: 'clients, secteur', paths: ({ sector }) => [`${clients}?secteur_id=${sector}`] },
  { name: 'clients, partenaire', paths: ({ partner }) => [`${clients}?partenaire_id=${partner}`] },
  {
    name: 'clients, statut and statut_kyc',
    paths: () => [`${clients}?statut=prospect&statut_kyc=a_fournir`],
  },
  {
    name: 'clients, statut and secteur',
    paths: ({ sector }) => [`${clients}?statut=actif&secteur_id=${sector}`],
  },
  {
    name: 'clients, statut_kyc and secteur',
    paths: ({ sector }) => [`${clients}?statut_kyc=conforme&secteur_id=${sector}`],
  },
  {
    name: 'clients, statut and partenaire',
    paths: ({ partner }) => [`${clients}?statut=actif&partenaire_id=${partner}`],
  },
  {
    name: 'clients, three filters',
    paths: ({ partner, sector }) => [`${clients}?statut=actif&partenaire_id=${partner}&secteur_id=${sector}`],
    daily: true,
  },
  { name: 'search, five letters', paths: ({ word }) => [`${clients}?recherche=${word}`], daily: true },
  {
    name: 'search, five letters, cold',
    paths: ({ others }) => others.slice(0, WORDS).map((word) => `${clients}?recherche=${word}`),
    daily: true,
  },
  { name: 'search, two letters', paths: () => [`${clients}?recherche=ko`], daily: true },
  { name: 'search, nothing found', paths: () => [`${clients}?recherche=zqxjk`] },
  { name: 'search, two letters and an accent apart', paths: () => [searchFor('ne\u0301')] },
  { name: 'search, signs', paths: () => ["'''", '...', '%_\\'].map(searchFor) },
  { name: 'search, signs and letters', paths: () => ["l'a", '-b-', "d'"].map(searchFor), broad: true },
  { name: 'search, rare pair', paths: () => [searchFor('mg')], broad: true },
  { name: 'search, one-letter words', paths: () => [searchFor('a e i o u')], broad: true },
  { name: 'search, fifty words', paths: () => [searchFor(fifty)], broad: true },
  { name: 'search, half of all', paths: () => [searchFor('ci-abj')], broad: true },
  {
    name: 'search, one-letter words, largest partner',
    by: 'largest',
    paths: () => [searchFor('a e i o u')],
    broad: true,
  },
  { name: 'search and statut', paths: ({ word }) => [`${clients}?recherche=${word}&statut=actif`] },
  { name: 'search, largest partner', by: 'largest', paths: ({ word }) => [`${clients}?recherche=${word}`] },
  {
    name: 'client',
    paths: ({ client }) => [`${clients}/${client}`],
    plain: true,
    bare: true,
    besideActions: true,
    daily: true,
  },
  { name: 'sites of a client', paths: ({ client }) => [`${clients}/${client}/sites`] },
  { name: 'partners', paths: () => [partenaires], daily: true },
  { name: 'partner', paths: ({ partner }) => [`${partenaires}/${partner}`] },
  { name: 'KYC documents', paths: ({ partner }) => [`${partenaires}/${partner}/documents-kyc`] },
  { name: 'reservations', paths: () => [reservations], daily: true },
  {
    name: 'reservations, random pages',
    paths: ({ readers }) => randomPages(reservations, readers.operator.reservations),
  },
  { name: 'reservations, statut', paths: () => [`${reservations}?statut=refusee`] },
  { name: 'reservations, partenaire', paths: ({ partner }) => [`${reservations}?partenaire_id=${partner}`] },
  { name: 'reservations, largest partner', by: 'largest', paths: () => [reservations] },
  { name: 'plans', paths: () => ['/api/v1/offres'] },
  { name: 'session', paths: () => ['/api/v1/moi'], daily: true },
  { name: 'health', paths: () => ['/api/v1/sante'], timed: true, daily: true },
  { name: 'unknown path', paths: () => ['/api/v1/inconnu'], status: 404, daily: true },
]
