import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AntenneError, type ControleDoublon, type QuestionDoublon } from 'antenne-client'
import { useApi } from '../api.ts'
import { percent } from '../format.ts'
import { critereDoublon } from '../labels.ts'
import { Link } from '../router.tsx'
import { Icon } from '../ui/icon.tsx'
import { useUnmoved } from '../ui/unmoved.ts'
import { inside } from './evidence-words.ts'

/** Looks for close records, and shows them beside the fields that are compared. */
export function CloseRecords({ questions }: { readonly questions: readonly QuestionDoublon[] }) {
  const close = useUnmoved(useDuplicates(questions))
  return (
    <div className="close-records" role="status">
      {close.data !== undefined ? (
        <Duplicates found={close.data} />
      ) : (
        close.isError && <NotChecked check={close} />
      )}
    </div>
  )
}

/** Asks whether a company is known already. */
function useDuplicates(questions: readonly QuestionDoublon[]) {
  const { controlerDoublon } = useApi()
  const queries = useQueryClient()
  const asks = questions.length > 0
  const ask = (question: QuestionDoublon) =>
    queries.fetchQuery({
      queryKey: ['doublon', question],
      queryFn: ({ signal }) => controlerDoublon(question, { signal }),
      staleTime: FRESH,
    })
  return useQuery({
    queryKey: ['doublons', questions],
    queryFn: async () => (await Promise.all(questions.map(ask))).reduce(both),
    enabled: asks,
    // A warning stays until the next answer, and what is below in its place. That there is none is said of this
    // question alone.
    placeholderData: (previous) => (asks && previous?.resultat !== 'aucun' ? previous : undefined),
    staleTime: FRESH,
    retry: false,
  })
}

/** Questions are counted: the same one is not asked again for so long, in milliseconds. */
const FRESH = 60_000

/** Two answers about the same company. */
function both(one: ControleDoublon, other: ControleDoublon): ControleDoublon {
  const found = new Map(one.correspondances.map((match) => [match.client_id, match]))
  for (const match of other.correspondances) {
    const known = found.get(match.client_id) ?? match
    const criteres = [...new Set([...known.criteres, ...match.criteres])]
    found.set(match.client_id, { ...known, criteres })
  }
  const { resultat } = one.resultat === 'aucun' ? other : one
  return { ...one, resultat, correspondances: [...found.values()] }
}

/** Says that close records could not be looked for. */
function NotChecked({ check }: { readonly check: ReturnType<typeof useDuplicates> }) {
  const { error, isFetching, refetch } = check
  return (
    <p className="note">
      La vérification n’a pas pu se faire. {error instanceof AntenneError && error.message}{' '}
      <button
        type="button"
        className="link"
        aria-disabled={isFetching}
        onClick={() => !isFetching && void refetch()}
      >
        {isFetching ? 'Vérification…' : 'Réessayer'}
      </button>
    </p>
  )
}

/** By how many records the person may see. */
const warnings = [
  'Une fiche proche existe, hors de votre périmètre. Vérifiez que ce client n’est pas déjà suivi.',
  'Fiche proche :',
]

/** The close records that the person may see, and that there are others. */
export function Duplicates({ found }: { readonly found: ControleDoublon }) {
  const { resultat, correspondances } = found
  if (resultat === 'aucun') return <p className="note">Aucune fiche proche.</p>
  return (
    <div className="banner">
      <p>
        <Icon name="alert" /> {warnings[correspondances.length] ?? 'Fiches proches :'}
      </p>
      <ul>
        {correspondances.map(({ client_id, raison_sociale, criteres, similarite }) => (
          <li key={client_id}>
            <Link href={`/clients/${client_id}`}>{raison_sociale}</Link>
            {similarite > 0 && ` (${percent(similarite)})`} :{' '}
            {criteres.map((one) => inside(critereDoublon[one])).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
