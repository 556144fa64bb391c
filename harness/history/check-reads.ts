import { grouped } from './grouped.ts'
import type { Act, Change, Event, Move, Read, Scope, Scopes } from './history.ts'

/**
 * Data may be this old, in milliseconds: 5 s of lag are documented, and the service looks once a second, which takes up to
 * two when a server is slow to say.
 */
const LAG = 7000

/** Violations: an answer of 200 that holds what the caller may not see, lacks what it must, or says what was not so; and any 500. */
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
  const creations = events.filter((event): event is Act => event.kind === 'act' && event.client !== undefined)
  const allowed = new Map(Object.entries(scopes).map(([user, { clients }]) => [user, new Set(clients)]))
  const byReservation = grouped(moves, ({ reservation }) => reservation ?? '')
  return events.flatMap((event) => {
    if (event.kind !== 'read') return []
    const scope = scopes[event.user]
    const faults =
      event.status !== 200
        ? strangeStatus(event, scope)
        : [
            ...wrongVersions(event, changes),
            ...wrongClients(event, allowed.get(event.user), [
              claimsAt(byPartner.get(scope?.partner ?? '') ?? [], event),
              createdBy(creations, scope, event),
            ]),
            ...wrongReservations(event, scope, byReservation),
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

function wrongClients(
  { clients, total, path }: Read,
  always: ReadonlySet<string> | undefined,
  others: readonly Claims[],
): string[] {
  if (clients === undefined || always === undefined) return []
  const seen = new Set(clients.map(([id]) => id))
  const claims = {
    may: new Set(others.flatMap(({ may }) => [...may])),
    must: new Set(others.flatMap(({ must }) => [...must])),
  }
  const outside = [...seen].filter((id) => !always.has(id) && !claims.may.has(id))
  const faults = outside.map((id) => `client ${id} is not for this caller`)
  if (seen.size !== clients.length) faults.push('a client is there twice')
  if (total === undefined) return path.endsWith([...seen][0] ?? '') ? faults : [...faults, 'another client']
  const most = new Set([...always, ...claims.may]).size
  const least = new Set([...always, ...claims.must]).size
  if (total > most || total < least) faults.push(`total ${total}, not between ${least} and ${most}`)
  if (total === clients.length)
    for (const id of [...always, ...claims.must]) if (!seen.has(id)) faults.push(`client ${id} is missing`)
  return faults
}

/** Clients that somebody may have seen in some time, and those that they must have. */
interface Claims {
  readonly may: ReadonlySet<string>
  readonly must: ReadonlySet<string>
}

/** What people of the same partner created, and for who sees everything what anybody did. */
function createdBy(creations: readonly Act[], scope: Scope | undefined, { sent, received }: Read): Claims {
  const seen = creations.filter(
    ({ partner }) => scope?.all === true || (partner !== null && partner === scope?.partner),
  )
  const ids = (some: readonly Act[]) => new Set(some.map(({ client = '' }) => client))
  return {
    may: ids(seen.filter((act) => act.sent < received)),
    must: ids(seen.filter((act) => act.received < sent - LAG)),
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
