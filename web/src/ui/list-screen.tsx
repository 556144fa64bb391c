import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from 'antenne-client'
import type { ReactNode } from 'react'
import type { Filters } from '../filters.ts'
import { count, several } from '../format.ts'
import { ClearFilters } from './clear-filters.tsx'
import { EmptyList } from './empty-list.tsx'
import { ExportButton, type Exported } from './export.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Loaded } from './loaded.tsx'
import { Pagination } from './pagination.tsx'
import { type Column, Table, TableSkeleton } from './table.tsx'
import { Title } from './title.tsx'

interface ListScreenProps<Row> {
  readonly title: string
  /** Singular and plural: « client », « clients ». */
  readonly noun: readonly [one: string, many: string]
  readonly query: UseQueryResult<Page<Row>>
  readonly filters: Filters<string>
  /** The fields of the filters. */
  readonly fields: ReactNode
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly href: (row: Row) => string
  readonly exported: Exported<Row>
  /** The way to add one, for those who may. */
  readonly create?: ReactNode
}

/** A list: its filters, rows and pages. The current page stays until the next one is there. */
export function ListScreen<Row extends { readonly id: string }>(props: ListScreenProps<Row>) {
  const { title, noun, query, filters, fields, columns, href, exported, create } = props
  const total = query.data?.pagination.total
  return (
    <>
      <header className="screen-head">
        <Title window={title}>{title}</Title>
        <p className="total" role="status">
          {total === undefined ? '' : several(total, ...noun)}
        </p>
        <ClearFilters filters={filters} />
        <ExportButton exported={exported} />
        {create}
      </header>
      <FilterBar given={Object.keys(filters.values).length}>{fields}</FilterBar>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={Math.min(filters.taille, 12)} columns={columns.length} />}
        clear={filters.clear}
      >
        {({ donnees, pagination }) =>
          donnees.length === 0 ? (
            <EmptyList noun={noun[1]} filters={filters} total={pagination.total} />
          ) : (
            <>
              <Table
                caption={`${title}, page ${count(pagination.page)} sur ${count(pagination.pages)}`}
                rows={donnees}
                columns={columns}
                keyOf={({ id }) => id}
                href={href}
                busy={query.isPlaceholderData}
              />
              <Pagination place={pagination} filters={filters} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
