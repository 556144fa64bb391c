import { type ActionOptions, type Actions, type AntenneClient, AntenneError, actions } from 'antenne-client'
import type { Outcome } from '../ui/outcome.tsx'
import { hasFile, isTaken, keptOrWhy, type Manner, sentWithFile } from './file-sending.ts'
import { mayBeDoneTwice, PERHAPS_DONE } from './key-life.ts'
import { isOffline } from './network.ts'
import {
  type ActionName,
  asSent,
  type Draft,
  dropSending,
  inHand,
  keptSending,
  readSendings,
  type Sending,
  type SentFile,
} from './sendings.ts'

/** An action is sent under a key of its own; the person is told what it is about. */
interface Options extends ActionOptions {
  readonly key: string
  readonly about: string
  readonly draft?: Draft | undefined
  /** A file that is sent before it, and named by it. */
  readonly file?: SentFile | undefined
  /** Called once it is on the device: null, or why it is not. */
  readonly onKept?: ((unkept: string | null) => void) | undefined
  /** Called once the service has the file. */
  readonly onFile?: ((id: string) => void) | undefined
}

/** The actions of the page. */
export type Acting = Actions<Options, Options & { readonly version: string }>

/** There is no network: it waits on the device, and is sent as soon as there is one. */
export class Waiting extends Error {
  readonly outcome: Outcome

  constructor(about: string) {
    super('waiting for a network')
    this.outcome = {
      tone: 'warning',
      text: `${about} : gardé dans vos envois, et envoyé dès le retour du réseau.`,
    }
  }
}

/** After so many attempts without an answer it waits for the network. */
const ATTEMPTS = 4

/** The same actions, each kept on the device until it is answered. Without a network they throw `Waiting`. */
export function keptActions(client: AntenneClient, userNow: () => string): Acting {
  const made = Object.keys(actions).map((name) => [
    name,
    (...given: unknown[]) => {
      const options = given.at(-1) as Options & { readonly version?: string }
      const { about, draft, file, key, version } = options
      const sending = asSent({
        ...{ key, user: userNow(), action: name as ActionName, parameters: given.slice(0, -1), about, draft },
        ...(version === undefined ? {} : { version }),
        ...(file === undefined ? {} : { file }),
        at: Date.now(),
        href: location.pathname + location.search,
      })
      return keep(client, sending, options)
    },
  ])
  return Object.fromEntries(made)
}

async function keep(client: AntenneClient, given: Sending, options: Options): Promise<unknown> {
  const { onRetry, onKept, onFile, signal } = options
  inHand.add(given.key)
  const sending = await asSentBefore(given)
  if (mayBeDoneTwice(sending)) {
    inHand.delete(given.key)
    throw new AntenneError({ code: 'etat_incompatible', message: PERHAPS_DONE })
  }
  const unkept = await keptOrWhy(sending)
  onKept?.(unkept)
  const enough = new AbortController()
  const stop = () => enough.abort()
  signal?.addEventListener('abort', stop)
  // While it was kept.
  if (signal?.aborted === true) stop()
  // Where nobody answered before, one attempt says enough.
  const most = isOffline() ? 1 : ATTEMPTS
  let attempts = 0
  const giveUp = {
    signal: enough.signal,
    onRetry(error: AntenneError) {
      onRetry?.(error)
      attempts += 1
      const isGone = error.status === null && (!navigator.onLine || attempts >= most)
      if (unkept === null && (isGone || mayBeDoneTwice(sending))) stop()
    },
  }
  try {
    const result = await alone(sending.key, () =>
      perform(client, sending, { options: giveUp, isKept: unkept === null, onFile }),
    )
    await dropSending(sending.key)
    return result
  } catch (error) {
    if (enough.signal.aborted && signal?.aborted !== true) throw new Waiting(sending.about)
    await dropSending(sending.key)
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    inHand.delete(sending.key)
    await readSendings(sending.user).catch(() => {})
  }
}

export const lockOf = (key: string): string => `antenne-envoi ${key}`

/** One window sends it at a time; where windows cannot agree, the service sees to it that it is done once. */
const alone = <T>(key: string, send: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? send() : navigator.locks.request(lockOf(key), send)

type Performed = (...given: unknown[]) => Promise<unknown>

export async function perform(client: AntenneClient, kept: Sending, manner: Manner): Promise<unknown> {
  const sending = hasFile(kept) ? await sentWithFile(client, kept, manner) : kept
  const { action, parameters, key, version } = sending
  const options = { ...manner.options, key, ...(version === undefined ? {} : { version }) }
  try {
    return await (client[action] as Performed)(...parameters, options)
  } catch (error) {
    if (hasFile(sending) && (await isTaken(client, sending, error))) return undefined
    throw error
  }
}

/** The same, first sent when it was before: the person may send from the screen what waits already. */
async function asSentBefore(sending: Sending): Promise<Sending> {
  const before = await keptSending(sending.key).catch(() => undefined)
  return before?.sent === undefined ? sending : { ...sending, sent: before.sent }
}
