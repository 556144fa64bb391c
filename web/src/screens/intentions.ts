import { newKey } from 'antenne-client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { leavesByItself } from '../session/leaving.ts'

/** Something that a person asked for and that is not answered yet. */
export interface Work<Move extends string = string> {
  readonly move: Move
  /** Whether it had to be sent again. */
  readonly retrying: boolean
}

type Works<Move extends string = string> = Readonly<Record<string, Work<Move>>>

let works: Works = {}
const keys = new Map<string, string>()
const listeners = new Listeners()

// Leaving now would leave the outcome unknown: the browser asks first.
const ask = (event: BeforeUnloadEvent) => {
  if (!leavesByItself()) event.preventDefault()
}

function setWorks(now: Works): void {
  works = now
  if (Object.keys(works).length > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  listeners.tell()
}

/** What is under way, by the id of what it is done to, wherever the person goes meanwhile. */
export const useWorks = <Move extends string>(): Works<Move> =>
  useSyncExternalStore(listeners.subscribe, () => works) as Works<Move>

/** What an action is sent with. */
interface Sending {
  readonly key: string
  readonly onRetry: () => void
}

/**
 * Does what a person intends with an item, and shows that it is under way. The same intention, made again after a
 * failure, keeps its key.
 */
export async function intend<Result>(
  id: string,
  intention: { readonly move: string; readonly [given: string]: unknown },
  perform: (sending: Sending) => Promise<Result>,
): Promise<Result> {
  const { move } = intention
  const text = JSON.stringify([id, intention])
  const key = keys.get(text) ?? newKey()
  keys.set(text, key)
  const note = (retrying: boolean) => setWorks({ ...works, [id]: { move, retrying } })
  note(false)
  try {
    return await perform({ key, onRetry: () => note(true) })
  } finally {
    const { [id]: _, ...others } = works
    setWorks(others)
  }
}
