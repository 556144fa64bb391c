import type { ReservationDetail } from 'antenne-client'
import type { Move } from './outcome-words.ts'
import type { Order } from './steady-queue.ts'

type Rows = readonly ReservationDetail[]

/** Those without a decision that is under way. A validation decides all requests on its client. */
export function undecided(pending: Rows, moveOn: (id: string) => Move | undefined): Rows {
  const given = new Set(
    pending.filter(({ id }) => moveOn(id) === 'validee').map(({ client_id }) => client_id),
  )
  return pending.filter(({ id, client_id }) => moveOn(id) === undefined && !given.has(client_id))
}

/** Those after one, in the order of the list. */
export const after = (rows: Rows, one: ReservationDetail, order: Order): Rows =>
  rows.filter((row) => order(one, row) < 0)

/** The next of those that wait, once one of them was decided so; after the last comes the first. */
export function nextPending(waiting: Rows, decided: ReservationDetail, move: string, order: Order) {
  const left = waiting.filter(
    ({ id, client_id }) => id !== decided.id && (move !== 'validee' || client_id !== decided.client_id),
  )
  return after(left, decided, order)[0] ?? left[0]
}
