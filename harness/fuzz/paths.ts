import { isUuid } from '../../src/contract/primitives.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { nearUuid } from './parameters.ts'
import type { Random } from './random.ts'
import type { Target } from './target.ts'
import { hostileText, hostileValue, written } from './texts.ts'

/** A path, and what a GET of it by somebody who may do everything is answered. */
interface FuzzedPath {
  readonly raw: string
  readonly statuses: readonly number[]
  /** Whose path it is, or nearly. */
  readonly operation: Operation
}

/** The path of an operation, with an id that it may know. */
export function soundPath(random: Random, operation: Operation, target: Target): FuzzedPath {
  const { path } = operation
  if (!path.includes('{id}')) return { raw: path, statuses: [200], operation }
  const known = random.pick(target.pathIds.get(path) ?? target.ids)
  const raw = path.replace('{id}', random.chance(0.9) ? known : random.pick(target.ids))
  return { raw, statuses: [200, 404], operation }
}

const withId = operations.filter(({ path }) => path.includes('{id}'))

type Change = (path: string, marker: string, random: Random) => string

/** Changes after which a path names nothing. */
const breaking: readonly Change[] = [
  (path) => `${path}/`,
  (path) => path.replace('/v1/', '//v1/'),
  (path) => `/${path}`,
  (path) => `${path}//`,
  (path) => path.toUpperCase(),
  (path) => path.replace('api', 'Api'),
  (path) => path.replace('/v1', '/v2'),
  (path) => path.replace('/v1', ''),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => `${path}/.`,
  (path, marker) => `${path}/${marker}/..`,
  (path, marker) => `/${marker}/..${path}`,
  (path) => `${path}/../../..`,
  (path, marker) => path.replace('/v1/', `/v1/%2e%2e/${marker}/`),
  (path, marker) => `${path};${marker}=1`,
  (path) => `${path}.json`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX-Injected:%201`,
  (path) => `${path}%3fpage=x`,
  (path) => `${path}%23`,
  (path) => `${path}/__proto__`,
  (path, marker) => `${path}/${marker}`,
  (path, marker) => `${path}${marker}`,
  (path) => path.slice(0, -1),
  () => '/api/v1',
  () => '/api/v1/',
  (_path, marker) => `/api/v1/${marker}`,
  (_path, marker) => `/${marker}`,
  (_path, marker, random) => `/api/v1/${encodeURIComponent(hostileText(random, marker))}${marker}`,
]

/** Changes after which it is not a sound address, or not for everybody the same one. */
const doubtful: readonly Change[] = [
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.slice(1),
  (path, marker) => `http://${marker}${path}`,
  (path, marker) => `https://${marker}:x@h${path}`,
  (path, marker) => `${path}#${marker}`,
  (path) => path.replace(/[a-z](?=[a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  () => '*',
  () => '?',
  (_path, marker) => `${marker}:443`,
  (path) => `${path}%`,
  (path) => `${path}%z`,
  (path) => `${path}%ff`,
  (path) => `${path}%c0%af`,
  (path) => `${path}%ed%a0%80`,
  (path) => `${path}\xff\xfe`,
  (path) => path.replace('v1', 'v1\xc3\xa9'),
  (path, marker) => `${path}"<>${marker}`,
  (path, marker) => `${path} ${marker}`,
  (path) => `${path}\t`,
]

export function fuzzedPath(random: Random, target: Target, marker: string): FuzzedPath {
  const operation = random.pick(random.chance(0.5) ? withId : operations)
  const sound = soundPath(random, operation, target)
  const changed = (changes: readonly Change[]) => random.pick(changes)(sound.raw, marker, random)
  switch (random.below(8)) {
    case 0:
      return { ...sound, raw: changed(doubtful), statuses: [200, 400, 404] }
    case 1:
    case 2:
      return { ...sound, raw: changed(breaking), statuses: [404] }
    case 3:
      return random.chance(0.1)
        ? { ...sound, raw: `${sound.raw}/${'a'.repeat(8192 + random.below(20_000))}`, statuses: [414] }
        : sound
    default:
      return withOddId(random, random.pick(withId), { target, marker })
  }
}

function withOddId(
  random: Random,
  operation: Operation,
  { target, marker }: { target: Target; marker: string },
): FuzzedPath {
  const { raw, text } = random.chance(0.5)
    ? written(random, nearUuid(random, random.pick(target.pathIds.get(operation.path) ?? target.ids)))
    : hostileValue(random, marker)
  const statuses = text === undefined ? [400, 404] : isUuid(text) ? [200, 404] : [404]
  return { raw: operation.path.replace('{id}', () => raw), statuses, operation }
}
