import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { keepAnswers } from './kept.ts'

/** Answers are written this long after they came, in milliseconds, together with those that follow. */
const SOON = 1000
/** So many of the latest are kept. */
const MOST = 200

/** Not kept: how the page started, contents of files, and what is computed from the copy. */
const NOT_KEPT: readonly unknown[] = ['start', 'comptes', 'fichier', 'copie']

/** Keeps what the service answers on the device. */
export function keepAnswersOf(queries: QueryClient): void {
  let planned = false
  const write = () => {
    planned = false
    keepAnswers(answersOf(queries)).catch(() => {})
  }
  queries.getQueryCache().subscribe((event) => {
    if (planned || event.type !== 'updated' || event.action.type !== 'success') return
    planned = true
    setTimeout(write, SOON)
  })
}

/** What is known, to be asked again as soon as it is shown. */
function answersOf(queries: QueryClient): DehydratedState {
  const { queries: known } = dehydrate(queries, {
    shouldDehydrateQuery: ({ queryKey: [of], state }) => state.data !== undefined && !NOT_KEPT.includes(of),
    shouldDehydrateMutation: () => false,
  })
  const latest = known.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, MOST)
  return {
    mutations: [],
    queries: latest.map(({ state: { data, dataUpdatedAt }, ...query }) => ({
      ...query,
      state: { ...ANSWERED, data, dataUpdatedAt },
    })),
  }
}

const ANSWERED = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: true,
  status: 'success',
  fetchStatus: 'idle',
} as const

/** Shows what was kept. */
export const showAnswers = (queries: QueryClient, answers: DehydratedState): void => hydrate(queries, answers)

/** When the oldest of what the screen shows was answered, in milliseconds; undefined if it shows nothing yet. */
export function ageOf(queries: QueryClient): number | undefined {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey: [of], state }) => state.data !== undefined && of !== 'start')
    .map(({ queryKey: [of], state }) =>
      of === 'copie' ? (state.data as { readonly at: number }).at : state.dataUpdatedAt,
    )
  return times.length === 0 ? undefined : Math.min(...times)
}
