import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { TableauDeBord } from 'antenne-client'
import { useApi } from '../api.ts'
import type { Tone, Words } from '../labels.ts'

/** A count, and where what it counts is listed. */
export interface Figure {
  readonly key: string
  readonly label: string
  readonly tone: Tone
  readonly href: string
  readonly total: number
}

/** Where each read that is counted has its screen. */
const screens = {
  listerClients: '/clients',
  listerPartenaires: '/partenaires',
  listerReservations: '/reservations',
  listerOffres: '/catalogue',
  listerDocumentsAVerifier: '/documents',
} as const

type Listed = keyof typeof screens
type Filters = Readonly<Record<string, string>>

/** All figures of the home screen, in one call. */
export function useTableau(): UseQueryResult<TableauDeBord> {
  const { lireTableauDeBord } = useApi()
  return useQuery({ queryKey: ['total'], queryFn: ({ signal }) => lireTableauDeBord({ signal }) })
}

export function hrefOf(list: Listed, filters: Filters): string {
  const asked = new URLSearchParams(filters)
  return asked.size === 0 ? screens[list] : `${screens[list]}?${asked}`
}

/** The total of a list with these filters; 0 where the person may not read it. */
export function totalOf({ chiffres }: TableauDeBord, list: Listed, filters: Filters): number {
  const asked = new URLSearchParams(filters).toString()
  return chiffres.find(({ lecture, filtres }) => lecture === list && filtres === asked)?.total ?? 0
}

/** The totals of each value of a filter. */
export function figuresOf(
  board: TableauDeBord,
  list: Listed,
  filter: string,
  words: Words<string> | Readonly<Record<string, string>>,
  others: Filters = {},
): Figure[] {
  return Object.entries<string | readonly [string, Tone]>(words).map(([key, word]) => {
    const [label, tone] = typeof word === 'string' ? [word, 'info' as const] : word
    const filters = { [filter]: key, ...others }
    return { key, label, tone, href: hrefOf(list, filters), total: totalOf(board, list, filters) }
  })
}
