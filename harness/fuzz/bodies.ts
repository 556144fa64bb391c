import { kindOf, type Schema } from '../../src/contract/kind.ts'
import type { Random } from './random.ts'
import { hostileText } from './texts.ts'

interface Making {
  readonly random: Random
  readonly ids: readonly string[]
  readonly marker: string
}

/** A value that the schema takes. */
function soundValue(schema: Schema, making: Making): unknown {
  const { random, ids, marker } = making
  const kind = kindOf(schema)
  switch (kind.kind) {
    case 'nullable':
      return random.chance(0.1) ? null : soundValue(kind.of, making)
    case 'object':
      return Object.fromEntries(
        Object.entries(kind.fields)
          .filter(([field]) => schema.required?.includes(field) === true || random.chance(0.3))
          .map(([field, of]) => [field, soundValue(of, making)]),
      )
    case 'array':
      return Array.from({ length: random.below(3) }, () => soundValue(kind.items, making))
    case 'enumeration':
      return random.pick(kind.words)
    case 'uuid':
      return random.pick(ids)
    case 'email':
      return `${marker}@exemple.ci`
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'amount':
    case 'number':
      return random.below(40)
    default:
      return schema.pattern === undefined ? `${marker} ${random.below(1000)}` : '+2250700000001'
  }
}

const odd: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 1e308, 5e-324, 2 ** 53, '', ' ', '\u0000', '\ud800', 'a\udc00b', '\u202e'],
  ...['\u0085', 'a\nb', 'x'.repeat(256), 'x'.repeat(1001), 'é'.repeat(1000), '😀'.repeat(500), [], {}, [[]]],
  ...[{ a: 1 }, '__proto__', '1', 'true', [null], '0'.repeat(36), '9999-99-99', 'a@b'],
]

const names = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'id', 'statut', 'modifie_le', ''],
  ...['partenaire_actuel_id', 'cree_par', 'é', 'a b', '\u0000', '\ud800', '0', 'x'.repeat(300)],
]

/** The same value with something odd somewhere in it. */
function spoilt(value: unknown, { random, marker }: Making): unknown {
  const strange = () => (random.chance(0.3) ? hostileText(random, marker) : random.pick(odd))
  if (Array.isArray(value) && value.length > 0) {
    const place = random.below(value.length)
    return value.map((item, index) => (index === place ? spoilt(item, { random, marker, ids: [] }) : item))
  }
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return strange()
  const fields = Object.keys(value)
  if (fields.length === 0 || random.chance(0.2))
    return Object.fromEntries([...Object.entries(value), [random.pick(names), strange()]])
  const chosen = random.pick(fields)
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      field === chosen ? spoilt(inner, { random, marker, ids: [] }) : inner,
    ]),
  )
}

type Write = (text: string, random: Random) => string

const LARGEST = 65_536
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
const into = (text: string, random: Random, what: string): string => {
  const place = random.below(text.length + 1)
  return text.slice(0, place) + what + text.slice(place)
}

/** Ways in which a JSON text is written down, or miswritten: as bytes. */
const writings: readonly Write[] = [
  (text, random) => utf8(text).slice(0, random.below(text.length)),
  (text, random) => utf8(text) + random.pick(['}', ' x', '\u0000', text, ',']),
  (text) => utf8(text.padEnd(LARGEST)),
  (text) => utf8(text.padEnd(LARGEST + 1)),
  (text) => utf8(text.replace('{', '{"motif":"a","motif":"b","nom":1,"nom":2,')),
  (text, random) => utf8(text.replace('{', `{"__proto__":${random.pick(['{"a":1}', 'null', '"x"', '[]'])},`)),
  (text) => utf8(text.replace('{', '{"plafond_encours":1e999,"latitude":-1e999,')),
  (_, random) => `${'['.repeat(1 + random.below(30_000))}`,
  (_, random) => ((depth) => '['.repeat(depth) + ']'.repeat(depth))(1 + random.below(2000)),
  (_, random) => ((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)(1 + random.below(12)),
  (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  (text) => `\xef\xbb\xbf${utf8(text)}`,
  (text, random) =>
    into(utf8(text), random, random.pick(['\xff', '\xed\xa0\x80', '\xc0\x80', '\x00', '\x07', '\n'])),
  (text, random) => into(text, random, random.pick(['\\ud800', '\\u0000', '\\x', '\\', '"', '//', 'NaN'])),
  (_, random) =>
    random.pick(['', ' ', 'null', 'true', '0', '"x"', '[]', '{}', '[{}]', 'undefined', 'a=1', '<a/>']),
]

/** A body for that schema, as bytes: sound, with something odd in it, or miswritten. */
export function fuzzedBody(schema: Schema, making: Making): string {
  const { random } = making
  const value = soundValue(schema, making)
  if (random.chance(0.35)) return utf8(JSON.stringify(value))
  if (random.chance(0.6)) return utf8(JSON.stringify(spoilt(value, making)) ?? '')
  return random.pick(writings)(JSON.stringify(value), random)
}
