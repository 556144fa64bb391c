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
]
