import type { TObject, TSchema } from 'typebox'
import { Page, Taille } from '../contract/pagination.ts'
import type { ACTIVE, Permission } from '../contract/permissions.ts'
import type { Fields } from '../database/projection.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { listRules } from '../identity/list-rules.ts'
import type { ColumnOf, MaterialisedList } from '../identity/lists.ts'
import type { Table } from '../identity/scope.ts'
import { matches } from './recherche.ts'

/** The query parameters of an operation: their schemas, by name. */
export type Query = Record<string, TSchema>

/** The declaration of any operation. */
interface Declared {
  /** The operation id of the description, or a name of its own. Statements are kept by it: no two are the same. */
  readonly id: string
  readonly path: `/api/v1/${string}` | `/extension/v1/${string}`
  /** What the caller needs; null when a valid token is enough. */
  readonly permission: Permission | typeof ACTIVE | null
  /** Whether only users of the operator may use it. */
  readonly operators?: true
  /** The French description: one line, and more where it helps. */
  readonly summary: string
  readonly description?: string
  /** The schema of an item of the answer. */
  readonly of: TObject
}

/** The declaration of an operation that is answered from the database. */
interface Read extends Declared {
  /** The tables that its SQL uses: each means what the caller may see of it. */
  readonly reads: readonly Table[]
  /** A table by its plain name. */
  readonly from: Sql
  readonly fields: Record<string, Sql | undefined>
  readonly query: Query
  /** The parameters that must be given. */
  readonly required: readonly string[]
  /** The condition of each parameter, given SQL for its value. */
  readonly filters: Record<string, (value: Sql) => Sql>
}

/** An item that is sought by the id of the path. */
interface Sought {
  /** The list of what the caller sees, if there is one: the id is looked up in it first. */
  readonly seenIn?: Table
}

/** The item of the path, whose children are read. An absent one is answered with 404. */
interface Parent extends Sought {
  readonly from: Sql
  /** The condition of its children, given SQL for its id. */
  readonly children: (id: Sql) => Sql
}

/** A page of a list, with its total. */
export interface ListOperation extends Read {
  readonly shape: 'list'
  /** Columns that give a total order, `id` last: no item is shown twice or skipped between pages (D11). */
  readonly order: readonly string[]
  /** Its materialised list, if it is long. */
  readonly materialised: MaterialisedList | null
  readonly parent: Parent | null
  /** For a materialised list: the column that each parameter filters; a search has none. */
  readonly columns: Readonly<Record<string, string>>
}

/** All children of one item. */
export interface ChildrenOperation extends Read {
  readonly shape: 'children'
  readonly order: Sql
  readonly parent: Parent
}

/** One item, by its id where the path has one. */
export interface ItemOperation extends Read, Sought {
  readonly shape: 'item'
}

/** The health of the service: the one operation without token and without rows. */
export interface HealthOperation extends Declared {
  readonly shape: 'health'
}

/** What changed since a token: its own statement answers it. */
export interface ChangesOperation extends Declared, Pick<Read, 'query' | 'required'> {
  readonly shape: 'changes'
}

export type ReadOperation = ListOperation | ChildrenOperation | ItemOperation
export type Operation = ReadOperation | HealthOperation | ChangesOperation

/** One condition per query parameter: leaving one out does not compile. */
type Filters<Q extends Query> = {
  readonly [K in keyof Q]: (value: Sql) => Sql
}

type FieldsOf<S extends TObject> =
  Record<string, never> extends Fields<S> ? { fields?: Fields<S> } : { fields: Fields<S> }

type Rows<S extends TObject> = Omit<Read, 'of' | 'query' | 'required' | 'filters' | 'fields' | 'from'> & {
  of: S
} & FieldsOf<S>
type Base<S extends TObject> = Rows<S> & Pick<Read, 'from'>

type Filtered<S extends TObject, Q extends Query, Extra> = Base<S> & Extra & { query: Q; filters: Filters<Q> }

const noFields = {}

export const list = <S extends TObject, Q extends Query>(
  declaration: Filtered<S, Q, Pick<ListOperation, 'order'> & Partial<Pick<ListOperation, 'parent'>>>,
): ListOperation => ({
  fields: noFields,
  required: [],
  materialised: null,
  parent: null,
  columns: {},
  ...declaration,
  shape: 'list',
  query: { page: Page, taille: Taille, ...declaration.query },
})

/** The column of each parameter: one that the list does not have does not compile. */
type Columns<L extends MaterialisedList, Q extends Query> = {
  readonly [K in Exclude<keyof Q, 'recherche'>]: ColumnOf<L>
}
type Searchable<L extends MaterialisedList, Q extends Query> = L['search'] extends string
  ? Q
  : Q & { recherche?: never }

/** A materialised list (`identity/lists.ts`): order, tables and filters follow from its declaration. */
export const materialisedList = <S extends TObject, L extends MaterialisedList, Q extends Query>(
  declaration: Rows<S> & {
    materialised: L
    query: Searchable<L, Q>
    columns: Columns<L, Q>
  },
): ListOperation => {
  const { materialised, query } = declaration
  const columns: Record<string, string> = declaration.columns
  const filters = Object.entries(columns).map(
    ([parameter, column]) => [parameter, (value: Sql) => sql`${name(column)} = ${value}`] as const,
  )
  return {
    fields: noFields,
    required: [],
    parent: null,
    ...declaration,
    shape: 'list',
    from: name(materialised.of),
    reads: [...(Object.keys(listRules(materialised)) as Table[]), ...declaration.reads],
    order: Object.keys(materialised.order),
    columns,
    query: { page: Page, taille: Taille, ...query },
    filters: { ...('recherche' in query && { recherche: matches }), ...Object.fromEntries(filters) },
  }
}

export const children = <S extends TObject, Q extends Query>(
  declaration: Filtered<S, Q, Pick<ChildrenOperation, 'order' | 'parent'>>,
): ChildrenOperation => ({ fields: noFields, required: [], ...declaration, shape: 'children' })

/** The parameters of an item are used by its own SQL, and must be given. */
export const item = <S extends TObject>(
  declaration: Base<S> & Sought & { query?: Query },
): ItemOperation => ({
  fields: noFields,
  query: {},
  required: Object.keys(declaration.query ?? {}),
  ...declaration,
  shape: 'item',
  filters: {},
})

export const health = (declaration: Declared): HealthOperation => ({ ...declaration, shape: 'health' })
