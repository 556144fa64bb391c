import type { Filters } from '../filters.ts'
import { typeOrganisation } from '../labels.ts'
import { Link } from '../router.tsx'
import { useMe } from '../session/me.ts'
import { Notice } from './notice.tsx'

interface EmptyListProps {
  /** What the list contains: « clients ». */
  readonly noun: string
  readonly filters: Filters<string>
  readonly total: number
}

/** A list without rows: past its end, without result, or really empty, each with its message. */
export function EmptyList({ noun, filters, total }: EmptyListProps) {
  const { organisation } = useMe()
  if (total > 0) {
    const first = (
      <Link className="button primary" href={filters.pageHref(1)}>
        Revenir à la première page
      </Link>
    )
    return (
      <Notice icon="empty" title="Cette page est vide" actions={first}>
        <p>La liste s’arrête avant cette page.</p>
      </Notice>
    )
  }
  if (filters.active) {
    const clear = (
      <button type="button" className="button primary" onClick={filters.clear}>
        Effacer les filtres
      </button>
    )
    return (
      <Notice icon="search" title="Aucun résultat" actions={clear}>
        <p>Aucun élément ne répond à tous ces filtres. Essayez avec moins de mots ou moins de filtres.</p>
      </Notice>
    )
  }
  const outside = organisation.type === 'client' || organisation.type === 'tiers'
  return (
    <Notice icon="empty" title={`Aucun élément : ${noun}`}>
      {outside ? (
        <p>
          Votre organisation, {organisation.nom}, est de type « {typeOrganisation[organisation.type]} » : elle
          ne suit pas de {noun} sur la plateforme. C’est normal, il n’y a rien à corriger.
        </p>
      ) : (
        <p>Il n’y en a pas encore. Ce que la plateforme enregistrera apparaîtra ici.</p>
      )}
    </Notice>
  )
}
