import type { Actions } from 'antenne-client'
import { createStore, del, entries, set } from 'idb-keyval'
import { useSyncExternalStore } from 'react'

export type ActionName = keyof Actions<unknown, unknown>

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

export interface Draft {
  readonly of: string
  readonly value: unknown
}

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
export const inHand = new Set<string>()

/** Keeps it on the device, as it is now. */
export const keepSending = (sending: Sending): Promise<void> => set(sending.key, sending, store())

/** It is answered. */
export const dropSending = (key: string): Promise<void> => del(key, store()).catch(() => {})

/** What waits of a person, as of now. */
export async function waitingOf(user: string): Promise<readonly Sending[]> {
  await readSendings(user)
  return waiting.filter(({ refused }) => refused === undefined)
}

/** The person gives it up, or goes on with it by hand. */
export async function takeBack({ key, user }: Sending): Promise<void> {
  await dropSending(key)
  await readSendings(user)
}

/** Forgets all that waits of a person, who signs out. */
export async function forgetSendings(user: string): Promise<void> {
  for (const one of waiting) await dropSending(one.key)
  await readSendings(user).catch(() => {})
}
