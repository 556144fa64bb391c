import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '../../harness/history/history.ts'
import type { Instance } from './instance.ts'

/** What somebody wants to happen once. */
export interface Intention {
  readonly by: string
  /** Its key. */
  readonly cle: string
  readonly path: string
  readonly body: object
  readonly version?: string
}

/** The answer that said how it ended; status 0 when none did. */
export interface Told {
  readonly status: number
  readonly text: string
  readonly replayed: boolean
  readonly attempts: number
}

export interface Sending {
  readonly history: History
  readonly instances: readonly Instance[]
  readonly tokenOf: (user: string) => string
  readonly stopped: AbortSignal
}

/** Nobody waits longer for an answer, in milliseconds. */
const PATIENCE = 10_000
/** When all have stopped, what is under way is asked for so many times more. */
const LAST_ATTEMPTS = 20

let turn = 0

/** Sends an intention until it is answered, each time to the next instance, as a load balancer would. */
export async function deliver(intention: Intention, sending: Sending): Promise<Told> {
  let late = 0
  for (let attempts = 1; ; attempts += 1) {
    const told = await send(intention, sending).catch(() => nothing)
    const isOver = told.status !== 0 && told.status !== 503 && !told.text.includes('"requete_en_cours"')
    if (isOver) return { ...told, attempts }
    if (sending.stopped.aborted) late += 1
    if (late > LAST_ATTEMPTS) return { ...nothing, attempts }
    await sleep(300)
  }
}

/** Sends the key of an answered intention again, and notes whether the answer is the same. */
export async function resend(intention: Intention, first: Told, sending: Sending): Promise<void> {
  const { history } = sending
  const sent = history.now()
  const { status, text, replayed } = await deliver(intention, sending)
  const same = status === first.status && text === first.text && replayed
  history.add({
    ...{ kind: 'replay', cle: intention.cle, status, same },
    ...{ sent, received: history.now() },
  })
}

const nothing = { status: 0, text: '', replayed: false, attempts: 0 }

async function send({ by, cle, path, body, version }: Intention, { instances, tokenOf }: Sending) {
  const instance = instances[turn++ % instances.length]
  const response = await fetch(`${instance?.address}/extension/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenOf(by)}`,
      'content-type': 'application/json',
      'idempotency-key': cle,
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  })
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, text: await response.text(), replayed }
}
