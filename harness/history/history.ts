import { createWriteStream, readFileSync, type WriteStream } from 'node:fs'

/** When something was asked and when it was known how it went, in milliseconds since the start, by one clock. */
interface Span {
  readonly sent: number
  readonly received: number
}

/** One attempt to read. */
export interface Read extends Span {
  readonly kind: 'read'
  readonly user: string
  readonly instance: number
  readonly path: string
  /** 0: the connection failed, or no answer came. */
  readonly status: number
  /** The second attempt at the same thing. */
  readonly again: boolean
  /** Clients in the answer, with the versions of those that have one. */
  readonly clients?: readonly (readonly [id: string, version: number | null])[]
  readonly reservations?: readonly (readonly [id: string, partner: string, state: string])[]
  /** How many there are in all, where the answer is a page. */
  readonly total?: number
  /** Of an answer that is no success. */
  readonly text?: string
}

/** A client is given the next version. */
export interface Change extends Span {
  readonly kind: 'change'
  readonly client: string
  readonly version: number
  readonly acknowledged: boolean
}

/** A user's right to see clients is withdrawn or given back. */
export interface Right extends Span {
  readonly kind: 'right'
  readonly user: string
  readonly held: boolean
  readonly acknowledged: boolean
}

/** A reservation is asked for or decided, by the command line or by an action. */
export interface Move extends Span {
  readonly kind: 'move'
  readonly client: string
  readonly partner: string
  /** What becomes of the reservation. */
  readonly state: 'demandee' | 'validee' | 'refusee' | 'annulee'
  readonly acknowledged: boolean
  /** Known from the start of a decision, and from the acknowledgement of a request. */
  readonly reservation?: string
  /** Its number in the journal, when it was acknowledged by the command line. */
  readonly mouvement?: string
  /** Its key, where it is an action. */
  readonly cle?: string
  readonly text?: string
}

/** Somebody acts over HTTP: one intention, from its first request to the answer that says how it ended. */
export interface Act extends Span {
  readonly kind: 'act'
  readonly action: 'creerClient' | 'demanderReservation' | 'deciderReservation' | 'annulerReservation'
  /** Its key. */
  readonly cle: string
  /** The partner of who acts. */
  readonly partner: string | null
  /** Whether it must be refused. */
  readonly foul: boolean
  /** 0: no request was answered. */
  readonly status: number
  readonly attempts: number
  /** The client that was created. */
  readonly client?: string
  readonly text?: string
}

/** An answered key is sent again, at whatever instance. */
export interface Replay extends Span {
  readonly kind: 'replay'
  readonly cle: string
  readonly status: number
  /** Whether it was answered as the first time, and called a replay. */
  readonly same: boolean
}

/** What the primary holds of all actions. */
export interface Ledger extends Span {
  readonly kind: 'ledger'
  readonly reservations: readonly (readonly [id: string, client: string, partner: string, state: string])[]
  /** What each action did to each reservation, in order. */
  readonly journal: readonly (readonly [
    mouvement: string,
    reservation: string,
    state: string,
    cle?: string | null,
  ])[]
  /**
   * How often each action happened, by its key, or by its request where no key names it; and the clients that actions
   * created.
   */
  readonly actions?: readonly (readonly [cle: string, times: number])[]
  readonly created?: readonly (readonly [client: string, name: string])[]
}

/** A fault, from its cause to the whole cluster. */
export interface Fault {
  readonly kind: 'fault'
  readonly name: string
  readonly round: number
  readonly begin: number
  readonly whole: number
  /** What the instances' health says then. */
  readonly health: readonly string[]
}

export type Event = Read | Change | Right | Move | Act | Replay | Ledger | Fault

/** Who may see what, before anything happened. */
export interface Scope {
  /** The partner of the user's organisation. */
  readonly partner: string | null
  readonly clients: readonly string[]
  /** The reservations that the user sees; unknown in histories that were kept before. */
  readonly reservations?: readonly string[]
  /** Whether the user sees every client. */
  readonly all?: boolean
  /** Whether the user's rights are withdrawn now and then. */
  readonly watched: boolean
}

export type Scopes = Readonly<Record<string, Scope>>

/** What happened, in the order in which it was known. */
export class History {
  readonly events: Event[] = []
  readonly #began = performance.now()
  #file: WriteStream | undefined

  constructor(file: string | undefined) {
    this.#file = file === undefined ? undefined : createWriteStream(file)
  }

  now(): number {
    return performance.now() - this.#began
  }

  /** Kept first, so that a history can be judged by itself. */
  begin(scopes: Scopes): void {
    this.#file?.write(`${JSON.stringify(scopes)}\n`)
  }

  add(event: Event): void {
    this.events.push(event)
    this.#file?.write(`${JSON.stringify(event)}\n`)
  }

  /** What happens afterwards is not kept. */
  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    if (file !== undefined) await new Promise((resolve) => file.end(resolve))
  }
}

/** A history that was kept. */
export function readHistory(file: string): { scopes: Scopes; events: Event[] } {
  const [scopes = '{}', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return { scopes: JSON.parse(scopes), events: lines.map((line) => JSON.parse(line)) }
}
