/** The blocks of Unicode that hold combining diacritical marks. */
const diacritics = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const apostrophes = /[\u2018\u2019\u201b\u02bc]/g
const dashes = /[\u2010-\u2015\u2212]/g

const known = new Map<string, string>()

/** A text as search and order see it (D7). */
export function fold(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const bare = text.normalize('NFKD').replace(diacritics, '')
  const folded = bare
    .toLowerCase()
    // A letter folds alike wherever it stands in its word.
    .replaceAll('ς', 'σ')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(apostrophes, "'")
    .replace(dashes, '-')
  known.set(text, folded)
  return folded
}

/** Whether every word of the search occurs in one of the texts, each word wherever it likes (D7). */
export function matches(recherche: string, texts: readonly (string | null)[]): boolean {
  const folded = texts.filter((text) => text !== null).map(fold)
  const words = recherche.trim().split(/\s+/u).map(fold)
  return words.every((word) => folded.some((text) => text.includes(word)))
}
