import { kindOf, type Schema } from '../../src/contract/kind.ts'
import type { Random } from './random.ts'
import type { Target } from './target.ts'
import { anyText, hostileText, hostileValue, type Written, written } from './texts.ts'

/** A query string, and what is known of it: which parameters a 422 has to name, and which it may. */
interface FuzzedQuery {
  readonly raw: string
  readonly must: readonly string[]
  readonly may: readonly string[]
}

/** Whether a text is a value of the parameter (D6, D7); undefined where the decisions leave it open. */
function isSound(schema: Schema, text: string): boolean | undefined {
  const { minimum = 0, maximum = 0, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const kind = kindOf(schema)
  if (kind.kind === 'integer')
    return /^[0-9]+$/.test(text) && BigInt(text) >= BigInt(minimum) && BigInt(text) <= BigInt(maximum)
  if (kind.kind === 'boolean') return text === 'true' || text === 'false'
  if (kind.kind === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
  if (kind.kind === 'enumeration') return kind.words.includes(text)
  const trimmed = text.trim()
  if (/\p{Cc}/u.test(trimmed)) return false
  // A tab or a line feed at the ends is both white space and a control character.
  if (/\p{Cc}/u.test(text)) return undefined
  const { length } = [...trimmed]
  return length >= minLength && length <= maxLength
}

const oddNumbers = ['', '+1', '1.0', '1e3', ' 1', '1 ', '0x1', '0b1', '-0', '٣', '１', '1,000', '1_000', '1n']
const oddBooleans = ['', 'True', 'TRUE', '1', '0', 'yes', 'vrai', 'true ', 'on']
const NIL = '00000000-0000-0000-0000-000000000000'

/** A value near what the schema says: right, on the edge, or just beside it. */
function near(random: Random, schema: Schema, target: Target): string {
  const kind = kindOf(schema)
  if (kind.kind === 'integer') return nearInteger(random, schema)
  if (kind.kind === 'boolean') return random.pick(['true', 'false', random.pick(oddBooleans)])
  if (kind.kind === 'uuid') return nearUuid(random, random.pick(target.ids))
  if (kind.kind === 'enumeration') return nearWord(random, random.pick(kind.words))
  return nearText(random, random.pick(target.words), schema)
}

function nearInteger(random: Random, { minimum = 0, maximum = 0 }: Schema): string {
  const edges = [minimum, minimum - 1, minimum + 1, maximum, maximum - 1, maximum + 1, 2 ** 31, 2 ** 53, 2e18]
  switch (random.below(5)) {
    case 0:
      return String(random.pick(edges))
    case 1:
      return random.pick(oddNumbers)
    case 2:
      return `00${minimum + random.below(5)}`
    default:
      return String(minimum + random.below(Math.min(maximum - minimum + 1, 60)))
  }
}

export function nearUuid(random: Random, id: string): string {
  switch (random.below(12)) {
    case 0:
      return id.toUpperCase()
    case 1:
      return random.pick([`{${id}}`, `urn:uuid:${id}`, id.replaceAll('-', ''), `${id} `, ` ${id}`, `${id}\n`])
    case 2:
      return random.pick([id.slice(1), `${id}0`, `${id.slice(0, -1)}g`, id.replace('-', '‐'), `${id}\u0000`])
    case 3:
      return random.pick([NIL, NIL.replaceAll('0', 'f'), '00000000-0000-4000-8000-000000000000'])
    default:
      return id
  }
}

const nearWord = (random: Random, word: string): string =>
  random.chance(0.6)
    ? word
    : random.pick([
        ...[word.toUpperCase(), `${word} `, `${word},${word}`, word.slice(1)],
        ...[`${word}\u0000`, `${word}\u0301`, ''],
      ])

function nearText(random: Random, word: string, { minLength = 0, maxLength = 100 }: Schema): string {
  switch (random.below(8)) {
    case 0:
      return random.pick(['𝔞', 'é', 'ﷺ', 'a ']).repeat(maxLength + random.below(3) - 1)
    case 4:
      return `${word}${random.pick(['\u0000', '\u0001', '\t', '\n', '\u001b', '\u007f', '\u0085'])}${word}`
    case 1:
      return 'œ'.repeat(minLength + random.below(3) - 1)
    case 2:
      return ` ${word}\u00a0`
    case 3:
      return anyText(random, maxLength)
    default:
      return word
  }
}

const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[page]']

/** A query for these parameters: some of them, near or hostile, and things beside them. */
export function fuzzedQuery(
  random: Random,
  schemas: Readonly<Record<string, Schema>>,
  { target, marker }: { target: Target; marker: string },
): FuzzedQuery {
  const parts: string[] = []
  const seen = new Map<string, boolean | undefined>()
  const note = (name: string, sound: boolean | undefined) => seen.set(name, seen.has(name) ? false : sound)
  for (const [name, schema] of Object.entries(schemas)) {
    if (!random.chance(0.4)) continue
    const value: Written = random.chance(0.65)
      ? written(random, near(random, schema, target))
      : hostileValue(random, marker)
    parts.push(`${nameAs(random, name)}=${value.raw}`)
    note(name, soundness(schema, value))
    if (!random.chance(0.05)) continue
    parts.push(random.chance(0.3) ? name : `${name}=${value.raw}`)
    note(name, false)
  }
  if (random.chance(0.3)) parts.push(beside(random, Object.keys(schemas), marker))
  if (random.chance(0.3)) parts.reverse()
  return {
    raw: parts.join(random.chance(0.05) ? '&&' : '&'),
    must: [...seen].filter(([, sound]) => sound === false).map(([name]) => name),
    may: [...seen].filter(([, sound]) => sound === undefined).map(([name]) => name),
  }
}

/** What cannot be decoded is no number, word or id; as a text it may be taken to the letter. */
function soundness(schema: Schema, { text }: Written): boolean | undefined {
  if (text !== undefined) return isSound(schema, text)
  return isSound(schema, '%ff text') === true ? undefined : false
}

/** The name, some of its letters in hexadecimal now and then. */
const nameAs = (random: Random, name: string): string =>
  random.chance(0.05) ? name.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) : name

/** What no operation lists (D5). */
function beside(random: Random, names: readonly string[], marker: string): string {
  const name = names.length === 0 ? 'page' : random.pick(names)
  const { raw } = hostileValue(random, marker)
  switch (random.below(8)) {
    case 0:
      return `${name}[]=${raw}`
    case 1:
      return `${name}[${marker}]=${raw}`
    case 2:
      return `${random.pick(inherited)}=${raw}`
    case 3:
      return `${name.toUpperCase()}=${raw}`
    case 4:
      return random.pick(['&', '=', '?', '==', `=${marker}`, '&=&', ';', '%'])
    case 5:
      return `${encodeURIComponent(hostileText(random, marker))}=1`
    case 6:
      return `${marker}=1&`.repeat(1 + random.below(200))
    default:
      return `${marker}=${raw}`
  }
}
