import { type ActionOptions, type Actions, type AntenneClient, AntenneError, actions } from 'antenne-client'
import { createStore, del, entries, set, update } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import type { Outcome } from '../ui/outcome.tsx'
import { isOffline } from './network.ts'

type ActionName = keyof Actions<unknown, unknown>

/** Something that a person did and that the service has not answered yet. It is sent under one key, so it is done once. */
export interface Sending {
  readonly key: string
  readonly user: string
  readonly action: ActionName
  readonly parameters: readonly unknown[]
  readonly version?: string
  /** What it is about, for the person: a name. */
  readonly about: string
  /** When it was done, and on which screen. */
  readonly at: number
  readonly href: string
  /** What was typed, to go on with it if it is refused. */
  readonly draft?: Draft | undefined
  /** What the service said when it refused it. */
  readonly refused?: string
}

interface Draft {
  readonly of: string
  readonly value: unknown
}

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

const store = () => {
  opened ??= createStore('antenne-envois', 'sendings')
  return opened
}
let opened: ReturnType<typeof createStore> | undefined

let waiting: readonly Sending[] = []
const listeners = new Set<() => void>()

/** Reads what waits of a person. */
export async function readSendings(user: string): Promise<void> {
  const all = (await entries<string, Sending>(store())).map(([, sending]) => sending)
  waiting = all.filter((one) => one.user === user && !inHand.has(one.key)).sort((a, b) => a.at - b.at)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What waits to be sent, or was refused, the oldest first. */
export const useSendings = (): readonly Sending[] => useSyncExternalStore(subscribe, () => waiting)

/** What a screen is waiting for: it is not sent by anybody else. */
const inHand = new Set<string>()

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
  const kept = await set(sending.key, sending, store()).then(
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
        if (kept && error.status === null && (isOffline() || attempts >= ATTEMPTS)) enough.abort()
      },
    })
    await drop(sending.key)
    return result
  } catch (error) {
    if (enough.signal.aborted) throw new Waiting(sending.about)
    await drop(sending.key)
    throw error
  } finally {
    inHand.delete(sending.key)
    await readSendings(sending.user).catch(() => {})
  }
}

const drop = (key: string): Promise<void> => del(key, store()).catch(() => {})

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
  await readSendings(user)
  if (waiting.length === 0) return
  await navigator.locks.request('antenne-envois', async () => {
    await readSendings(user)
    for (const sending of waiting.filter(({ refused }) => refused === undefined)) {
      const refused = await sent(client, sending)
      if (refused === undefined) return
      if (refused === null) await drop(sending.key)
      else await update<Sending>(sending.key, () => ({ ...sending, refused }), store())
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

/** The person gives it up, or goes on with it by hand. */
export async function takeBack({ key, user }: Sending): Promise<void> {
  await drop(key)
  await readSendings(user)
}

/** Forgets all that waits of a person, who signs out. */
export async function forgetSendings(user: string): Promise<void> {
  for (const one of waiting) await drop(one.key)
  await readSendings(user).catch(() => {})
}
