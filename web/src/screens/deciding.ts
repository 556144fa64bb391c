import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { AntenneError, type Page, type Reservation, type ReservationDetail } from 'antenne-client'
import { useMeans } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { intend, useWorks, type Work } from './intentions.ts'
import { doneWords, type Move, moves, refusedRequest } from './outcome-words.ts'
import { type Told, useRefusal } from './refusal.ts'

/** What is asked for, by a person who saw this version of the reservation. */
export interface Choice {
  readonly move: Move
  readonly motif: string
}

export interface Deciding {
  /** What is under way, by reservation. */
  readonly works: Readonly<Record<string, Work<Move>>>
  /** Sends it until it is answered, and says what became of it. */
  send(reservation: ReservationDetail, choice: Choice): Promise<Told>
  /** Reads again what decisions change; resolves when it is there. */
  refresh(): Promise<void>
  /** Both, and tells the person; resolves to whether there is nothing left to decide. */
  decide(reservation: ReservationDetail, choice: Choice): Promise<boolean>
}

/** What a decision changes, and so has to be read again. */
const CHANGED = ['reservations', 'reservation', 'requests', 'total', 'clients', 'client']

/** Decides reservations, wherever the person goes meanwhile. */
export function useDeciding(): Deciding {
  const { acting } = useMeans()
  const queries = useQueryClient()
  const refusalOf = useRefusal(refusedRequest)
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => CHANGED.includes(String(of)) })

  const send = async (reservation: ReservationDetail, { move, motif }: Choice): Promise<Told> => {
    const { id, modifie_le: version, client } = reservation
    const name = client.raison_sociale
    try {
      const now = await intend(id, { move, motif, version }, (sending) => {
        const options = { ...sending, version, about: `${moves[move].button}, ${name}` }
        return move === 'annulee'
          ? acting.annulerReservation(id, { motif }, options)
          : acting.deciderReservation(id, { decision: move, ...(motif === '' ? {} : { motif }) }, options)
      })
      show(queries, now)
      return doneWords(name, now)
    } catch (error) {
      if (error instanceof Waiting) return { ...error.outcome, over: true }
      if (!(error instanceof AntenneError)) throw error
      // Who is asked to read it again finds it as it is now, and decides on that.
      if (error.code === 'version_perimee') await refresh()
      return refusalOf(name, error)
    }
  }
  const decide = async (reservation: ReservationDetail, choice: Choice): Promise<boolean> => {
    tellOutcome(null)
    const told = await send(reservation, choice).finally(() => void refresh())
    tellOutcome(told)
    return told.over
  }
  return { works: useWorks<Move>(), send, refresh, decide }
}

/** Puts what the service answered into the lists at once; they are read again in any case. */
function show(queries: QueryClient, now: Reservation): void {
  const renewed = (one: ReservationDetail) => (one.id === now.id ? { ...one, ...now } : one)
  queries.setQueriesData<Page<ReservationDetail>>(
    { queryKey: ['reservations'] },
    (list) => list && { ...list, donnees: list.donnees.map(renewed) },
  )
}
