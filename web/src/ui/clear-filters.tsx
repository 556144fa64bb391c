import type { Filters } from '../filters.ts'

/** Takes all filters away. It stands beside the total, where it moves nothing when it comes and goes. */
export const ClearFilters = ({ filters }: { readonly filters: Filters<string> }) =>
  filters.active && (
    <button type="button" className="link" onClick={filters.clear}>
      Effacer les filtres
    </button>
  )
