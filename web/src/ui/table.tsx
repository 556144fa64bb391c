import type { ReactNode } from 'react'
import { Link } from '../router.tsx'
import { useFoundAgain } from './found-again.ts'
import { followRow, isSelecting } from './row-click.ts'

/** A column: its title and its cells. On a phone the title precedes each value. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly numeric?: boolean
  /** Wider than its share. */
  readonly roomy?: boolean
  /** Contains a name that arrives later than the row: its width is a fixed share of the table. */
  readonly named?: boolean
  /** Wraps to two lines on a narrow screen. */
  readonly wraps?: boolean
  /** Left out on a narrow screen. */
  readonly secondary?: boolean
  /** A way to reach somebody: there again on a phone. */
  readonly reach?: boolean
  /** What it costs: beside the name in a compact card. */
  readonly priced?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly rows: readonly Row[]
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
  readonly keyOf: (row: Row) => string
  /** The link of a row, in its first cell. */
  readonly href?: (row: Row) => string
  readonly selected?: string | undefined
  readonly busy?: boolean
  /** Whether its cards on a phone are a few lines without titles: its values tell what they are. */
  readonly compact?: boolean
  /** What stands before a row, to choose it. */
  readonly box?: ((row: Row) => ReactNode) | undefined
}

// Assistive technology no longer recognises a table laid out as cards, unless it has roles.
const is = (role: string) => ({ role })

const traits = ['numeric', 'roomy', 'named', 'wraps', 'secondary', 'reach', 'priced'] as const
const classOf = (column: Column<never>) =>
  traits.filter((trait) => column[trait] === true).join(' ') || undefined

/** A table on a wide screen, cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, columns, keyOf, href, selected, busy = false, compact = false, box } = props
  const [first, ...others] = columns
  useFoundAgain()
  return (
    <div className={compact ? 'table-frame compact' : 'table-frame'} tabIndex={-1} aria-busy={busy}>
      <table {...is('table')}>
        <caption className="unseen">{caption}</caption>
        <thead {...is('rowgroup')}>
          <tr {...is('row')}>
            {box !== undefined && (
              <td {...is('cell')} className="box">
                <span className="unseen">Sélection</span>
              </td>
            )}
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
              <tr
                key={key}
                {...is('row')}
                className={key === selected ? 'selected' : undefined}
                onClick={(event) => href !== undefined && followRow(event, href(row))}
              >
                {box !== undefined && (
                  <td {...is('cell')} className="box">
                    {box(row)}
                  </td>
                )}
                <th scope="row" {...is('rowheader')} className={classOf(first)}>
                  {href === undefined ? (
                    first.cell(row)
                  ) : (
                    <Link
                      href={href(row)}
                      className="row-link"
                      draggable={false}
                      aria-current={key === selected || undefined}
                      // A key opens it whatever is selected.
                      onClick={(event) => event.detail > 0 && isSelecting() && event.preventDefault()}
                    >
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

/** A skeleton of rows. */
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
