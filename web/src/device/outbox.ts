import { type ActionOptions, type Actions, type AntenneClient, AntenneError, actions } from 'antenne-client'
import type { Outcome } from '../ui/outcome.tsx'
import {
  hasFile,
  isTaken,
  keptOrWhy,
  type Manner,
  refusalWords,
  sentAnew,
  sentWithFile,
} from './file-sending.ts'
import { isOffline } from './network.ts'
import {
  type ActionName,
  asSent,
  type Draft,
  dropSending,
  inHand,
  keepAgain,
  readSendings,
  type Sending,
  type SentFile,
  waitingOf,
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

async function keep(client: AntenneClient, sending: Sending, options: Options): Promise<unknown> {
  const { onRetry, onKept, onFile, signal } = options
  inHand.add(sending.key)
  const unkept = await keptOrWhy(sending)
  onKept?.(unkept)
  const enough = new AbortController()
  const stop = () => enough.abort()
  signal?.addEventListener('abort', stop)
  // Where nobody answered before, one attempt says enough.
  const most = isOffline() ? 1 : ATTEMPTS
  let attempts = 0
  const giveUp = {
    signal: enough.signal,
    onRetry(error: AntenneError) {
      onRetry?.(error)
      attempts += 1
      if (unkept === null && error.status === null && (!navigator.onLine || attempts >= most)) stop()
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

const lockOf = (key: string): string => `antenne-envoi ${key}`

/** One window sends it at a time; where windows cannot agree, the service sees to it that it is done once. */
const alone = <T>(key: string, send: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined ? send() : navigator.locks.request(lockOf(key), send)

/** The same, unless another window is at it: then nothing is sent here. Whether to go on with the next. */
const unlessHeld = async (key: string, send: () => Promise<boolean>): Promise<boolean> =>
  await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null || send())

type Performed = (...given: unknown[]) => Promise<unknown>

async function perform(client: AntenneClient, kept: Sending, manner: Manner): Promise<unknown> {
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

/** Tells what became of what waited. */
type Report = (sending: Sending, refused: string | null) => void

/**
 * Sends what waits, the oldest first, until there is no answer. What is refused stays, with the reason; what the
 * service wants later stays until then, and the rest is sent. One window does it at a time.
 */
export async function sendWaiting(client: AntenneClient, user: string, report: Report): Promise<void> {
  if ((await waitingOf(user)).length === 0) return
  await navigator.locks.request('antenne-envois', async () => {
    for (const sending of await waitingOf(user)) {
      if (sending.notBefore !== undefined && sending.notBefore > Date.now()) continue
      if (!(await unlessHeld(sending.key, () => sendOne(client, sending, report)))) return
    }
  })
}

/** Sends one, and keeps what became of it. False when nobody answered. */
async function sendOne(client: AntenneClient, waiting: Sending, report: Report): Promise<boolean> {
  const sending = asSent(waiting)
  if (waiting.sent === undefined) await keepAgain(sending)
  const refused = mayBeDoneTwice(sending) ? LOOK : await sent(client, sending)
  if (refused === undefined) return false
  if (typeof refused === 'number') await keepAgain({ ...sending, notBefore: refused })
  else if (refused === null) await dropSending(sending.key)
  else await keepAgain({ ...sending, refused })
  await readSendings(sending.user)
  if (typeof refused !== 'number') report(sending, refused)
  return true
}

/**
 * The service keeps a key for 24 hours: what may have been done so long ago would be done again, unless it names the
 * version of what it changes. An hour is left for its way.
 */
const KEY_LIFE = 23 * 3_600_000
const mayBeDoneTwice = ({ action, sent }: Sending): boolean =>
  actions[action].versioned !== true && sent !== undefined && Date.now() - sent > KEY_LIFE

const LOOK =
  'Envoyé il y a plus d’un jour sans réponse, et peut-être déjà enregistré : vérifiez, puis reprenez ou abandonnez.'

/**
 * Null when it is done, the reason when it is refused, from when on the service wants it when that is later, undefined
 * when nobody answered.
 */
async function sent(client: AntenneClient, sending: Sending): Promise<string | number | null | undefined> {
  try {
    await perform(client, sending, { options: {}, isKept: true })
    return null
  } catch (error) {
    if (!(error instanceof AntenneError)) throw error
    const { code, status, retryAfter } = error
    if (status === 429 && retryAfter !== null) return Date.now() + 1000 * retryAfter
    if (status === null || status === 401 || status === 429 || status >= 500) return undefined
    // Something on the way answered, or the service still works on it.
    if (code === 'reponse_inattendue' || code === 'requete_en_cours') return undefined
    const anew = sentAnew(sending, error)
    return anew === null ? refusalWords(error) : sent(client, anew)
  }
}
