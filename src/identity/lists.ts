import type { Columns } from '../database/columns.ts'

/** The SQL types that a list can be ordered by. */
export type OrderType = 'text collate "C"' | 'nom' | 'uuid' | 'bigint'

/**
 * A list that the database keeps for each of its readers, so that a page, a total and a search cost the same at any
 * size. This declaration is the only source: `generate/lists/` generates tables and triggers from it, `list-rules.ts`
 * derives what each caller sees of them, and `operations/compose.ts` chooses among them. Columns are given with their
 * SQL types.
 */
export interface MaterialisedList {
  /** The table whose rows are listed. Names of derived tables begin with it. */
  readonly of: string
  /** A total order (D11), `id` last. */
  readonly order: Readonly<Record<string, OrderType>>
  /** Columns for filters. Totals are kept for every combination. */
  readonly filters: Readonly<Record<string, string>>
  /** Columns for filters without kept totals: so few rows share a value that they are counted each time. */
  readonly uncounted: Readonly<Record<string, string>>
  /** The column of the partner that owns a row. A partner's rows are in that partner's own list. */
  readonly owner: string
  /** The folded text that searches read; null for a list without search. */
  readonly search: string | null
  /**
   * Who reads a row besides the operator: its owner, or the readers in the view `…_portee`. In the second case the list
   * is a copy that triggers keep up to date; the view depends on these columns of the row.
   */
  readonly readers: 'owner' | { readonly dependsOn: readonly string[] }
}

/** No other keys than these. */
type Only<Keys extends string, R> = { readonly [K in Exclude<keyof R, Keys>]: never }

/** A declaration that names a column which its table does not have, or an order without `id`, does not compile. */
export const list = <const L extends MaterialisedList & { readonly of: keyof Columns }>(
  declared: L & {
    readonly order: Only<Columns[L['of']], L['order']> & { readonly id: 'uuid' }
    readonly filters: Only<Columns[L['of']], L['filters']>
    readonly uncounted: Only<Columns[L['of']], L['uncounted']>
    readonly owner: Columns[L['of']]
    readonly search: Columns[L['of']] | null
  },
): L => declared

/** Clients by name. The views `client_lecteur` and `client_portee` say who sees which (D17). */
export const clients = list({
  of: 'client',
  order: { raison_sociale_pliee: 'text collate "C"', raison_sociale: 'nom', id: 'uuid' },
  filters: { statut: 'statut_client not null', statut_kyc: 'statut_kyc not null', secteur_id: 'uuid' },
  uncounted: {},
  owner: 'partenaire_actuel_id',
  search: 'recherche',
  readers: { dependsOn: ['cree_par'] },
})

/** Reservations, pending and newest first. They are narrow enough to be their own list. */
export const reservations = list({
  of: 'reservation',
  order: { ordre: 'bigint', id: 'uuid' },
  filters: { statut: 'statut_reservation not null' },
  uncounted: { client_id: 'uuid not null' },
  owner: 'partenaire_id',
  search: null,
  readers: 'owner',
})

export const materialisedLists: readonly MaterialisedList[] = [clients, reservations]

/** The list that tells which rows of a table a caller sees, where the database keeps one. */
export function seenIn(table: typeof clients.of): 'client_liste'
export function seenIn(table: string): 'client_liste' | undefined
export function seenIn(table: string): 'client_liste' | undefined {
  return table === clients.of ? `${clients.of}_liste` : undefined
}

/** A column that the list can be filtered by. */
export type ColumnOf<L extends MaterialisedList> =
  | (keyof L['filters'] & string)
  | (keyof L['uncounted'] & string)
  | L['owner']
