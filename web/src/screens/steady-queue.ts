import type { UseQueryResult } from '@tanstack/react-query'
import type { Page, ReservationDetail as Row } from 'antenne-client'
import { useState } from 'react'

/** What is shown of a list while it changes elsewhere: nothing moves until the person wants it to. */
interface Steady {
  readonly rows: readonly Row[]
  /** Rows that the list no longer has on this page: what is shown of them may be old. */
  readonly absent: ReadonlySet<string>
  /** Those of them that are no longer what was asked for, and not merely on another page. */
  readonly gone: ReadonlySet<string>
  /** How many new rows stand before or between those shown. */
  readonly held: number
}

type Order = (one: Row, other: Row) => number

const oldestFirst: Order = (one, other) =>
  one.cree_le.localeCompare(other.cree_le) || one.id.localeCompare(other.id)
const newestFirst: Order = (one, other) =>
  other.cree_le.localeCompare(one.cree_le) || one.id.localeCompare(other.id)

const nobody: ReadonlySet<string> = new Set()
const begun = (rows: readonly Row[]): Steady => ({ rows, absent: nobody, gone: nobody, held: 0 })

/** The rows that are shown, renewed where they stand; those that come after them are added. */
function renewed(shown: Steady, { donnees, pagination }: Page<Row>, order: Order): Steady {
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

interface Kept {
  readonly key: string
  readonly data: Page<Row>
  readonly steady: Steady
}

/** The rows of a list that is read again and again. Another list, by its key, starts anew; so does `update`. */
export function useSteady(
  key: string,
  { data, isPlaceholderData }: UseQueryResult<Page<Row>>,
  order: string,
): Steady & { update(): void } {
  const [kept, setKept] = useState<Kept>()
  let current = kept
  if (data !== undefined && !isPlaceholderData && (kept?.key !== key || kept.data !== data)) {
    const by = order === 'recentes' ? newestFirst : oldestFirst
    const steady = kept?.key === key ? renewed(kept.steady, data, by) : begun(data.donnees)
    current = { key, data, steady }
    setKept(current)
  }
  return {
    ...(current?.steady ?? begun(data?.donnees ?? [])),
    update: () => setKept((now) => now && { ...now, steady: begun(now.data.donnees) }),
  }
}
