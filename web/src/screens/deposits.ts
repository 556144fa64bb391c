import { useSyncExternalStore } from 'react'
import { useDraft } from '../ui/draft.ts'
import { blank, type DepositDraft } from './deposit-draft.ts'
import type { Refused } from './deposit-words.ts'

/** What is under way: a file is made ready, then sent, then the document with it. */
interface Work {
  readonly step: 'preparing' | 'file' | 'document'
  /** How much of the file is sent, from 0 to 1. */
  readonly share: number
  /** Why it is, or was, sent again. */
  readonly again: string | null
}

/** A deposit that is begun: what is kept of it, and the rest, which lasts as long as the page. */
interface Deposit {
  readonly draft: DepositDraft
  /** The file as it is sent. */
  readonly file: File | null
  readonly work: Work | null
  readonly refused: Refused | null
}

/** All deposits of the page, so that they go on wherever the person goes meanwhile. */
const deposits = new Map<string, Deposit>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// Leaving now would lose what is sent: the browser asks first. Whoever waits for a network, or to sign in, may leave.
addEventListener('beforeunload', (event) => {
  const sending = ({ work }: Deposit) => work?.step === 'file' && work.share > 0
  if ([...deposits.values()].some(sending)) event.preventDefault()
})

interface Begun {
  readonly deposit: Deposit
  /** The deposit as it is now. */
  now(): Deposit
  set(part: Partial<Deposit>): void
  /** It is done: the next one begins with nothing. */
  clear(): void
}

/** The deposit of that name by the signed-in person. */
export function useDeposit(name: string): Begun {
  const kept = useDraft<Partial<DepositDraft>>(name)
  const begin = (draft: Partial<DepositDraft> | null) => {
    const begun = { draft: { ...blank, ...draft }, file: null, work: null, refused: null }
    deposits.set(name, begun)
    return begun
  }
  const now = (): Deposit => deposits.get(name) ?? begin(kept.read())
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    deposit: useSyncExternalStore(subscribe, now),
    now,
    set(part) {
      deposits.set(name, { ...now(), ...part })
      if (part.draft !== undefined) kept.keep(part.draft)
      tell()
    },
    clear() {
      kept.forget()
      begin(null)
      tell()
    },
  }
}
