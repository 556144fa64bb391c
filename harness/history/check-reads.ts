import { grouped } from './grouped.ts'
import type { Act, Change, Event, Move, Read, Scope, Scopes } from './history.ts'

/**
 * Data may be this old, in milliseconds: 5 s of lag are documented, and the service looks once a second, which takes up
 * to two when a server is slow to say.
 */
const LAG = 7000

/**
 * Violations: an answer of 200 that holds what the caller may not see, lacks what it must, or says what was not so; and
 * any 500.
 */
export function wrongReads(events: readonly Event[], scopes: Scopes): string[] {
  const changes = grouped(
    events.filter((event): event is Change => event.kind === 'change'),
    ({ client }) => client,
  )
  const moves = events.filter((event): event is Move => event.kind === 'move')
  // Some are asked for again and again: in the order in which they were begun.
  const byPartner = grouped(
    [...moves].sort((a, b) => a.sent - b.sent),
    ({ partner }) => partner,
  )
  const creations = events.filter(
    (event): event is Creation => event.kind === 'act' && event.client !== undefined,
  )
  const visible = new Map(Object.entries(scopes).map(([user, scope]) => [user, visibleTo(scope, creations)]))
  const byReservation = grouped(moves, ({ reservation }) => reservation ?? '')
  const requests = moves.filter(({ state }) => state === 'demandee')
  const requested = new Map(
    Object.entries(scopes).map(([user, scope]) => [user, requestedBy(scope, requests)]),
  )
  return events.flatMap((event) => {
    if (event.kind !== 'read') return []
    const scope = scopes[event.user]
    const faults =
      event.status !== 200
        ? strangeStatus(event, scope)
        : [
            ...wrongVersions(event, changes),
            ...wrongClients(
              event,
              visible.get(event.user)?.(event),
              claimsAt(byPartner.get(scope?.partner ?? '') ?? [], event),
            ),
            ...wrongReservations(event, scope, byReservation),
            ...missingReservations(event, requested.get(event.user)),
          ]
    return faults.map(
      (fault) => `${event.path} by instance ${event.instance} at ${Math.round(event.sent)} ms: ${fault}`,
    )
  })
}

/** 403 is for those whose rights are withdrawn, 404 for nobody here. */
const strangeStatus = ({ status, text }: Read, scope: Scope | undefined): string[] =>
  status === 0 || status === 503 || (status === 403 && scope?.watched === true)
    ? []
    : [`${status} ${text ?? ''}`]

function wrongVersions(
  { clients = [], sent, received }: Read,
  changes: ReadonlyMap<string, readonly Change[]>,
): string[] {
  return clients.flatMap(([id, version]) => {
    const made = changes.get(id)
    if (made === undefined || version === null) return []
    const current = version === 0 ? undefined : made.find((change) => change.version === version)
    if (version !== 0 && (current === undefined || current.sent > received))
      return [`client ${id} has version ${version}, which nobody had written`]
    const newer = made.find((change) => change.version > version && change.acknowledged)
    const age = newer === undefined ? 0 : sent - newer.received
    return age > LAG ? [`client ${id} has version ${version}, replaced ${Math.round(age)} ms before`] : []
  })
}

function wrongClients({ clients, total, path }: Read, always: Claims | undefined, claims: Claims): string[] {
  if (clients === undefined || always === undefined) return []
  const seen = new Set(clients.map(([id]) => id))
  const outside = [...seen].filter((id) => !always.may.has(id) && !claims.may.has(id))
  const faults = outside.map((id) => `client ${id} is not for this caller`)
  if (seen.size !== clients.length) faults.push('a client is there twice')
  if (total === undefined) return path.endsWith([...seen][0] ?? '') ? faults : [...faults, 'another client']
  const most = sizeOfBoth(always.may, claims.may)
  const least = sizeOfBoth(always.must, claims.must)
  if (total > most || total < least) faults.push(`total ${total}, not between ${least} and ${most}`)
  if (total === clients.length)
    for (const id of new Set([...always.must, ...claims.must]))
      if (!seen.has(id)) faults.push(`client ${id} is missing`)
  return faults
}

const sizeOfBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  one.size + [...other].filter((id) => !one.has(id)).length

/** Clients that somebody may have seen in some time, and those that they must have. */
interface Claims {
  readonly may: ReadonlySet<string>
  readonly must: ReadonlySet<string>
}

type Creation = Act & { readonly client: string }

/** What a user sees from the start, and what people of the same partner created; who sees everything, anybody. */
function visibleTo({ all, partner, clients }: Scope, creations: readonly Creation[]): (read: Read) => Claims {
  const seen = creations.filter((act) => all === true || (act.partner !== null && act.partner === partner))
  const may = growing(clients, seen, 'sent')
  const must = growing(clients, seen, 'received')
  return ({ sent, received }) => ({ may: may(received), must: must(sent - LAG) })
}

/**
 * These clients, and those created before some time. The set is good until the next call: histories are long, and times
 * mostly ascend.
 */
function growing(start: readonly string[], creations: readonly Creation[], time: 'sent' | 'received') {
  const inOrder = [...creations].sort((a, b) => a[time] - b[time])
  const set = new Set(start)
  let taken = 0
  return (before: number): ReadonlySet<string> => {
    for (let next = inOrder[taken]; next !== undefined && next[time] < before; next = inOrder[taken]) {
      set.add(next.client)
      taken += 1
    }
    for (
      let last = inOrder[taken - 1];
      last !== undefined && last[time] >= before;
      last = inOrder[taken - 1]
    ) {
      set.delete(last.client)
      taken -= 1
    }
    return set
  }
}

/** The clients that a partner sees by its requests. */
function claimsAt(moves: readonly Move[], { sent, received }: Read): Claims {
  const may = new Set<string>()
  const must = new Set<string>()
  // In the order in which they were made: those on one client follow one another.
  for (const move of moves) {
    if (move.sent > received) break
    const settled = move.acknowledged && move.received < sent - LAG
    const opens = move.state === 'demandee' || move.state === 'validee'
    if (opens) may.add(move.client)
    else if (settled) may.delete(move.client)
    if (!opens) must.delete(move.client)
    else if (settled) must.add(move.client)
  }
  return { may, must }
}

function wrongReservations(
  { reservations = [], sent, received }: Read,
  scope: Scope | undefined,
  moves: ReadonlyMap<string, readonly Move[]>,
): string[] {
  return reservations.flatMap(([id, partner, state]) => {
    const foreign = scope?.partner != null && partner !== scope.partner
    const made = moves.get(id) ?? []
    const decision = made.find((move) => move.state !== 'demandee')
    const old = decision?.acknowledged === true && decision.received < sent - LAG
    const early = decision?.state === state && decision.sent > received
    return [
      ...(foreign ? [`reservation ${id} is another partner's`] : []),
      ...(old && decision.state !== state ? [`reservation ${id} is ${state}, long decided`] : []),
      ...(early ? [`reservation ${id} is ${state} before it was decided`] : []),
    ]
  })
}

/** Reservations that somebody must have seen, and the most that there may have been. */
interface Requested {
  readonly must: readonly string[]
  readonly most: number
}

/**
 * What a user sees from the start, and what was asked for since by the same partner; who sees everything, by anybody.
 * None is ever removed. A request without an answer may have been made.
 */
function requestedBy(
  { all, partner, reservations }: Scope,
  requests: readonly Move[],
): ((read: Read) => Requested) | undefined {
  if (reservations === undefined) return undefined
  const seen = requests.filter((move) => all === true || move.partner === partner)
  return ({ sent, received }) => {
    const must = seen.flatMap(({ reservation, acknowledged, received }) =>
      acknowledged && reservation !== undefined && received < sent - LAG ? reservation : [],
    )
    const most = reservations.length + seen.filter((move) => move.sent <= received).length
    return { must: [...reservations, ...must], most }
  }
}

function missingReservations(read: Read, requestedAt: ((read: Read) => Requested) | undefined): string[] {
  const { reservations, total } = read
  if (reservations === undefined || total === undefined || requestedAt === undefined) return []
  const { must, most } = requestedAt(read)
  const seen = new Set(reservations.map(([id]) => id))
  const faults = seen.size === reservations.length ? [] : ['a reservation is there twice']
  if (total > most || total < must.length)
    faults.push(`total ${total} of reservations, not between ${must.length} and ${most}`)
  if (total === reservations.length)
    for (const id of must) if (!seen.has(id)) faults.push(`reservation ${id} is missing`)
  return faults
}
