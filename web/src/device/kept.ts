import type { DehydratedState } from '@tanstack/react-query'
import { type Moi, newKey } from 'antenne-client'
import { createStore, del, get, update } from 'idb-keyval'
import type { Configuration } from '../configuration.ts'
import { forgetCopy } from './copy-store.ts'

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

/** The session that this window belongs to. */
let session: string | undefined

export async function readKept(): Promise<Kept | undefined> {
  try {
    const kept = await get<Kept>(KEY, store)
    if (kept === undefined || Date.now() - kept.confirmed < LONGEST) return kept
    await forgetKept()
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
  const rights = rightsOf(me)
  const confirmed = Date.now()
  let before: Kept | undefined
  try {
    await update<Kept>(
      KEY,
      (kept) => {
        before = kept
        const same = kept?.user === user && kept.rights === rights
        const now: Kept = same
          ? { ...kept, confirmed, configuration }
          : { user, email, rights, confirmed, configuration, session: newKey(), answers: NOTHING }
        session = now.session
        return now
      },
      store,
    )
    if (before === undefined || (before.user === user && before.rights === rights)) return true
    await forgetCopy(before.user)
    return false
  } catch {
    return true
  }
}

const NOTHING: DehydratedState = { mutations: [], queries: [] }

/** Keeps answers, unless the person signed out meanwhile, in this window or another. */
export async function keepAnswers(answers: DehydratedState): Promise<void> {
  if (session === undefined) return
  await update<Kept | undefined>(
    KEY,
    (kept) => (kept !== undefined && kept.session === session ? { ...kept, answers } : kept),
    store,
  )
}

/** Whether the person is signed in on this device since this window knows them. */
export const isStillKept = async (): Promise<boolean> =>
  session !== undefined && (await get<Kept>(KEY, store))?.session === session

/** Forgets all that was kept of the person. */
export async function forgetKept(): Promise<void> {
  session = undefined
  try {
    const kept = await get<Kept>(KEY, store)
    await del(KEY, store)
    if (kept !== undefined) await forgetCopy(kept.user)
  } catch {
    // A device that keeps nothing.
  }
}
