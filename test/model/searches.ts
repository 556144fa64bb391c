import type { Random } from '../../harness/fuzz/random.ts'

/** Ways to write the same words otherwise, and to spoil them. */
const rewritings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  (text) => text.replaceAll('e', 'é').replaceAll('a', 'Â').replaceAll('c', 'ç'),
  (text) => text.replace(/oe/gi, 'œ').replace(/ae/gi, 'Æ').replace(/ss/gi, 'ß').replace(/fi/gi, 'ﬁ'),
  (text) => text.replaceAll("'", '’').replaceAll('-', '–'),
  (text) => text.replaceAll('’', "'").replaceAll('–', '-'),
  (text) => [...text].map((letter) => fullWidth(letter)).join(''),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll(' ', '  \u3000'),
  (text) => text.split(' ').reverse().join(' '),
]

const spoilings: readonly ((text: string) => string)[] = [
  (text) => `${text}%`,
  (text) => text.replace(/.$/u, '_'),
  (text) => `${text}\\`,
  (text) => `%${text}`,
  (text) => `${text}\u0000`,
  (text) => `${text.slice(0, 2)}\u0007${text.slice(2)}`,
  (text) => `${text.slice(0, 2)}\t${text.slice(2)}`,
  (text) => `${text}\u0085x`,
  (text) => `'${text}' or 1=1 --`,
  (text) => `"${text}" & !x | (y:*)`,
  (text) => `${text} qzx`,
]

const strange = [
  ...['', ' ', '\u00a0\u00a0', 'a', ' a ', 'é', 'œ', 'ß', '\u0301\u0301', 'ab', 'ci', ' ci ', '%%', '__'],
  ...['\\\\', "''", '""', '--', '’’', '1 2 3', 'a e i o u', 'ci ci ci', '😀', '😀😀', '\ud83d\ude00 a'],
]

const fullWidth = (letter: string): string =>
  /[!-~]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter

/** Texts of a length around the limits, counted in code points. */
const long = ({ pick }: Random): string =>
  pick(['a', 'é', '😀', 'e\u0301']).repeat(pick([1, 2, 49, 50, 51, 99, 100, 101])) + pick(['', ' ', 'x'])

/** A search: mostly pieces of the fields of one record, written otherwise; sometimes anything. */
export function search(random: Random, fields: readonly string[]): string {
  const { pick, chance, below } = random
  if (chance(0.1)) return pick(strange)
  if (chance(0.07)) return long(random)
  const pieces = Array.from({ length: 1 + below(3) }, () => piece(random, pick(fields)))
  const text = pick(rewritings)(pieces.join(' '))
  const spoilt = chance(0.12) ? pick(spoilings)(text) : text
  return chance(0.1) ? `${pick([' ', '\t', '\u00a0', '\u3000'])}${spoilt}${pick([' ', '\r\n'])}` : spoilt
}

function piece({ below, chance }: Random, field: string): string {
  const letters = [...field]
  if (chance(0.3)) return field
  const start = below(letters.length)
  return letters.slice(start, start + 2 + below(6)).join('')
}
