import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { AntenneError, type Page, type Reservation, type ReservationDetail } from 'antenne-client'
import { useServices } from '../api.ts'
import { Waiting } from '../device/outbox.ts'
import { tellOutcome } from '../ui/outcome.tsx'
import { intend, useWorks, type Work } from './intentions.ts'
import { sentMotif } from './motifs.ts'
import { doneWords, isPending, type Move, moves, refusedRequest } from './outcome-words.ts'
import { type Told, useRefusal } from './refusal.ts'

/** What is asked for, by a person who saw this version of the reservation. */
export interface Choice {
  readonly move: Move
  readonly motif: string
  /** The other pending requests that were shown: a validation refuses these, and no other. */
  readonly rivals?: readonly string[] | undefined
}

export interface Deciding {
  /** What is under way, by reservation. */
  readonly works: Readonly<Record<string, Work<Move>>>
  /** Sends it until it is answered, and says what became of it. */
  send(reservation: ReservationDetail, choice: Choice): Promise<Told>
  /** Reads again what decisions change; resolves when it is there. */
  refresh(): Promise<void>
  /** Reads again what deciding one changed, as far as it is shown once the next one is. */
  refreshAfter(decided: ReservationDetail): void
  /** Sends it, and tells the person. Where nothing is left to decide one goes on, and reads again. */
  decide(reservation: ReservationDetail, choice: Choice): Promise<Told>
}

/** What a decision changes, and so has to be read again. */
const LISTS = ['reservations', 'total']
const CHANGED = [...LISTS, 'reservation', 'requests', 'clients', 'client', 'comparaison', 'historique']

/** So long after it was rendered the next one has taken the place of the decided one, in milliseconds. */
const SHOWN = 100

/** Decides reservations, wherever the person goes meanwhile. */
export function useDeciding(): Deciding {
  const { acting } = useServices()
  const queries = useQueryClient()
  const refusalOf = useRefusal(refusedRequest)
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => CHANGED.includes(String(of)) })

  const refreshAfter = ({ client_id }: ReservationDetail) => {
    const isShownWith = ({ queryKey: [of, id] }: Query) =>
      ['reservation', 'clients', 'comparaison'].includes(String(of)) ||
      ((of === 'client' || of === 'requests') && id === client_id)
    void queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => LISTS.includes(String(of)) })
    void queries.invalidateQueries({ predicate: isShownWith, refetchType: 'none' })
    const stillShown = { predicate: isShownWith, type: 'active', stale: true } as const
    const refetch = () => void queries.refetchQueries(stillShown, { cancelRefetch: false })
    // The first timer runs when the next one is rendered, however long that takes.
    setTimeout(() => setTimeout(refetch, SHOWN))
  }

  /** Who is asked to read it again finds it as it is now, and decides on that. */
  const readAgain = async (error: unknown): Promise<never> => {
    if (error instanceof AntenneError && error.code === 'version_perimee') await refresh()
    throw error
  }

  const send = async (reservation: ReservationDetail, { move, motif, rivals }: Choice): Promise<Told> => {
    const { id, modifie_le: version, client } = reservation
    const name = client.raison_sociale
    try {
      const now = await intend(id, { move, motif, version, rivals }, (sending) => {
        const about = `${moves[move].button}, ${name}`
        const options = { ...sending, version, about, draft: sentMotif(move, id, motif) }
        const said = move === 'refusee' ? { motif } : rivals && { concurrentes_vues: [...rivals] }
        const answer =
          move === 'annulee'
            ? acting.annulerReservation(id, { motif }, options)
            : acting.deciderReservation(id, { decision: move, ...said }, options)
        return answer.catch(readAgain)
      })
      show(queries, now)
      return doneWords(name, now)
    } catch (error) {
      if (error instanceof Waiting) return { ...error.outcome, over: true, counts: true }
      if (!(error instanceof AntenneError)) throw error
      return refusalOf(name, error)
    }
  }
  const decide = async (reservation: ReservationDetail, choice: Choice): Promise<Told> => {
    tellOutcome(null)
    let told: Told | undefined
    try {
      told = await send(reservation, choice)
      tellOutcome(told)
      return told
    } finally {
      if (told?.over !== true) void refresh()
    }
  }
  return { works: useWorks<Move>(), send, refresh, refreshAfter, decide }
}

/** Puts what the service answered into the lists at once; they are read again in any case. */
function show(queries: QueryClient, now: Reservation): void {
  const { client_id, statut, traitee_par, traitee_le } = now
  const renewed = (one: ReservationDetail): ReservationDetail => {
    if (one.id === now.id) return { ...one, ...now }
    // The other requests on a client that was given away are refused with it.
    const closed = statut === 'validee' && one.client_id === client_id && isPending(one.statut)
    return closed ? { ...one, statut: 'refusee', traitee_par, traitee_le } : one
  }
  queries.setQueriesData<Page<ReservationDetail>>(
    { queryKey: ['reservations'] },
    (list) => list && { ...list, donnees: list.donnees.map(renewed) },
  )
}
