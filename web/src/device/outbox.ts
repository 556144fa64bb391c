import { type ActionOptions, type Actions, type AntenneClient, AntenneError, actions } from 'antenne-client'
import type { Outcome } from '../ui/outcome.tsx'
import {
  type ActionName,
  type Draft,
  dropSending,
  inHand,
  keepSending,
  readSendings,
  type Sending,
  waitingOf,
} from './sendings.ts'

/** An action is sent under a key of its own; the person is told what it is about. */
interface Options extends ActionOptions {
  readonly key: string
  readonly about: string
  readonly draft?: Draft | undefined
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
      text: `${about} : gardé dans vos envois, et envoyé dès que le réseau revient.`,
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
      const { about, draft, key, version, onRetry } = options
      const sending = {
        ...{ key, user: userNow(), action: name as ActionName, parameters: given.slice(0, -1), about, draft },
        ...(version === undefined ? {} : { version }),
        at: Date.now(),
        href: location.pathname + location.search,
      }
      return keep(client, sending, onRetry)
    },
  ])
  return Object.fromEntries(made)
}

async function keep(
  client: AntenneClient,
  sending: Sending,
  onRetry: ActionOptions['onRetry'],
): Promise<unknown> {
  inHand.add(sending.key)
  // A device without room: it is sent all the same.
  const kept = await keepSending(sending).then(
    () => true,
    () => false,
  )
  const enough = new AbortController()
  let attempts = 0
  try {
    const result = await perform(client, sending, {
      signal: enough.signal,
      onRetry(error) {
        onRetry?.(error)
        attempts += 1
        if (kept && error.status === null && (!navigator.onLine || attempts >= ATTEMPTS)) enough.abort()
      },
    })
    await dropSending(sending.key)
    return result
  } catch (error) {
    if (enough.signal.aborted) throw new Waiting(sending.about)
    await dropSending(sending.key)
    throw error
  } finally {
    inHand.delete(sending.key)
    await readSendings(sending.user).catch(() => {})
  }
}

type Performed = (...given: unknown[]) => Promise<unknown>

const perform = (
  client: AntenneClient,
  { action, parameters, key, version }: Sending,
  options: ActionOptions,
): Promise<unknown> =>
  (client[action] as Performed)(...parameters, {
    ...options,
    key,
    ...(version === undefined ? {} : { version }),
  })

/** Tells what became of what waited. */
type Report = (sending: Sending, refused: string | null) => void

/**
 * Sends what waits, the oldest first, until there is no answer. What is refused stays, with the reason. One window does
 * it at a time.
 */
export async function sendWaiting(client: AntenneClient, user: string, report: Report): Promise<void> {
  if ((await waitingOf(user)).length === 0) return
  await navigator.locks.request('antenne-envois', async () => {
    for (const sending of await waitingOf(user)) {
      const refused = await sent(client, sending)
      if (refused === undefined) return
      if (refused === null) await dropSending(sending.key)
      else await keepSending({ ...sending, refused })
      await readSendings(user)
      report(sending, refused)
    }
  })
}

/** Null when it is done, the reason when it is refused, undefined when nobody answered. */
async function sent(client: AntenneClient, sending: Sending): Promise<string | null | undefined> {
  try {
    await perform(client, sending, {})
    return null
  } catch (error) {
    if (!(error instanceof AntenneError)) throw error
    const { status, message, champs } = error
    if (status === null || status === 401 || status === 429 || status >= 500) return undefined
    return [message, ...Object.values(champs)].join(' ')
  }
}
