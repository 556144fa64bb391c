import type { ReservationDetail } from 'antenne-client'
import type { Choice } from './deciding.ts'
import type { Move } from './outcome-words.ts'

type Rows = readonly ReservationDetail[]

/** Those without a decision that is under way. A validation decides all requests on its client. */
export function undecided(pending: Rows, moveOn: (id: string) => Move | undefined): Rows {
  const given = new Set(
    pending.filter(({ id }) => moveOn(id) === 'validee').map(({ client_id }) => client_id),
  )
  return pending.filter(({ id, client_id }) => moveOn(id) === undefined && !given.has(client_id))
}

/** The oldest of those that wait, without what was decided. */
export const nextPending = (waiting: Rows, decided: ReservationDetail, { move }: Choice) =>
  waiting
    .filter(({ id }) => id !== decided.id)
    .filter(({ client_id }) => move !== 'validee' || client_id !== decided.client_id)
    .sort((one, other) => one.cree_le.localeCompare(other.cree_le))[0]
