import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { AntenneError, newKey, type Page, type Reservation, type ReservationDetail } from 'antenne-client'
import { useEffect, useRef, useState } from 'react'
import { useMeans } from '../api.ts'
import { useMe } from '../session/me.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { doneWords, type Move, refusedWords, type Told } from './outcome-words.ts'

/** What is asked for, by a person who saw this version of the reservation. */
export interface Choice {
  readonly move: Move
  readonly motif: string
}

/** A decision that is under way. */
export interface Work {
  readonly move: Move
  /** Whether it had to be sent again. */
  readonly retrying: boolean
}

export interface Deciding {
  /** What is under way, by reservation. */
  readonly works: Readonly<Record<string, Work>>
  /** Sends it until it is answered, and says what became of it. */
  send(reservation: ReservationDetail, choice: Choice): Promise<Told>
  /** Reads again what decisions change; resolves when it is there. */
  refresh(): Promise<void>
  /** Both, and tells the person; resolves to whether there is nothing left to decide. */
  decide(reservation: ReservationDetail, choice: Choice): Promise<boolean>
}

/** What a decision changes, and so has to be read again. */
const CHANGED = ['reservations', 'reservation', 'requests', 'total', 'clients', 'client']

/**
 * Decides reservations, wherever the person goes meanwhile. A choice that is made again after a failure is the same
 * intention, and keeps its key.
 */
export function useDeciding(): Deciding {
  const { acting, nameOf } = useMeans()
  const { utilisateur } = useMe()
  const queries = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const [works, setWorks] = useState<Record<string, Work>>({})
  const atWork = Object.keys(works).length > 0
  useEffect(() => {
    if (!atWork) return
    // Leaving now would leave the outcome unknown: the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [atWork])

  /** The name of who decided first, if the person may know it. */
  const firstOf = async ({ code, details }: AntenneError): Promise<string | null> => {
    const { traitee_par = null } = code === 'etat_incompatible' ? (details ?? {}) : {}
    return traitee_par === null ? null : nameOf(traitee_par).catch(() => null)
  }

  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => CHANGED.includes(String(of)) })

  const send = async (reservation: ReservationDetail, { move, motif }: Choice): Promise<Told> => {
    const { id, modifie_le: version, client } = reservation
    const name = client.raison_sociale
    const intention = JSON.stringify([id, version, move, motif])
    const key = keys.current.get(intention) ?? newKey()
    keys.current.set(intention, key)
    const note = (retrying: boolean) => setWorks((all) => ({ ...all, [id]: { move, retrying } }))
    note(false)
    const options = { version, key, onRetry: () => note(true) }
    try {
      const now = await (move === 'annulee'
        ? acting.annulerReservation(id, { motif }, options)
        : acting.deciderReservation(id, { decision: move, ...(motif === '' ? {} : { motif }) }, options))
      show(queries, now)
      return doneWords(name, now)
    } catch (error) {
      if (!(error instanceof AntenneError)) throw error
      // Who is asked to read it again finds it as it is now, and decides on that.
      if (error.code === 'version_perimee') await refresh()
      if (error.code === 'acces_refuse') void queries.invalidateQueries({ queryKey: ['moi'] })
      return refusedWords(name, error, utilisateur.id, await firstOf(error))
    } finally {
      setWorks(({ [id]: _, ...others }) => others)
    }
  }
  const decide = async (reservation: ReservationDetail, choice: Choice): Promise<boolean> => {
    tellOutcome(null)
    const told = await send(reservation, choice).finally(() => void refresh())
    tellOutcome(told)
    return told.over
  }
  return { works, send, refresh, decide }
}

/** Puts what the service answered into the lists at once; they are read again in any case. */
function show(queries: QueryClient, now: Reservation): void {
  const renewed = (one: ReservationDetail) => (one.id === now.id ? { ...one, ...now } : one)
  queries.setQueriesData<Page<ReservationDetail>>(
    { queryKey: ['reservations'] },
    (list) => list && { ...list, donnees: list.donnees.map(renewed) },
  )
}
