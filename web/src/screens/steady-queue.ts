import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from 'antenne-client'
import { useState } from 'react'

interface Dated {
  readonly id: string
  readonly cree_le: string
}

/** What is shown of a list while it changes elsewhere: nothing moves until the person wants it to. */
interface Steady<Row> {
  readonly rows: readonly Row[]
  /** Rows that the list no longer has on this page: what is shown of them may be old. */
  readonly absent: ReadonlySet<string>
  /** Those of them that are no longer what was asked for, and not merely on another page. */
  readonly gone: ReadonlySet<string>
  /** How many new rows stand before or between those shown. */
  readonly held: number
}

export type Order = (one: Dated, other: Dated) => number

/** The orders of a queue. */
export const oldestFirst: Order = (one, other) =>
  one.cree_le.localeCompare(other.cree_le) || one.id.localeCompare(other.id)
const newestFirst: Order = (one, other) =>
  other.cree_le.localeCompare(one.cree_le) || one.id.localeCompare(other.id)
export const orderBy = (tri: string): Order => (tri === 'recentes' ? newestFirst : oldestFirst)

const nobody: ReadonlySet<string> = new Set()
const begun = <Row>(rows: readonly Row[]): Steady<Row> => ({ rows, absent: nobody, gone: nobody, held: 0 })

/** The rows that are shown, renewed where they stand; those that come after them are added. */
function renewed<Row extends Dated>(
  shown: Steady<Row>,
  { donnees, pagination }: Page<Row>,
  order: Order,
): Steady<Row> {
  if (shown.rows.length === 0) return begun(donnees)
  const now = new Map(donnees.map((row) => [row.id, row]))
  const known = new Set(shown.rows.map(({ id }) => id))
  const absent = shown.rows.filter(({ id }) => !now.has(id))
  const [first, last] = [donnees[0], donnees.at(-1)]
  const before = (row: Row) => pagination.page === 1 || (first !== undefined && order(first, row) < 0)
  const after = (row: Row) =>
    pagination.page >= pagination.pages || (last !== undefined && order(row, last) < 0)
  const end = shown.rows.at(-1) as Row
  const fresh = donnees.filter(({ id }) => !known.has(id))
  const next = fresh.filter((row) => order(end, row) < 0)
  return {
    rows: [...shown.rows.map((row) => now.get(row.id) ?? row), ...next],
    absent: new Set(absent.map(({ id }) => id)),
    gone: new Set(absent.filter((row) => before(row) && after(row)).map(({ id }) => id)),
    held: fresh.length - next.length,
  }
}

interface Kept<Row> {
  readonly key: string
  readonly data: Page<Row>
  readonly steady: Steady<Row>
}

/** The rows of a list that is read again and again. Another list, by its key, starts anew; so does `update`. */
export function useSteady<Row extends Dated>(
  key: string,
  { data, isPlaceholderData }: UseQueryResult<Page<Row>>,
  order: string,
): Steady<Row> & { update(): void } {
  const [kept, setKept] = useState<Kept<Row>>()
  let current = kept
  if (data !== undefined && !isPlaceholderData && (kept?.key !== key || kept.data !== data)) {
    const steady = kept?.key === key ? renewed(kept.steady, data, orderBy(order)) : begun(data.donnees)
    current = { key, data, steady }
    setKept(current)
  }
  return {
    ...(current?.steady ?? begun(data?.donnees ?? [])),
    update: () => {
      setKept((now) => now && { ...now, steady: begun(now.data.donnees) })
      // The button that was pressed goes, and the focus with it.
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
  }
}
