import { type Filters, useFilters } from '../filters.ts'
import { useDecides } from '../session/me.ts'

const names = ['recherche', 'statut', 'resultat', 'partenaire_id', 'client_id', 'tri'] as const

type Name = (typeof names)[number]

/** What of the queue is shown, and what is asked for it. */
export interface QueueFilters {
  readonly filters: Filters<Name>
  /** A state of the contract, `en_attente` for all that wait, or `toutes`. */
  readonly state: string
  readonly usualState: 'en_attente' | 'toutes'
  readonly order: string
  readonly usualOrder: 'anciennes' | 'recentes'
  /** The filters as `listerFileReservations` has them. */
  readonly asked: Readonly<Record<string, string>>
}

const waiting: readonly string[] = ['en_attente', 'demandee', 'conflit']

/** Who decides sees what waits, the oldest first, unless the address says otherwise; others see all, the newest first. */
export function useQueueFilters(): QueueFilters {
  const decides = useDecides()
  const filters = useFilters(names)
  const { statut, tri, ...others } = filters.values
  const usualState = decides ? 'en_attente' : 'toutes'
  const state = statut ?? usualState
  const usualOrder = decides && waiting.includes(state) ? 'anciennes' : 'recentes'
  const order = tri ?? usualOrder
  return {
    filters,
    state,
    usualState,
    order,
    usualOrder,
    asked: { ...others, ...askedState(state), tri: order },
  }
}

function askedState(state: string): Readonly<Record<string, string>> {
  if (state === 'toutes') return {}
  return state === 'en_attente' ? { en_attente: 'true' } : { statut: state }
}
