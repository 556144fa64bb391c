import { type Sql, sql } from '../database/sql.ts'
import { slot } from '../database/template.ts'

/**
 * How a search is asked: by its longest word, that has a trigram or is too `short` for one, and whether there are `several`.
 * A `pair` is two letters or digits and nothing else: how often these stand side by side is known beforehand.
 */
export type SearchShape = 'pair' | 'short' | 'short, several' | 'long' | 'long, several'

/** A search whose words are left open. */
export interface Search {
  readonly shape: SearchShape
  readonly longest: string
  readonly words: readonly string[]
}

interface Given {
  readonly request: { readonly query: Readonly<Record<string, unknown>> }
}

const longestFirst = (recherche: string): [string, ...string[]] =>
  recherche.split(/\s+/u).sort((a, b) => b.length - a.length) as [string, ...string[]]

export function shapeOf(recherche: string): SearchShape {
  const [longest, ...others] = longestFirst(recherche)
  const length = [...longest].length < 3 ? 'short' : 'long'
  if (others.length > 0) return `${length}, several`
  return length === 'short' && isPair(longest) ? 'pair' : length
}

const isPair = (word: string): boolean =>
  /^[a-z\d]{2}$/i.test(word.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''))

export const searchOf = (shape: SearchShape): Search => ({
  shape,
  longest: slot(({ request }: Given) => longestFirst(request.query.recherche as string)[0]),
  words: slot(({ request }: Given) => longestFirst(request.query.recherche as string)),
})

/**
 * D7: every word occurs somewhere in the row's folded text. The longest word asks the trigram index; the others, however
 * many, are one more condition: a search has few shapes, and few statements to prepare. Words of one or two letters have no
 * trigram of their own, and asking the index for them would read all of it: another name of the same collation keeps it away.
 */
export function matches({ shape, longest, words }: Search): Sql {
  const text = shape.startsWith('long') ? sql`recherche` : sql`recherche collate "POSIX"`
  // In a query of its own the pattern is made once, not for every row.
  const first = sql`${text} like (select antenne.motif(${longest}))`
  if (!shape.endsWith('several')) return first
  return sql`${first} and recherche like all (array(select antenne.motif(mot) from unnest(${words}::text[]) as mot))`
}
