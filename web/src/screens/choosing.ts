import type { ReservationDetail } from 'antenne-client'
import { useSyncExternalStore } from 'react'
import { tabDraftBy } from '../device/drafts.ts'
import { Listeners } from '../listeners.ts'
import { useDecides, useMe } from '../session/me.ts'
import { isPending } from './outcome-words.ts'

/** The requests that a person chose among those shown, to decide them together. */
export interface Choosing {
  /** Whether this person chooses at all. */
  readonly on: boolean
  readonly chosen: readonly ReservationDetail[]
  /** Those that can be chosen and are not yet. */
  readonly others: readonly ReservationDetail[]
  /** Whether some wait that are decided one by one. */
  readonly conflicts: boolean
  isChosen(id: string): boolean
  toggle(id: string): void
  choose(ids: readonly string[]): void
  drop(id: string): void
  clear(): void
}

/** Choices survive a reload and signing in again, in this tab, for the same person. */
const draftOf = (user: string) => tabDraftBy<readonly string[]>(user, 'demandes choisies')

type Ids = ReadonlySet<string>

const known = new Map<string, Ids>()
const listeners = new Listeners()
function chosenBy(user: string): Ids {
  const ids = known.get(user) ?? new Set(draftOf(user).read())
  known.set(user, ids)
  return ids
}

function changeBy(user: string, make: (now: Set<string>) => unknown): void {
  const now = new Set(chosenBy(user))
  make(now)
  known.set(user, now)
  draftOf(user).keep([...now])
  listeners.tell()
}

/** `waiting` are the rows shown that can be decided. */
export function useChoosing(waiting: readonly ReservationDetail[]): Choosing {
  const on = useDecides()
  const user = useMe().utilisateur.id
  const ids = useSyncExternalStore(listeners.subscribe, () => chosenBy(user))
  const change = (make: (now: Set<string>) => unknown) => changeBy(user, make)
  const alone = waiting.filter(isChoosable)
  return {
    on,
    chosen: on ? alone.filter(({ id }) => ids.has(id)) : [],
    others: on ? alone.filter(({ id }) => !ids.has(id)) : [],
    conflicts: alone.length < waiting.length,
    isChosen: (id) => ids.has(id),
    toggle: (id) => change((now) => now.delete(id) || now.add(id)),
    choose: (wanted) =>
      change((now) => {
        for (const id of wanted) now.add(id)
      }),
    drop: (id) => change((now) => now.delete(id)),
    clear: () => change((now) => now.clear()),
  }
}

/** Why a request cannot be chosen. */
export const ALONE = 'Les demandes en conflit se traitent une par une.'

/** A request in conflict is decided with those that compete with it, one client at a time. */
export const isChoosable = ({ statut, concurrentes }: ReservationDetail): boolean =>
  isPending(statut) && statut !== 'conflit' && concurrentes === 0
