import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { useDraft } from '../ui/draft.ts'
import { blank, type DepositDraft } from './deposit-draft.ts'
import type { Refused } from './deposit-words.ts'

/** What is under way: a file is made ready, then sent, then the document with it. */
export interface Work {
  readonly step: 'preparing' | 'file' | 'document'
  /** How much of the file is sent, from 0 to 1. */
  readonly share: number
  /** Why it is, or was, sent again. */
  readonly again: string | null
  /** Why the device does not keep it until it is sent. */
  readonly unkept?: string | null
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
const listeners = new Listeners()

// Leaving now would lose what the device does not keep: the browser asks first.
addEventListener('beforeunload', (event) => {
  const sending = ({ work }: Deposit) => work?.step === 'file' && work.share > 0 && work.unkept != null
  if ([...deposits.values()].some(sending)) event.preventDefault()
})

interface Begun {
  readonly deposit: Deposit
  /** The deposit as it is now. */
  now(): Deposit
  set(part: Partial<Deposit>): void
  /** It is kept elsewhere until it is done: a reload does not find it here. */
  hand(): void
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
  return {
    deposit: useSyncExternalStore(listeners.subscribe, now),
    now,
    set(part) {
      deposits.set(name, { ...now(), ...part })
      if (part.draft !== undefined) kept.keep(part.draft)
      listeners.tell()
    },
    hand: kept.forget,
    clear() {
      kept.forget()
      begin(null)
      listeners.tell()
    },
  }
}

/** Goes on with a deposit that was refused later, and with its file, if it is still there. */
export function takeUp(name: string, draft: DepositDraft, file: File | null): void {
  deposits.set(name, { draft, file, work: null, refused: null })
}
