import type { ListerClientsQuery } from 'antenne-client'

type ClientFilter = Exclude<keyof ListerClientsQuery, 'page' | 'taille'>
/** None that the service has is forgotten: that would not compile. */
const filtersOfClients: Record<ClientFilter, true> = {
  recherche: true,
  statut: true,
  statut_kyc: true,
  partenaire_id: true,
  secteur_id: true,
}
/** What the list of clients is filtered by. */
export const clientFilters = Object.keys(filtersOfClients) as ClientFilter[]

/** What an address asks of a list. */
interface Asked<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly page: number
  readonly taille: number
}

/** Reads the filters of these names, and the page, from an address. */
export function askedIn<Name extends string>(
  search: string,
  names: readonly Name[],
  usual: { readonly taille: number } = { taille: 20 },
): Asked<Name> {
  const given = new URLSearchParams(search)
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = given.get(name)
    if (value !== null && value !== '') values[name] = value
  }
  return {
    values,
    page: positive(given.get('page'), 1),
    taille: positive(given.get('taille'), usual.taille),
  }
}

const positive = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : fallback

/** What the queue of reservations is filtered by. */
export const queueNames = ['recherche', 'statut', 'resultat', 'partenaire_id', 'client_id', 'tri'] as const
export type QueueName = (typeof queueNames)[number]

/** What of the queue is shown, and what is asked for it. */
export interface AskedOfQueue {
  /** A state of the contract, `en_attente` for all that wait, or `toutes`. */
  readonly state: string
  readonly usualState: 'en_attente' | 'toutes'
  readonly order: string
  readonly usualOrder: 'anciennes' | 'recentes'
  /** The filters as `listerFileReservations` has them. */
  readonly asked: Readonly<Record<string, string>>
}

const waiting: readonly string[] = ['en_attente', 'demandee', 'conflit']

/**
 * Who decides sees what waits, the oldest first, unless the address says otherwise; others see all, the newest first.
 */
export function askedOfQueue(values: Asked<QueueName>['values'], decides: boolean): AskedOfQueue {
  const { statut, tri, ...others } = values
  const usualState = decides ? 'en_attente' : 'toutes'
  const state = statut ?? usualState
  const usualOrder = decides && waiting.includes(state) ? 'anciennes' : 'recentes'
  const order = tri ?? usualOrder
  const asked = { ...others, ...askedState(state), tri: order }
  return { state, usualState, order, usualOrder, asked }
}

function askedState(state: string): Readonly<Record<string, string>> {
  if (state === 'toutes') return {}
  return state === 'en_attente' ? { en_attente: 'true' } : { statut: state }
}
