import { operations } from '../../src/operations/index.ts'
import { soundPath } from './paths.ts'
import type { Random } from './random.ts'
import type { Draft, Header } from './request.ts'
import { bearer, type Caller, refusalTo, type Target } from './target.ts'

/** What a request is made with. */
interface Means {
  readonly random: Random
  readonly target: Target
  readonly marker: string
}

export type Make = (means: Means) => Draft

/** Somebody: mostly the one who sees everything, so that most requests go all the way. */
export const callerOf = ({ random, target }: Means): Caller =>
  random.chance(0.5) ? target.callers[0] : random.pick(target.callers)

export const headersOf = (caller: Caller, marker: string): Header[] => [
  ['Host', 'x'],
  ['User-Agent', marker],
  ...bearer(caller.token),
]

export const getOrHead = (random: Random): string => (random.chance(0.1) ? 'HEAD' : 'GET')

/** A sound request of an operation, and what it is answered. */
export function soundDraft(means: Means, caller = callerOf(means)): Draft {
  const { random, target, marker } = means
  const operation = random.pick(operations)
  const path = soundPath(random, operation, target)
  const refusal = refusalTo(caller, operation)
  return {
    kind: 'sound',
    marker,
    method: getOrHead(random),
    target: path.raw,
    headers: headersOf(caller, marker),
    operation,
    allowed: refusal === null ? path.statuses : [refusal],
  }
}
