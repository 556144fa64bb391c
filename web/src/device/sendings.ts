import type { Actions } from 'antenne-client'
import { createStore, del, entries, get, set } from 'idb-keyval'
import { Listeners } from '../listeners.ts'
import { draftBy, type Draft as KeptDraft, tabDraftBy } from './drafts.ts'

export type ActionName = keyof Actions<unknown, unknown>

/**
 * Something that a person did and that the service has not answered yet. It is sent under one key, so it is done once.
 */
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
  /** A file that is sent before it. */
  readonly file?: SentFile | undefined
  /** When it was first sent over a network, in milliseconds: from then on it may have been done. */
  readonly sent?: number | undefined
  /** The service does not want it sooner, in milliseconds. */
  readonly notBefore?: number
  /** Why it is not sent by itself: what the service said when it refused it. */
  readonly refused?: string
}

export interface Draft {
  readonly of: string
  readonly value: unknown
  /** Whether it lasts as long as the tab. */
  readonly inTab?: boolean
}

/** Where what was typed for it is kept. */
export const draftOf = ({ draft, user }: Sending): KeptDraft<unknown> | undefined =>
  draft && (draft.inTab ? tabDraftBy : draftBy)<unknown>(user, draft.of)

/** A file is sent under a key of its own. */
export interface SentFile {
  readonly key: string
  readonly content: File
  /** Its id at the service, once it is there. */
  readonly id: string | null
}

const store = () => {
  opened ??= createStore('antenne-envois', 'sendings')
  return opened
}
let opened: ReturnType<typeof createStore> | undefined

let waiting: readonly Sending[] = []
const listeners = new Listeners()

/** Everything that is kept, of whomever. */
export const allSendings = async (): Promise<readonly Sending[]> =>
  (await entries<string, Sending>(store())).map(([, sending]) => sending)

/** Reads what waits of a person. */
export async function readSendings(user: string): Promise<void> {
  const all = await allSendings()
  waiting = all.filter((one) => one.user === user && !inHand.has(one.key)).sort((a, b) => a.at - b.at)
  listeners.tell()
}

export const onSendings = listeners.subscribe

/** What waits to be sent, or was refused, as of the last reading, the oldest first. */
export const knownSendings = (): readonly Sending[] => waiting

/** The same, as it is sent now. */
export const asSent = (sending: Sending): Sending => ({
  ...sending,
  sent: sending.sent ?? (navigator.onLine ? Date.now() : undefined),
})

/** What a screen is waiting for: it is not sent by anybody else. */
export const inHand = new Set<string>()

/** What is kept under a key. */
export const keptSending = (key: string): Promise<Sending | undefined> => get(key, store())

/** Keeps it on the device, as it is now. */
export const keepSending = (sending: Sending): Promise<void> => set(sending.key, sending, store())

/** Keeps it as it is now, unless it, or its file, was given up meanwhile: then false. */
export const keepAgain = (sending: Sending): Promise<boolean> =>
  change(sending.key, (before) =>
    before.file === undefined && sending.file !== undefined ? undefined : sending,
  )

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
  for (const one of await allSendings().catch(() => waiting))
    if (one.user === user) await dropSending(one.key)
  await readSendings(user).catch(() => {})
}

const FORGOTTEN =
  'Le fichier n’est plus sur cet appareil : le compte ou ses droits y ont changé. Choisissez-le de nouveau.'

/** Removes the files of a person from the device. What they were deposited with stays, and says so. */
export async function forgetFiles(user: string): Promise<void> {
  for (const { key } of await allSendings())
    await change(key, (before) =>
      before.user === user && before.file !== undefined ? without(before) : undefined,
    )
}

const without = ({ file: _, ...rest }: Sending): Sending => ({ ...rest, refused: FORGOTTEN })

/**
 * Changes what is kept under a key, if it is there, in one step: two that write at once undo nothing of each other.
 * Whether it was changed.
 */
const change = (key: string, to: (before: Sending) => Sending | undefined): Promise<boolean> =>
  store()(
    'readwrite',
    (kept) =>
      new Promise((resolve, reject) => {
        const { transaction } = kept
        let after: Sending | undefined
        const reading: IDBRequest<Sending | undefined> = kept.get(key)
        reading.onsuccess = () => {
          after = reading.result && to(reading.result)
          if (after !== undefined) kept.put(after, key)
        }
        transaction.oncomplete = () => resolve(after !== undefined)
        transaction.onabort = () => reject(transaction.error)
      }),
  )
