import { Link } from '../router.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { Notice } from '../ui/notice.tsx'
import type { QueueFilters } from './queue-filters.ts'

/** A queue without rows: nothing waits, or what is looked for was decided already. */
export function QueueEmpty({ queue, total }: { readonly queue: QueueFilters; readonly total: number }) {
  const { filters, state } = queue
  if (total > 0 || state !== 'en_attente')
    return <EmptyList noun="réservations" filters={filters} total={total} />
  const { statut: _, ...others } = filters.values
  const all = (
    <Link
      className="button primary"
      href={`/reservations?${new URLSearchParams({ ...others, statut: 'toutes' })}`}
    >
      {Object.keys(others).length === 0
        ? 'Voir toutes les réservations'
        : 'Chercher dans toutes les réservations'}
    </Link>
  )
  return (
    <Notice icon="empty" title="Aucune demande n’attend de décision" actions={all}>
      {Object.keys(others).length === 0 ? (
        <p>Les nouvelles demandes apparaîtront ici d’elles-mêmes.</p>
      ) : (
        <p>
          Aucune demande en attente ne répond à ces filtres ; celle que vous cherchez est peut-être décidée.
        </p>
      )}
    </Notice>
  )
}
