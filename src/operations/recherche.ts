import { type Sql, sql } from '../database/sql.ts'

/**
 * D7: every word occurs somewhere in the row's folded text. The longest word asks the trigram index; the others, however
 * many, are one more condition: a search has few shapes, and few statements to prepare. Words of one or two letters have no
 * trigram of their own, and asking the index for them would read all of it.
 */
export function matches(recherche: string): Sql {
  const words = recherche.split(/\s+/u).sort((a, b) => b.length - a.length)
  const [longest = ''] = words
  const all = sql`recherche like all (array(select antenne.motif(mot) from unnest(${words}::text[]) as mot))`
  if ([...longest].length < 3) return all
  // In a query of its own the pattern is made once, not for every row.
  const first = sql`recherche like (select antenne.motif(${longest}))`
  return words.length === 1 ? first : sql`${first} and ${all}`
}
