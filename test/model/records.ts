import type { World } from '../../demo/records.ts'
import type { Of } from '../../harness/records/record.ts'

/** A platform's data as plain arrays, one per file of the import format. */
export type Records = { readonly [Name in keyof World]: readonly Of<Name>[] }

/** The records as the service must give them back: ids in lower case (D3), instants in UTC with milliseconds (D16). */
export function recordsOf(world: World): Records {
  const arrays = Object.entries(world).map(([name, rows]) => [name, [...rows()].map((row) => written(row))])
  return Object.fromEntries(arrays) as Records
}

/** The import's view of plain arrays. */
export function worldOf(records: Records): World {
  const iterables = Object.entries(records).map(([name, rows]) => [name, () => rows])
  return Object.fromEntries(iterables) as World
}

/** The contract's names say what a text is: `id`, `…_id`, `…_ids`, `…_par` are ids, `…_le` instants. */
function written(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item, key)]))
  }
  if (typeof value !== 'string') return value
  if (/^id$|_(id|ids|par)$/.test(name)) return value.toLowerCase()
  if (/_le$|^derniere_connexion$/.test(name)) return new Date(value).toISOString()
  return value
}

/** The row of that id. */
export const find = <T extends { id: string }>(rows: readonly T[], id: string | null): T | null =>
  rows.find((row) => row.id === id) ?? null

/** The row without the named fields. */
export function without<T extends object, Name extends keyof T>(row: T, ...names: Name[]): Omit<T, Name> {
  const rest: Partial<T> = { ...row }
  for (const name of names) delete rest[name]
  return rest as Omit<T, Name>
}
