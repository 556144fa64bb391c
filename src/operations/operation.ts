import type { Static, TObject, TSchema } from 'typebox'
import { Page, Taille } from '../contract/pagination.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Parts } from '../database/projection.ts'
import type { Sql } from '../database/sql.ts'
import type { Table } from '../identity/scope.ts'

/** The query parameters of an operation: their schemas, by name. */
export type Query = Record<string, TSchema>

/** What every operation declares. */
interface Declared {
  /** The contract's operation id. */
  readonly id: string
  readonly path: `/api/v1/${string}`
  /** The right that the caller needs; null when a valid token is enough. */
  readonly permission: Permission | null
  /** One French line, and more where it helps, for the description. */
  readonly summary: string
  readonly description?: string
  /** What an item of the answer looks like. */
  readonly of: TObject
}

/** What an operation declares that is answered from the database. */
interface Read extends Declared {
  /** The names that its SQL uses: each means what the caller may see of it. */
  readonly reads: readonly Table[]
  /** A table by its plain name. */
  readonly from: Sql
  readonly parts: Record<string, Sql | undefined>
  readonly query: Query
  readonly filters: Record<string, (value: never) => Sql>
}

/** Kept counts: the table, and the parameters that it can tell apart. */
export interface Counts {
  readonly from: Sql
  readonly by: readonly string[]
}

/** Places of a list noted beforehand: some rows with how many stand before them, and what has changed since. */
export interface Places {
  readonly from: Sql
  readonly since: Sql
  /** Before all rows: a value for each column of the order. */
  readonly lowest: readonly Sql[]
}

/** A table that pages are cut from, with the columns of the order and those that filters name. */
export interface Listing {
  /** Used when this parameter is given. */
  readonly given?: string
  readonly from: Sql
  readonly counts?: readonly Counts[]
  /** In how many rows two characters stand side by side. */
  readonly pairs?: Sql
  readonly places?: Places
}

/** A page of a list, with its total. */
export interface ListOperation extends Read {
  readonly shape: 'list'
  /** Columns that give a total order, `id` last: no item is shown twice or skipped between pages (D11). */
  readonly order: readonly string[]
  /** What its pages are cut from: the first of these that fits the request, else `from` itself. */
  readonly listings: readonly Listing[]
}

/** The whole list of what belongs to one item; absent when the item is. */
export interface PartsOperation extends Read {
  readonly shape: 'parts'
  readonly order: Sql
  readonly whole: Sql
  readonly belongs: (id: string) => Sql
}

/** One item, by its id where the path has one. */
export interface ItemOperation extends Read {
  readonly shape: 'item'
}

/** The health of the service: the one operation without token and without rows. */
export interface HealthOperation extends Declared {
  readonly shape: 'health'
}

export type ReadOperation = ListOperation | PartsOperation | ItemOperation
export type Operation = ReadOperation | HealthOperation

/** One condition per query parameter: a parameter without its condition does not compile. */
type Filters<Q extends Query> = {
  readonly [K in keyof Q]: (value: Static<Q[K]>) => Sql
}

type PartsOf<S extends TObject> =
  Record<string, never> extends Parts<S> ? { parts?: Parts<S> } : { parts: Parts<S> }

type Base<S extends TObject> = Omit<Read, 'of' | 'query' | 'filters' | 'parts'> & { of: S } & PartsOf<S>

type Filtered<S extends TObject, Q extends Query, Extra> = Base<S> & Extra & { query: Q; filters: Filters<Q> }

const noParts = {}

export const list = <S extends TObject, Q extends Query>(
  declaration: Filtered<S, Q, Pick<ListOperation, 'order'> & Partial<Pick<ListOperation, 'listings'>>>,
): ListOperation => ({
  parts: noParts,
  listings: [],
  ...declaration,
  shape: 'list',
  query: { page: Page, taille: Taille, ...declaration.query },
})

export const parts = <S extends TObject, Q extends Query>(
  declaration: Filtered<S, Q, Pick<PartsOperation, 'order' | 'whole' | 'belongs'>>,
): PartsOperation => ({ parts: noParts, ...declaration, shape: 'parts' })

export const item = <S extends TObject>(declaration: Base<S>): ItemOperation => ({
  parts: noParts,
  ...declaration,
  shape: 'item',
  query: {},
  filters: {},
})

export const health = (declaration: Declared): HealthOperation => ({ ...declaration, shape: 'health' })
