import { grouped } from './grouped.ts'
import type { Event, Ledger, Move } from './history.ts'

/** Violations: an acknowledged move that is lost, or changed, or there twice; one that nobody made. */
export function lostOrDoubledMoves(events: readonly Event[]): string[] {
  const moves = events.filter((event): event is Move => event.kind === 'move')
  return events.flatMap((event) => (event.kind === 'ledger' ? faultsOf(event, moves) : []))
}

function faultsOf(ledger: Ledger, moves: readonly Move[]): string[] {
  const begun = moves.filter(({ sent }) => sent < ledger.received)
  const isKnown = ({ acknowledged, received }: Move) => acknowledged && received < ledger.sent
  const touched = grouped(begun, ({ client }) => client)
  const byReservation = grouped(begun, ({ reservation }) => reservation)
  const reservations = ledger.reservations.filter(([, client]) => touched.has(client))
  const states = new Map(reservations.map(([id, , , state]) => [id, state]))
  const entries = grouped(ledger.journal, ([mouvement]) => mouvement)
  const actions = grouped(ledger.journal, ([, , , cle]) => cle)
  const faults: string[] = []
  const fault = (what: string, { state, client, mouvement, cle }: Move) =>
    faults.push(`${what}: ${state} on client ${client}, move ${mouvement ?? cle ?? 'unknown'}`)

  for (const move of begun.filter(isKnown)) {
    const { reservation = '', state, mouvement = '', cle } = move
    const made = cle === undefined ? entries.get(mouvement) : actions.get(cle)
    const noted = made?.filter(([, of]) => of === reservation) ?? []
    if (!states.has(reservation)) fault('an acknowledged reservation is lost', move)
    if (noted.length === 0) fault('an acknowledged move is missing in the journal', move)
    if (noted.length > 1) fault('a move is in the journal twice', move)
    if (state !== 'demandee' && states.get(reservation) !== state) fault('a decision is lost', move)
    if (state === 'demandee' && byReservation.get(reservation)?.length === 1)
      if (!['demandee', 'conflit'].includes(states.get(reservation) ?? '')) fault('decided by nobody', move)
  }
  const ofClient = grouped(reservations, ([, client]) => client)
  for (const [client, made] of touched) {
    const requests = made.filter(({ state }) => state === 'demandee')
    const acknowledged = new Set(requests.filter(isKnown).map(({ reservation }) => reservation))
    const possible = requests.filter((move) => !isKnown(move)).length
    const others = ofClient.get(client)?.filter(([id]) => !acknowledged.has(id)).length ?? 0
    if (others > possible)
      faults.push(`client ${client} has ${others - possible} reservations that nobody asked for, or twice`)
  }
  const decided = grouped(
    ledger.journal.filter(([, id, state]) => states.has(id) && state !== 'demandee' && state !== 'conflit'),
    ([, id]) => id,
  )
  for (const [id, made] of decided)
    if (made.length > 1) faults.push(`reservation ${id} was decided ${made.length} times`)
  return faults
}
