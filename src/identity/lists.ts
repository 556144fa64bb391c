/** The SQL types that a list can be ordered by. */
export type OrderType = 'text collate "C"' | 'nom' | 'uuid' | 'bigint'

/**
 * A list that the database keeps for each of its readers, so that a page, a total and a search cost the same at any size.
 * This declaration is its one source: `generate/lists/` makes the tables and triggers from it, `list-rules.ts` what each
 * caller sees of them, and `operations/compose.ts` chooses among them. Columns go with their SQL types.
 */
export interface MaterialisedList {
  /** The table whose rows are listed. What is kept for it is named after it. */
  readonly of: string
  /** A total order (D11), `id` last. */
  readonly order: Readonly<Record<string, OrderType>>
  /** What the list is filtered by. Totals are kept for every combination. */
  readonly filters: Readonly<Record<string, string>>
  /** What it is filtered by without a total: so few rows have one value that they are counted each time. */
  readonly uncounted: Readonly<Record<string, string>>
  /** The partner whom a row belongs to. The rows of one partner are in that partner's own list. */
  readonly owner: string
  /** The folded text that searches read; null for a list without search. */
  readonly search: string | null
  /**
   * Who reads a row besides the operator: its owner, or whom the view `…_portee` names. What that view says of a row depends
   * on these columns of it; the list is then a copy, kept up to date.
   */
  readonly readers: 'owner' | { readonly dependsOn: readonly string[] }
}

const list = <const L extends MaterialisedList>(declared: L): L => declared

/** Clients by name. Who sees which one is D17, in the views `client_lecteur` and `client_portee`. */
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

/** A column that the list can be filtered by. */
export type ColumnOf<L extends MaterialisedList> =
  | (keyof L['filters'] & string)
  | (keyof L['uncounted'] & string)
  | L['owner']
