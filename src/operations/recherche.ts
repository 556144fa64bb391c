import { type Sql, sql } from '../database/sql.ts'

/**
 * D7: every word occurs somewhere in the row's folded text. The longest word asks the trigram index; the others, however
 * many, are one more condition: a search has few shapes, and few statements to prepare. Words of one or two letters have no
 * trigram of their own, and asking the index for them would read all of it.
 */
export function matches(recherche: string): Sql {
  const words = recherche.split(/\s+/u).sort((a, b) => b.length - a.length)
  const [longest = ''] = words
  const short = [...longest].length < 3
  // In a query of its own the pattern is made once, not for every row. Another name of the same order keeps the index away.
  const first = sql`${short ? sql`recherche collate "POSIX"` : sql`recherche`} like (select antenne.motif(${longest}))`
  if (words.length === 1) return first
  return sql`${first} and recherche like all (array(select antenne.motif(mot) from unnest(${words}::text[]) as mot))`
}

/** Whether the search is for two letters or digits side by side, which are counted beforehand. */
export const isPair = (recherche: string): boolean =>
  /^[a-z\d]{2}$/i.test(recherche.normalize('NFKD').replace(/[\u0300-\u036f]/g, ''))
