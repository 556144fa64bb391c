import { lostOrDoubledActions } from './check-actions.ts'
import { lostOrDoubledMoves } from './check-moves.ts'
import { wrongReads } from './check-reads.ts'
import { outlivedRights } from './check-rights.ts'
import type { Event, Scopes } from './history.ts'

/** All that a history shows and should not: what was promised and did not hold. */
export const violations = (events: readonly Event[], scopes: Scopes): string[] => [
  ...outlivedRights(events),
  ...lostOrDoubledMoves(events),
  ...lostOrDoubledActions(events),
  ...wrongReads(events, scopes),
  ...unwell(events),
]

/** Instances are given time to recover once the cluster is whole. */
const unwell = (events: readonly Event[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'fault' && event.health.some((word) => word !== 'ok')
      ? [`not well after ${event.name}, round ${event.round}: ${event.health.join(', ')}`]
      : [],
  )
