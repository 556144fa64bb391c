import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { fuzzedAuthorization, fuzzedHeaders, junkTags } from './headers.ts'
import { connectMethod, otherMethod, withUnexpectedBody } from './methods.ts'
import { fuzzedQuery } from './parameters.ts'
import { fuzzedPath, soundPath } from './paths.ts'
import type { Random } from './random.ts'
import { anything, type Fuzzed, writtenOut } from './request.ts'
import { callerOf, getOrHead, headersOf, type Make, soundDraft } from './sound.ts'
import { refusalTo, type Target } from './target.ts'
import { hostileText, hostileValue, markerOf } from './texts.ts'

const querySchemas = (operation: Operation) => ('query' in operation ? operation.query : {})

const withQuery = operations.filter((operation) => Object.keys(querySchemas(operation)).length > 0)

const parameters: Make = (means) => {
  const { random, target, marker } = means
  const operation = random.pick(random.chance(0.7) ? withQuery : operations)
  const caller = callerOf(means)
  const path = soundPath(random, operation, target)
  const query = fuzzedQuery(random, querySchemas(operation), means)
  const refusal = refusalTo(caller, operation)
  return {
    kind: 'parameters',
    marker,
    method: getOrHead(random),
    target: `${path.raw}?${query.raw}`,
    headers: headersOf(caller, marker),
    operation,
    faults: query,
    allowed:
      refusal !== null
        ? [refusal]
        : query.must.length > 0
          ? [422]
          : query.may.length > 0
            ? [...path.statuses, 422]
            : path.statuses,
  }
}

const paths: Make = (means) => {
  const { random, target, marker } = means
  const caller = callerOf(means)
  const path = fuzzedPath(random, target, marker)
  const refusal = refusalTo(caller, path.operation)
  return {
    kind: 'path',
    marker,
    method: getOrHead(random),
    target: path.raw,
    headers: headersOf(caller, marker),
    operation: path.operation,
    allowed: refusal === null ? path.statuses : [...path.statuses, 401, 403],
  }
}

const headers: Make = (means) => {
  const draft = soundDraft(means)
  const first = fuzzedHeaders(means.random, means.marker)
  const together = { ...draft, kind: 'header', headers: [...draft.headers, ...first.headers] }
  if (means.random.chance(0.6)) return { ...together, allowed: first.statuses(draft.allowed) }
  const second = fuzzedHeaders(means.random, means.marker)
  return {
    ...together,
    kind: 'headers',
    headers: [...together.headers, ...second.headers],
    allowed: [
      ...draft.allowed,
      ...first.statuses(draft.allowed),
      ...second.statuses(draft.allowed),
      400,
      431,
    ],
  }
}

const authorization: Make = (means) => {
  const { random, target, marker } = means
  const [first] = target.callers
  const draft = soundDraft(means, first)
  const given = fuzzedAuthorization(random, first.token ?? '', marker)
  const rest = draft.headers.filter(([name]) => name !== 'Authorization')
  return {
    ...draft,
    kind: 'authorization',
    headers: [...rest, ...given.headers],
    allowed: draft.operation?.shape === 'health' ? draft.allowed : given.statuses(draft.allowed),
  }
}

const conditional: Make = ({ random, target, marker }) => {
  const { path, etag } = random.pick(target.tagged)
  const right = random.chance(0.6)
  const tag = right ? etag : etag.slice(0, -2)
  const tags = [
    random.pick(['', 'W/']) + tag,
    ...Array.from({ length: random.below(5) }, () => random.pick(junkTags)),
  ]
  if (random.chance(0.5)) tags.reverse()
  return {
    kind: 'conditional',
    marker,
    method: getOrHead(random),
    target: path,
    headers: [
      ...headersOf(target.callers[0], marker),
      ['If-None-Match', tags.join(random.pick([',', ', ', ' ,\t']))],
    ],
    allowed: [right ? 304 : 200],
  }
}

/** All at once: nothing is known of the answer but its shape. */
const mixed: Make = (means) => {
  const { random, target, marker } = means
  const path = fuzzedPath(random, target, marker)
  const query = random.chance(0.5)
    ? fuzzedQuery(random, querySchemas(path.operation), means).raw
    : hostileValue(random, marker).raw
  const caller = callerOf(means)
  return {
    kind: 'mixed',
    marker,
    method: random.chance(0.7) ? 'GET' : random.pick(['HEAD', 'POST', 'OPTIONS', 'DELETE']),
    target: `${path.raw}?${query}`,
    headers: [
      ...headersOf(caller, marker),
      ...fuzzedHeaders(random, marker).headers,
      ['X-Text', encodeURIComponent(hostileText(random, marker))],
    ],
    allowed: anything,
  }
}

const makers: readonly Make[] = [
  ...Array.from({ length: 10 }, () => parameters),
  ...Array.from({ length: 5 }, () => paths),
  ...Array.from({ length: 4 }, () => headers),
  authorization,
  authorization,
  conditional,
  otherMethod,
  otherMethod,
  withUnexpectedBody,
  mixed,
  mixed,
]

/** A request: any operation, any caller, something wrong with it or nothing. */
export function fuzzedRequest(random: Random, target: Target): Fuzzed {
  const means = { random, target, marker: markerOf(random) }
  if (random.chance(0.005)) return writtenOut(connectMethod(means))
  return writtenOut(random.pick(makers)(means))
}
