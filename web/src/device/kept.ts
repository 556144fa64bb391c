import type { DehydratedState } from '@tanstack/react-query'
import { type Moi, newKey } from 'antenne-client'
import { createStore, del, get, update } from 'idb-keyval'
import type { Configuration } from '../configuration.ts'
import { forgetCopy } from './copy-store.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetFiles } from './sendings.ts'

/** What the page knows of the person who signed in on this device, until they sign out. Never a token. */
export interface Kept {
  readonly user: string
  readonly email: string | null
  /** Another text when the person may read other things. */
  readonly rights: string
  /** The same in all windows of one sign-in: a window that was left behind keeps nothing any more. */
  readonly session: string
  /** When the service last said who this is, in milliseconds. */
  readonly confirmed: number
  readonly configuration: Configuration
  readonly answers: DehydratedState
}

/** How long something is kept without the service having confirmed the person, in milliseconds. */
const LONGEST = 7 * 24 * 3600 * 1000

const KEY = 'personne'
// Opened when it is first needed: some windows have no storage, and work without.
let opened: ReturnType<typeof createStore> | undefined
const store: ReturnType<typeof createStore> = (mode, work) => {
  opened ??= createStore('antenne', 'kept')
  return opened(mode, work)
}

/** What this window has taken the device for, once it has; nothing is kept in a window that was left behind. */
let taken: Pick<Kept, 'session' | 'user' | 'rights'> | undefined
const LEFT = { session: '', user: '', rights: '' }

export async function readKept(): Promise<Kept | undefined> {
  try {
    const kept = await get<Kept>(KEY, store)
    if (kept === undefined || Date.now() - kept.confirmed < LONGEST) return kept
    await removeKept()
  } catch {
    // A device that keeps nothing.
  }
  return undefined
}

const rightsOf = ({ utilisateur, organisation, permissions }: Moi): string =>
  JSON.stringify([organisation.id, organisation.type, organisation.statut, utilisateur.actif, permissions])

/**
 * The service has said who this is. What was kept of somebody else, or under other rights, is forgotten: false, and
 * nothing of it may be shown.
 */
export async function keepFor(me: Moi, configuration: Configuration): Promise<boolean> {
  const { id: user, email } = me.utilisateur
  const now = { user, rights: rightsOf(me) }
  const known = taken
  const isOfNow = (one: { readonly user: string; readonly rights: string }) =>
    one.user === now.user && one.rights === now.rights
  let before: Kept | undefined
  try {
    await update<Kept | undefined>(
      KEY,
      (kept) => {
        before = kept
        // The person signed out in another window, or somebody else signed in there.
        if (known !== undefined && known.session !== kept?.session) return kept
        const session = kept !== undefined && isOfNow(kept) ? kept.session : newKey()
        const answers = session === kept?.session ? kept.answers : NOTHING
        taken = { ...now, session }
        return { ...taken, email, confirmed: Date.now(), configuration, answers }
      },
      store,
    )
  } catch {
    // A device that keeps nothing.
  }
  const shown = known ?? before
  if (shown === undefined || isOfNow(shown)) return true
  if (before !== undefined && taken?.session !== before.session) {
    if (before.user !== user) forgetDrafts(before.user)
    await forgetData(before.user)
  }
  return false
}

/** The copy of what a person may read, and the files that they have not sent yet. */
async function forgetData(user: string): Promise<void> {
  await forgetCopy(user)
  await forgetFiles(user).catch(() => {})
}

const NOTHING: DehydratedState = { mutations: [], queries: [] }

/** Keeps answers, unless the person signed out meanwhile, in this window or another. */
export async function keepAnswers(answers: DehydratedState): Promise<void> {
  const session = taken?.session
  await update<Kept | undefined>(
    KEY,
    (kept) => (kept !== undefined && kept.session === session ? { ...kept, answers } : kept),
    store,
  )
}

/** Whether the person is signed in on this device since this window knows them. */
export async function isStillKept(): Promise<boolean> {
  const kept = await get<Kept>(KEY, store)
  return kept !== undefined && kept.session === taken?.session
}

/** Whether the device is this person's: nobody signed out, or in, as far as this window knows. */
export async function isDeviceOf(user: string): Promise<boolean> {
  const kept = await get<Kept>(KEY, store)
  return kept?.user === user && (taken === undefined || taken.session === kept.session)
}

/** Forgets what is kept of whoever it is. */
export async function removeKept(): Promise<void> {
  try {
    const kept = await get<Kept>(KEY, store)
    await del(KEY, store)
    if (kept === undefined) return
    forgetDrafts(kept.user)
    await forgetData(kept.user)
  } catch {
    // A device that keeps nothing.
  }
}

/**
 * The service does not know the person, as after a withdrawal, or for a moment: what can be read again is forgotten, and
 * this window keeps nothing any more. What they typed stays.
 */
export async function forgetReads(): Promise<void> {
  taken = LEFT
  try {
    let before: Kept | undefined
    const emptied = (kept: Kept | undefined) => {
      before = kept
      return kept && { ...kept, answers: NOTHING }
    }
    await update<Kept | undefined>(KEY, emptied, store)
    if (before !== undefined) await forgetData(before.user)
  } catch {
    // A device that keeps nothing.
  }
}

/** The person leaves the device: all is forgotten, and this window keeps nothing any more. */
export function leaveDevice(): Promise<void> {
  taken = LEFT
  return removeKept()
}
