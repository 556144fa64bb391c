import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AntenneClient, AntenneError, type CopyStore, type Moi, sync } from 'antenne-client'
import { useEffect } from 'react'
import { useServices } from '../api.ts'
import { Backoff } from '../backoff.ts'
import { useMe } from '../session/me.ts'
import { forgetCopy, storeOf, timeKey } from './copy-store.ts'
import { isStillKept } from './kept.ts'
import { isOffline } from './network.ts'
import { useOffline } from './use-offline.ts'

/** A copy of more items than this is not kept. */
const MOST = 20_000
const TOO_LARGE = '-1'

/** After the first screen, and then this often, in milliseconds. */
const FIRST = 3000
const OFTEN = 300_000
/** So soon when it is not the time, and after a failure; after each further one twice as late. */
const SOON = 30_000

async function bringUpToDate(api: AntenneClient, user: string, signal: AbortSignal): Promise<void> {
  const large = new AbortController()
  const stop = () => large.abort()
  signal.addEventListener('abort', stop)
  let tooLarge = false
  const onPage = (changes: number) => {
    tooLarge = changes > MOST
    if (tooLarge) stop()
  }
  // In a window that was left behind: the person signed out in another one.
  if (!(await isStillKept())) return
  try {
    await sync(api, await storeOf(user), { onPage, signal: large.signal })
    localStorage.setItem(timeKey(user), String(Date.now()))
  } catch (error) {
    if (!tooLarge) throw error
    await forgetCopy(user)
    localStorage.setItem(timeKey(user), TOO_LARGE)
  } finally {
    signal.removeEventListener('abort', stop)
    if (!(await isStillKept())) await forgetCopy(user)
  }
}

/** The operator's people see everything: their copy would be the whole database. */
const hasCopy = ({ organisation, permissions }: Moi): boolean =>
  organisation.type !== 'operateur' && permissions.includes('clients.consulter')

/** Keeps the copy of the signed-in person up to date while the page is looked at. */
export function useCopy(): void {
  const { api } = useServices()
  const me = useMe()
  const { id: user } = me.utilisateur
  const wanted = hasCopy(me)
  useEffect(() => {
    if (!wanted) return
    const leaving = new AbortController()
    const isTime = () => !isOffline() && !document.hidden && localStorage.getItem(timeKey(user)) !== TOO_LARGE
    const backoff = new Backoff(SOON, OFTEN)
    const succeeded = () => {
      backoff.reset()
      return OFTEN
    }
    const failed = (error: unknown) =>
      Math.max(backoff.next(), error instanceof AntenneError ? 1000 * (error.retryAfter ?? 0) : 0)
    const again = async () => {
      const next = isTime() ? await bringUpToDate(api, user, leaving.signal).then(succeeded, failed) : SOON
      if (!leaving.signal.aborted) timer = setTimeout(again, next)
    }
    let timer = setTimeout(again, FIRST)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [api, user, wanted])
}

/** An answer from the copy, and of when it is. */
interface Copied<Data> {
  readonly at: number
  readonly answer: Data | null
}

/** What the copy on the device says while the service cannot be reached and has not answered before. */
export function useOrCopy<Data>(
  query: UseQueryResult<Data>,
  key: readonly unknown[],
  read: (copy: CopyStore) => Promise<Data | null>,
): UseQueryResult<Data> {
  const me = useMe()
  const { id: user } = me.utilisateur
  const offline = useOffline()
  const missing = query.data === undefined || query.isPlaceholderData
  const copied = useQuery({
    queryKey: ['copie', user, ...key],
    queryFn: async (): Promise<Copied<Data>> => {
      const at = Number(localStorage.getItem(timeKey(user)) ?? 0)
      return { at, answer: at > 0 ? await read(await storeOf(user)) : null }
    },
    enabled: offline && missing && hasCopy(me),
    gcTime: 0,
  })
  const answer = copied.data?.answer ?? null
  if (!offline || !missing || answer === null) return query
  return {
    ...query,
    ...{ data: answer, isError: false, error: null, isPending: false, isPlaceholderData: false },
  } as unknown as UseQueryResult<Data>
}
