import type { ReactNode } from 'react'
import { Link } from '../router.tsx'

/** A column: what stands above it, and in it. On a phone its title stands before each value. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly numeric?: boolean
  /** Given more room than its share. */
  readonly roomy?: boolean
  /** Holds a name that comes later than the row: its width is a share of the table's, whatever the name. */
  readonly named?: boolean
  /** Takes two lines on a narrow screen rather than room from the others. */
  readonly wraps?: boolean
  /** Left out on a narrow screen. */
  readonly secondary?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly rows: readonly Row[]
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly keyOf: (row: Row) => string
  /** Where a row leads; its first cell is the link. */
  readonly href?: (row: Row) => string
  readonly selected?: string | undefined
  readonly busy?: boolean
}

// A table that is laid out as cards is no longer one to assistive technology, unless it is told.
const is = (role: string) => ({ role })

const classOf = ({ numeric, roomy, named, wraps, secondary }: Column<never>) =>
  [numeric && 'numeric', roomy && 'roomy', named && 'named', wraps && 'wraps', secondary && 'secondary']
    .filter(Boolean)
    .join(' ') || undefined

/** A table on a wide screen, cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, columns, keyOf, href, selected, busy = false } = props
  const [first, ...others] = columns
  return (
    <div className="table-frame" aria-busy={busy}>
      <table {...is('table')}>
        <caption className="unseen">{caption}</caption>
        <thead {...is('rowgroup')}>
          <tr {...is('row')}>
            {columns.map((column) => (
              <th key={column.title} scope="col" {...is('columnheader')} className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...is('rowgroup')}>
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr key={key} {...is('row')} className={key === selected ? 'selected' : undefined}>
                <th scope="row" {...is('rowheader')} className={classOf(first)}>
                  {href === undefined ? (
                    first.cell(row)
                  ) : (
                    <Link href={href(row)} className="row-link" aria-current={key === selected || undefined}>
                      {first.cell(row)}
                    </Link>
                  )}
                </th>
                {others.map((column) => (
                  <td
                    key={column.title}
                    {...is('cell')}
                    data-title={column.title}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** As many grey rows as there may be. */
export const TableSkeleton = ({ rows, columns }: { readonly rows: number; readonly columns: number }) => (
  <div className="table-frame" aria-hidden="true">
    <table>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {Array.from({ length: columns }, (_, column) => (
              <td key={column}>
                <span className="skeleton" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const Nothing = () => (
  <span className="nothing">
    <span aria-hidden="true">—</span>
    <span className="unseen">non renseigné</span>
  </span>
)
