import { useQuery } from '@tanstack/react-query'
import type { ControleDoublon, QuestionDoublon } from 'antenne-client'
import { useApi } from '../api.ts'
import { percent } from '../format.ts'
import { critereDoublon } from '../labels.ts'
import { Link } from '../router.tsx'
import { Icon } from '../ui/icon.tsx'

/** Asks whether a company is known already. */
export function useDuplicates(question: QuestionDoublon) {
  const { controlerDoublon } = useApi()
  const asks = Object.keys(question).length > 0
  return useQuery({
    queryKey: ['doublon', question],
    queryFn: ({ signal }) => controlerDoublon(question, { signal }),
    enabled: asks,
    // A warning stays until the next answer, and what is below in its place. That there is none is said of this question alone.
    placeholderData: (previous) => (asks && previous?.resultat !== 'aucun' ? previous : undefined),
    staleTime: 60_000,
    retry: false,
  })
}

/** The close records that the person may see, and that there are others. */
export function Duplicates({ found }: { readonly found: ControleDoublon }) {
  const { resultat, correspondances } = found
  if (resultat === 'aucun') return <p className="note">Aucune fiche proche.</p>
  return (
    <div className="banner">
      <p>
        <Icon name="alert" />{' '}
        {correspondances.length === 0
          ? 'Une fiche proche existe, hors de votre périmètre. Vérifiez que ce client n’est pas déjà suivi.'
          : 'Des fiches proches existent déjà :'}
      </p>
      <ul>
        {correspondances.map(({ client_id, raison_sociale, criteres, similarite }) => (
          <li key={client_id}>
            <Link href={`/clients/${client_id}`}>{raison_sociale}</Link> ({percent(similarite)}) :{' '}
            {criteres.map((one) => critereDoublon[one].toLocaleLowerCase('fr')).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
