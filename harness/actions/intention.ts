/** Who takes part. */
export interface Person {
  readonly email: string
  readonly utilisateur_id: string
  readonly organisation_id: string
  /** Null: of the operator. */
  readonly partenaire_id: string | null
}

export interface People {
  readonly operator: Person
  readonly partners: readonly [Person, Person]
  /** Somebody who may not act. */
  readonly looker: Person
}

/** What somebody wants to happen once: sent as often as needed, with one key. */
export interface Intention {
  readonly action: string
  readonly who: Person
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The file that is sent instead of a body. */
  readonly file?: { readonly name: string; readonly bytes: string }
  readonly version?: string | undefined
  /** Its key, by which its entries in the journal are found. */
  readonly cle: string
  readonly client_id?: string
  /** The contact, the site, the reservation or the document. */
  readonly part?: string
  /** It must be refused, whatever others do meanwhile. */
  readonly foul: boolean
}

/** An intention before it is known whose it is. */
export type Draft = Omit<Intention, 'who' | 'cle' | 'foul'> & Partial<Pick<Intention, 'foul'>>
