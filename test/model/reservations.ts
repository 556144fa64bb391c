import { descending, sorted } from './order.ts'
import { asked, type Given, pageOf } from './parameters.ts'
import { type Records, without } from './records.ts'
import { isPending, type View, visibleClients, visibleReservations } from './scope.ts'

type Evidence = Records['reservation'][number]['doublons_detectes']

/** The name under which a client was asked for is the import's, not the contract's. */
const asAnswered = (reservation: Records['reservation'][number]) =>
  without(reservation as typeof reservation & { client_nom: string | null }, 'client_nom')

export function listerReservations(view: View, given: Given) {
  const visible = visibleReservations(view)
  const found = visible.filter(
    (reservation) =>
      asked(given.statut, reservation.statut) &&
      asked(given.partenaire_id, reservation.partenaire_id) &&
      asked(given.client_id, reservation.client_id),
  )
  const ordered = sorted(found, ({ statut, cree_le, id }) => [
    descending(isPending(statut)),
    descending(cree_le),
    id,
  ])
  const clients = new Set(visibleClients(view).map(({ id }) => id))
  const reservations = new Set(visible.map(({ id }) => id))
  /** D18: of the evidence only what the caller might read elsewhere; that there is a conflict stays. */
  const known = (evidence: Evidence): Evidence =>
    evidence && {
      ...evidence,
      correspondances: evidence.correspondances.filter(({ client_id }) => clients.has(client_id)),
      reservations_concurrentes: evidence.reservations_concurrentes.filter(({ reservation_id }) =>
        reservations.has(reservation_id),
      ),
    }
  const { donnees, pagination } = pageOf(ordered, given)
  return {
    donnees: donnees.map((reservation) => ({
      ...asAnswered(reservation),
      doublons_detectes: known(reservation.doublons_detectes),
    })),
    pagination,
  }
}
