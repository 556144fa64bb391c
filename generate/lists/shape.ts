import type { MaterialisedList } from '../../src/identity/lists.ts'

/** The triggers of a list, each with the rows that its statement changed. */
export const events = {
  ajout: { event: 'insert', referencing: 'new table as nouvelles', rows: 'nouvelles' },
  retrait: { event: 'delete', referencing: 'old table as anciennes', rows: 'anciennes' },
  changement: {
    event: 'update',
    referencing: 'old table as anciennes new table as nouvelles',
    rows: 'nouvelles',
  },
} as const

export type Event = keyof typeof events

/** Whether the list is a copy of its table's rows; otherwise the rows themselves are the list. */
export const isCopy = ({ readers }: MaterialisedList): boolean => readers !== 'owner'
/** The table whose changes are changes of the list. */
export const sourceOf = (list: MaterialisedList): string => (isCopy(list) ? `${list.of}_liste` : list.of)

/** The columns of the order. */
export const keysOf = ({ order }: MaterialisedList): string => Object.keys(order).join(', ')

/** What a bookmark's rank in a list depends on, filtered or not. */
export const notedOf = (list: MaterialisedList): string =>
  [keysOf(list), ...Object.keys(list.filters)].join(', ')

/** Columns with their types, as lines of a table. */
export const columnsOf = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `  ${name} ${type},\n`)
    .join('')

/** The same columns, none of them null. */
export const notNull = (columns: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, `${type} not null`]))
/** The same columns, each of which may be null. */
export const nullable = (columns: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type.replace(' not null', '')]))
/** All columns of a copied row besides its reader. */
export const copiedOf = ({ order, filters, uncounted, owner, search }: MaterialisedList): string[] => [
  ...Object.keys(order),
  ...Object.keys(filters),
  ...Object.keys(uncounted),
  owner,
  ...(search === null ? [] : [search]),
]

/** Small and often written: dead rows are vacuumed early. */
export const AUTOVACUUM = ' with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)'

/** A bookmark is set every this many rows. */
export const STEP = 500
/** After this many changes counts are compacted, or bookmarks rebuilt. */
export const MANY = 1000
/**
 * Whether there are so many is looked at by every statement that changes more rows than this, and by one in so many
 * others: it costs as much as the change.
 */
export const FEW = 20
