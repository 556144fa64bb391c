import type { Filters } from '../filters.ts'

/** Clears all filters. It is beside the total, where its appearance moves nothing. */
export const ClearFilters = ({ filters }: { readonly filters: Filters<string> }) =>
  filters.active && (
    <button type="button" className="link" onClick={filters.clear}>
      Effacer les filtres
    </button>
  )
