import { likeness, marks, type Role, type Word, wordsOf } from './word.ts'

/**
 * Names at least this similar are close (`raison_sociale_proche`). Chosen on the pairs in `reglage`: docs/doublons.md.
 */
export const CLOSE = 0.78

/** The weight of a word, by its role. `antenne.poids` has them, for this and for the keys of names. */
export type Weights = Readonly<Record<Role, number>>

/** SQL that reads the weights. */
export const weights = `(select jsonb_build_object(${Object.entries(marks)
  .map(([role, mark]) => `'${role}', antenne.poids('${mark}')`)
  .join(', ')}))`

/** The factor when each of two names has a word of that role that the other lacks. A known word counts as own. */
const CONFLICT = {
  own: 0.5,
  place: 0.6,
  number: 0.5,
  trade: 0.7,
  weak: 0.85,
}

/** The factor when those words have different roles. */
const APART = 0.8

/** The factor when one of them is weak. */
const BESIDE = 0.9

/** The factor when they share only a common name, or only trades, and only one names another trade. */
const COMMON = 0.9

/** The factor when only one has a number: probably a company and its branch. */
const NUMBER_ALONE = 0.75

/** From this many letters on, a name that begins another may be the same one, cut to fit a column. */
const CUT = 25

/** How many words of a name are measured, in all its readings: an ordinary name has fewer. */
const MOST_WORDS = 48

/** The similarity of two normalised names, 0..1, in any word order. The closest of their readings counts. */
export function similarity(a: string, b: string, weights: Weights): number {
  const others = readingsOf(b)
  return Math.max(
    ...readingsOf(a).flatMap((mine) => others.map((other) => similarityOf(mine, other, weights))),
  )
}

/** The readings of a name, as many of the first as its words allow. */
function readingsOf(name: string): Word[][] {
  const [first = [], ...more] = name.split(' / ').map(wordsOf)
  let words = first.length
  const measured = more.filter((reading) => {
    words += reading.length
    return words <= MOST_WORDS
  })
  return [first.slice(0, MOST_WORDS), ...measured]
}

function similarityOf(left: readonly Word[], right: readonly Word[], weights: Weights): number {
  if (left.length === 0 || right.length === 0) return 0
  const tight = (words: readonly Word[]) => words.map(({ text }) => text).join('')
  const [short, long] = [tight(left), tight(right)].sort((x, y) => x.length - y.length) as [string, string]
  if (squeezed(short) === squeezed(long)) return 1
  if (short.length >= CUT && long.startsWith(short)) return 0.9
  const { shared, both, leftOver, rightOver } = align(left, right, weights)
  const dice = (2 * shared) / (weightOf(left, weights) + weightOf(right, weights))
  const telling = both.filter(({ role }) => role !== 'weak')
  const common =
    (telling.length === 1 && telling[0]?.role === 'known') || telling.every(({ role }) => role === 'trade')
  const trade = [...leftOver, ...rightOver].some(({ role }) => role === 'trade')
  return dice * conflictOf(leftOver, rightOver) * (common && trade ? COMMON : 1)
}

/** Without what varies where words are joined: doubled letters, a silent end. */
const squeezed = (text: string): string => text.replace(/([a-z])\1+/g, '$1').replace(/[es]+$/, '')

const weightOf = (words: readonly Word[], weights: Weights): number =>
  words.reduce((sum, { role }) => sum + weights[role], 0)

interface Alignment {
  /** The weight of the words that both names have. */
  readonly shared: number
  /** Those words, as in the first name. */
  readonly both: readonly Word[]
  readonly leftOver: readonly Word[]
  readonly rightOver: readonly Word[]
}

/**
 * Pairs each word with the most similar one of the other name, best pairs first; two words may match one joined word.
 */
function align(left: readonly Word[], right: readonly Word[], weights: Weights): Alignment {
  const taken = new Set<Word>()
  let shared = 0
  const take = (words: readonly Word[], like: number) => {
    if (words.some((word) => taken.has(word))) return
    for (const word of words) taken.add(word)
    shared += (like * weightOf(words, weights)) / 2
  }
  for (const [whole, parts] of [...joined(left, right), ...joined(right, left)]) take([whole, ...parts], 1)
  const pairs = left
    .flatMap((a) => right.map((b) => ({ words: [a, b], like: likeness(a, b) })))
    .filter(({ like }) => like > 0)
    .sort((x, y) => y.like - x.like)
  for (const { words, like } of pairs) take(words, like)
  const rest = (words: readonly Word[]) => words.filter((word) => !taken.has(word))
  return {
    shared,
    both: left.filter((word) => taken.has(word)),
    leftOver: rest(left),
    rightOver: rest(right),
  }
}

/** Words of one name that are two words in the other: `Belair`, `Bel Air`. */
function joined(wholes: readonly Word[], parts: readonly Word[]): [Word, Word[]][] {
  // Backwards: of words that are squeezed alike, the first counts.
  const bySound = new Map(wholes.toReversed().map((word) => [squeezed(word.text), word]))
  return parts.slice(1).flatMap((second, index) => {
    const both = parts.slice(index, index + 2)
    const whole = bySound.get(squeezed(both.map((word) => word.text).join('')))
    return whole === undefined || second.role === 'number' ? [] : [[whole, both] as [Word, Word[]]]
  })
}

/** The factor for unmatched words: lower when both names have unmatched words of one role. */
function conflictOf(left: readonly Word[], right: readonly Word[]): number {
  const has = (words: readonly Word[], roles: readonly Role[]) =>
    words.some(({ role }) => roles.includes(role))
  const both = (...roles: Role[]) => has(left, roles) && has(right, roles)
  const telling: Role[] = ['own', 'known', 'place', 'trade']
  let rest = 1
  if (both('own', 'known')) rest *= CONFLICT.own
  if (both('place')) rest *= CONFLICT.place
  if (both('trade')) rest *= CONFLICT.trade
  if (both('weak')) rest *= CONFLICT.weak
  if (rest === 1 && both(...telling)) rest = APART
  if (rest === 1 && both(...telling, 'weak')) rest = BESIDE
  if (both('number')) rest *= CONFLICT.number
  else if (has([...left, ...right], ['number'])) rest *= NUMBER_ALONE
  return rest
}
