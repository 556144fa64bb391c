/**
 * The role of a word in a company's name: its own name, a known name or noun, a trade, a place, a number, or a weak
 * word.
 */
export type Role = 'own' | 'known' | 'trade' | 'place' | 'number' | 'weak'

/** A word of a normalised name (`antenne.nom_normalise`), by its sound, with its role. */
export interface Word {
  readonly role: Role
  readonly text: string
}

/** What stands before a word of each role. */
export const marks: Readonly<Record<Role, string>> = {
  own: '',
  known: '=',
  trade: '~',
  place: '@',
  number: '#',
  weak: '-',
}

const roles = new Map(Object.entries(marks).map(([role, mark]) => [mark, role as Role]))

/** The words of one reading of a normalised name. */
export function wordsOf(reading: string): Word[] {
  return reading
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const role = roles.get(word.charAt(0))
      return role === undefined ? { role: 'own', text: word } : { role, text: word.slice(1) }
    })
}

/**
 * The likeness of two words, 0..1. Two words of the dictionary are two words. Otherwise one may be a slip of the other;
 * the shorter the word, the less likely, because a changed letter makes another acronym.
 */
export function likeness(a: Word, b: Word): number {
  if (a.text === b.text) return 1
  if (a.role === 'number' || b.role === 'number') return 0
  if (a.role !== 'own' && b.role !== 'own') return 0
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  if (isSlip(short, long, a.role === b.role ? LEAST : LEAST_OF_KNOWN)) return 0.9
  return isBeginning(short, long) ? 0.8 : 0
}

/** The shortest words of which one may begin the other. */
export const BEGINNING = { short: 5, long: 8 }

/** An abbreviation; its last letter may sound different at the end of a word. A saint's name is not abbreviated. */
const isBeginning = (short: string, long: string): boolean =>
  short.length >= BEGINNING.short &&
  long.length >= BEGINNING.long &&
  !short.startsWith('saint') &&
  long.startsWith(short.length > 5 ? short.slice(0, -1) : short)

/** The shortest words in which each kind of slip is accepted. */
const LEAST = { swapped: 5, dropped: 7, replaced: 8 }

/** The same where one of the two is in the dictionary, so that the other is probably a slip of it. */
export const LEAST_OF_KNOWN = { swapped: 5, dropped: 6, replaced: 7 }

function isSlip(short: string, long: string, least: typeof LEAST): boolean {
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  const tailOf = (from: number) => long.slice(from)
  if (short.length < long.length)
    return long.length >= least.dropped && short.slice(start) === tailOf(start + 1)
  if (short.slice(start + 1) === tailOf(start + 1)) return long.length >= least.replaced
  const swapped = `${short[start + 1]}${short[start]}${short.slice(start + 2)}`
  return long.length >= least.swapped && swapped === tailOf(start)
}
