import { join, type Sql, sql } from '../database/sql.ts'

/**
 * D7: every word occurs somewhere in the row's folded text. Words of one or two letters have no trigram of their own:
 * asking the index for them would read all of it.
 */
export const matches = (recherche: string): Sql =>
  join(
    recherche
      .split(/\s+/u)
      .map((mot) =>
        [...mot].length < 3
          ? sql`strpos(recherche, antenne.plier(${mot})) > 0`
          : sql`recherche like antenne.motif(${mot})`,
      ),
    ' and ',
  )
