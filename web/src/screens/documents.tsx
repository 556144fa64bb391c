import { useFilters } from '../filters.ts'
import { count, several } from '../format.ts'
import { statutDocument } from '../labels.ts'
import { useDocuments } from '../queries.ts'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { PartnerFilter } from '../ui/partner-filter.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import { Table, TableSkeleton } from '../ui/table.tsx'
import { Title } from '../ui/title.tsx'
import { columnsOf } from './document-columns.tsx'
import { useSentVerdicts } from './sent-decisions.ts'
import { useSteady } from './steady-queue.ts'

/** The documents of all partners that wait for a verification, the oldest first; those of another state on request. */
export function Documents() {
  const filters = useFilters(['statut', 'partenaire_id'])
  const { values, set, page, taille } = filters
  const query = useDocuments({ ...values, page, taille }, { live: true })
  const steady = useSteady(JSON.stringify([values, page, taille]), query, 'anciennes')
  const { rows, absent, gone, held } = steady
  const waiting = values.statut === undefined
  const columns = columnsOf(waiting, { gone, sent: useSentVerdicts() })
  const total = query.data?.pagination.total
  return (
    <>
      <header className="screen-head">
        <Title window="Documents à vérifier">Documents à vérifier</Title>
        <p className="total" role="status">
          {total === undefined ? '' : several(total, 'document')}
        </p>
        <ClearFilters filters={filters} />
        {absent.size + held > 0 && (
          <button type="button" className="link" onClick={steady.update}>
            Mettre la liste à jour
          </button>
        )}
      </header>
      <FilterBar given={Object.keys(values).length}>
        <Select
          label="État"
          all="À vérifier et infectés"
          options={optionsOf(statutDocument)}
          value={values.statut}
          onChange={(statut) => set({ statut })}
        />
        <PartnerFilter value={values.partenaire_id} onChange={(partenaire_id) => set({ partenaire_id })} />
      </FilterBar>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={12} columns={columns.length} />}
        clear={filters.clear}
      >
        {({ pagination }) =>
          rows.length > 0 ? (
            <>
              <div className="documents">
                <Table
                  caption={`Documents, page ${count(pagination.page)} sur ${count(pagination.pages)}`}
                  rows={rows}
                  columns={columns}
                  keyOf={({ id }) => id}
                  href={({ id }) => documentHref(id, values.partenaire_id)}
                  busy={query.isPlaceholderData}
                />
              </div>
              <Pagination place={pagination} filters={filters} />
            </>
          ) : waiting && !filters.active && pagination.total === 0 ? (
            <Notice icon="check" title="Aucun document n’attend de vérification">
              <p>Les nouveaux dépôts apparaîtront ici d’eux-mêmes.</p>
            </Notice>
          ) : (
            <EmptyList noun="documents" filters={filters} total={pagination.total} />
          )
        }
      </Loaded>
    </>
  )
}

/** The address of a document; who verifies those of one partner goes on with that partner's. */
export const documentHref = (id: string, partenaire_id: string | undefined): string =>
  `/documents/${id}${partenaire_id === undefined ? '' : `?${new URLSearchParams({ partenaire_id })}`}`
