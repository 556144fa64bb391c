import { useMe } from '../session/me.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Name } from '../ui/names.tsx'
import { PartnerFilter } from '../ui/partner-filter.tsx'
import { Search } from '../ui/search.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import type { QueueFilters } from './queue-filters.ts'
import { useReservationWords } from './reservation-words.ts'

const states = { en_attente: 'En attente', toutes: 'Toutes' }
const orders = { anciennes: 'Anciennes d’abord', recentes: 'Récentes d’abord' }

/** The fields of the queue's filters. What is usual for the person has no place in the address. */
export function QueueFields({ queue }: { readonly queue: QueueFilters }) {
  const { filters, state, usualState, order, usualOrder } = queue
  const { values, set } = filters
  const words = useReservationWords()
  const operator = useMe().organisation.type === 'operateur'
  const unless = (usual: string, value: string) => (value === usual ? undefined : value)
  return (
    <FilterBar given={Object.keys(values).length}>
      <Search
        label="Client, RCCM ou NCC"
        value={values.recherche ?? ''}
        onChange={(recherche, how) => set({ recherche }, how)}
      />
      <Select
        label="État"
        all={states[usualState]}
        options={[...optionsOf(states), ...optionsOf(words.statut)].filter(([value]) => value !== usualState)}
        value={unless(usualState, state)}
        onChange={(statut) => set({ statut })}
      />
      <Select
        label="Contrôle de doublon"
        all="Tous"
        options={optionsOf(words.resultat)}
        value={values.resultat}
        onChange={(resultat) => set({ resultat })}
      />
      {operator && (
        <PartnerFilter value={values.partenaire_id} onChange={(partenaire_id) => set({ partenaire_id })} />
      )}
      <Select
        label="Ordre"
        all={orders[usualOrder]}
        options={optionsOf(orders).filter(([value]) => value !== usualOrder)}
        value={unless(usualOrder, order)}
        onChange={(tri) => set({ tri })}
      />
      {values.client_id !== undefined && (
        <p className="chip">
          Client : <Name id={values.client_id} />
          <button
            type="button"
            aria-label="Retirer le filtre client"
            onClick={() => set({ client_id: undefined })}
          >
            ×
          </button>
        </p>
      )}
    </FilterBar>
  )
}
