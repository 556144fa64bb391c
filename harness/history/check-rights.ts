import { grouped } from './grouped.ts'
import type { Event, Read, Right } from './history.ts'

/**
 * Violations: an answer of 200 to what was asked after the right was withdrawn for certain, and got before it was given
 * back.
 */
export function outlivedRights(events: readonly Event[]): string[] {
  const withdrawn = grouped(periods(events), ({ user }) => user)
  return events.flatMap((event) => {
    if (event.kind !== 'read' || event.status !== 200) return []
    const within = withdrawn.get(event.user)?.find((period) => isWithin(event, period))
    return within === undefined
      ? []
      : [
          `${event.path} answered 200 by instance ${event.instance}, asked ${Math.round(event.sent - within.from)} ms after the right was withdrawn (at ${Math.round(within.from)} ms)`,
        ]
  })
}

/** How often somebody was refused who held the right for certain. Not promised, but to be known. */
export function refusedThoughHeld(events: readonly Event[]): number {
  const held = grouped(periods(events, true), ({ user }) => user)
  return events.filter(
    (event) =>
      event.kind === 'read' &&
      event.status === 403 &&
      held.get(event.user)?.some((period) => isWithin(event, period)) === true,
  ).length
}

interface Period {
  readonly user: string
  readonly from: number
  readonly to: number
}

const isWithin = ({ sent, received }: Read, { from, to }: Period): boolean => sent > from && received < to

/** From an acknowledged change to the moment when the opposite was asked for. */
function periods(events: readonly Event[], held = false): Period[] {
  const byUser = grouped(
    events.filter((event): event is Right => event.kind === 'right'),
    ({ user }) => user,
  )
  return [...byUser].flatMap(([user, rights]) =>
    rights.flatMap((right, index) => {
      if (right.held !== held || !right.acknowledged) return []
      const opposite = rights.slice(index + 1).find((later) => later.held !== held)
      return [{ user, from: right.received, to: opposite?.sent ?? Number.POSITIVE_INFINITY }]
    }),
  )
}
