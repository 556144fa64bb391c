import type pg from 'pg'
import type { Static, TObject } from 'typebox'
import type { Actor } from '../actions/actor.ts'
import type { Quota, Received } from '../actions/files/store.ts'
import type { CodeExtension } from '../contract/erreur-extension.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Caller } from '../identity/caller.ts'
import type { ItemOperation } from '../operations/operation.ts'
import type { Refusal } from '../refusal.ts'

/** Who acts, where, and when. */
export interface Acting {
  readonly connection: pg.Client
  readonly who: Actor
  readonly now: Date
  readonly settings: Settings
}

/** What the administrator has set for actions. */
export interface Settings {
  /** How many pending requests a partner may have. */
  readonly mostPending: number
  /** Whether files are scanned: then only clean ones are given and validated. */
  readonly scanned: boolean
  /** What links to files begin with; empty: they are relative to the service. */
  readonly publicUrl: string
  readonly quota: Quota
}

/** What is asked: the item of the path, what is to be done, and the version that the person saw. */
interface ActionInput<Body> {
  readonly id: string
  /** The second id of the path, of a contact or a site; empty where there is none. */
  readonly partId: string
  readonly body: Body
  readonly version: string | null
  /** The file that came as the body, for an action that accepts one. */
  readonly file: Received | null
}

/**
 * What an action did: the id of the answer's item, a body of its own, or a refusal that is committed with what was
 * noted of it.
 */
export type ActionResult = string | { readonly corps: unknown } | Refusal

/** A body that the action's own schema has read: only its declaration knows the type. */
export type OwnBody = never

/** An action is data. The engine does what all of them share; `run` changes the rows. */
export interface Action {
  readonly id: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/extension/v1/${string}`
  /** What it is called in the journal. */
  readonly geste: (body: OwnBody) => string
  /** The permissions of which one is needed, by type of organisation. Other types may not act. */
  readonly rights: Partial<Record<Caller['type'], readonly Permission[]>>
  /** What is needed beside them; null: nothing. */
  readonly alsoNeeds: Permission | null
  /** The French description: one line, and more where it helps. */
  readonly summary: string
  readonly description?: string
  readonly body: TObject
  /** A body to begin with, where the usual values of its fields do not make one that its rules accept. */
  readonly example?: object
  /** Rules between the fields of a body: messages by field. */
  readonly rules: (body: OwnBody, day: string) => Record<string, string>
  /** Refuses a person who may use the action, but not with this body (A1). */
  readonly restrict: (who: Actor, body: OwnBody) => void
  /** What the id in the path names; null where there is none. */
  readonly target: 'client' | 'reservation' | 'partenaire' | 'document_kyc' | 'fichier_pris' | null
  /** The 409 that it may answer, beside that of its key. */
  readonly conflicts: readonly CodeExtension[]
  /** Whether it asks about clients of others (A8): such questions have a budget of their own. */
  readonly asks: (body: OwnBody) => 'always' | 'when refused' | 'never'
  /** Whether the person names the version that they saw (A3). */
  readonly versioned: boolean
  /** Whether it carries a key of idempotency (A2): all but what stores nothing. */
  readonly keyed: boolean
  /** How the changed item is read for the answer (A4); null where there is none. */
  readonly answer: ItemOperation | null
  /** What an action that stores nothing answers with. */
  readonly ownAnswer: TObject | null
  /** Whether it needs no body. */
  readonly empty: boolean
  /** Whether its body is a file, as it is. */
  readonly binary: boolean
  readonly status: 200 | 201 | 204
  readonly run: (acting: Acting, asked: ActionInput<OwnBody>) => Promise<ActionResult>
}

type Declared<Body extends TObject> = Omit<
  Action,
  | 'body'
  | 'example'
  | 'geste'
  | 'rules'
  | 'restrict'
  | 'conflicts'
  | 'asks'
  | 'keyed'
  | 'alsoNeeds'
  | 'ownAnswer'
  | 'empty'
  | 'binary'
  | 'run'
> & {
  keyed?: boolean
  alsoNeeds?: Permission | null
  ownAnswer?: TObject
  empty?: true
  binary?: true
  body: Body
  example?: Static<Body>
  geste: (body: Static<Body>) => string
  rules?: (body: Static<Body>, day: string) => Record<string, string>
  restrict?: (who: Actor, body: Static<Body>) => void
  conflicts?: readonly CodeExtension[]
  asks?: (body: Static<Body>) => 'always' | 'when refused' | 'never'
  run: (acting: Acting, asked: ActionInput<Static<Body>>) => Promise<ActionResult>
}

/** The name of the second id in a path, of a contact or a site; undefined where there is none. */
export const partParameter = (path: string): string | undefined => /\{(\w+_id)\}/.exec(path)?.[1]

export const action = <Body extends TObject>(declared: Declared<Body>): Action => ({
  rules: () => ({}),
  restrict: () => {},
  conflicts: [],
  asks: () => 'never',
  keyed: true,
  // Actions on clients and reservations (A5).
  alsoNeeds: 'clients.consulter',
  ownAnswer: null,
  empty: declared.method === 'DELETE',
  binary: false,
  ...declared,
})
