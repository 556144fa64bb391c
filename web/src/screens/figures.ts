import { useQueries, useQuery } from '@tanstack/react-query'
import type { AntenneClient, Page } from 'antenne-client'
import { useApi } from '../api.ts'
import type { Tone, Words } from '../labels.ts'

/** A count; undefined until it is known. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly tone: Tone
  readonly href: string
  readonly total: number | undefined
}

type Listed = 'clients' | 'partenaires' | 'reservations' | 'offres'
type Filter = Readonly<Record<string, string>>

const operations = {
  clients: 'listerClients',
  partenaires: 'listerPartenaires',
  reservations: 'listerReservations',
  offres: 'listerOffres',
} as const satisfies Record<Listed, keyof AntenneClient>

/** A total is that of a list with one item per page: the service's totals are exact. */
const totalQuery = (api: AntenneClient, of: Listed, filter: Filter) => ({
  queryKey: ['total', of, filter],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const list = api[operations[of]] as (query: object, options: object) => Promise<Page<unknown>>
    return (await list({ ...filter, taille: 1 }, { signal })).pagination.total
  },
  staleTime: 60_000,
})

export const useTotal = (of: Listed, filter: Filter): number | undefined =>
  useQuery(totalQuery(useApi(), of, filter)).data

/** The totals of each value of a filter. */
export function useFigures<Value extends string>(of: Listed, filter: string, words: Words<Value>): Figure[] {
  const api = useApi()
  const values = Object.entries<readonly [string, Tone]>(words)
  const totals = useQueries({ queries: values.map(([value]) => totalQuery(api, of, { [filter]: value })) })
  return values.map(([key, [label, tone]], index) => ({
    key,
    label,
    tone,
    href: `/${of}?${filter}=${key}`,
    total: totals[index]?.data,
  }))
}

/** The plans on sale, by period. */
export function useCatalogueFigures(periods: Readonly<Record<string, string>>): Figure[] {
  const api = useApi()
  const values = Object.entries(periods)
  const totals = useQueries({
    queries: values.map(([periode]) => totalQuery(api, 'offres', { periode, actif: 'true' })),
  })
  return values.map(([key, label], index) => ({
    key,
    label,
    tone: 'info',
    href: `/catalogue?periode=${key}&actif=true`,
    total: totals[index]?.data,
  }))
}
