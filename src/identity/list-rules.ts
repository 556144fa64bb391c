import { join, name, type Sql, sql } from '../database/sql.ts'
import type { MaterialisedList } from './lists.ts'
import {
  derived,
  forOperator,
  materialised,
  nothing,
  notOperators,
  type VisibilityRule,
} from './visibility.ts'

/** The derived tables of a list, under the names that operations use. */
type Kept<L extends MaterialisedList> = Record<
  `${L['of']}_${Suffix | (L['search'] extends string ? 'paire' : never)}`,
  VisibilityRule
>
type Suffix = 'liste' | 'compte' | 'repere' | 'ecart' | 'rang' | 'par_partenaire' | 'compte_par_partenaire'

/**
 * What each caller sees of a list's derived tables. For callers other than the operator and partners nothing is kept:
 * it is derived from the rows that they see.
 */
export function listRules<const L extends MaterialisedList>(list: L): Kept<L> {
  const { of, owner, readers } = list
  const copied = readers !== 'owner'
  const table = (suffix: string): Sql => sql`antenne_prive.${name(`${of}_${suffix}`)}`
  const seen = name(of)
  const each = (...columns: string[]): Sql => sql`select ${join(columns.map(name), ', ')}, 1 as n`
  const counted = Object.keys(list.filters)
  const owned = copied ? sql`gere` : notOperators
  const listed = derived([of], sql`select * from ${seen}`)
  const ofOwner = copied
    ? derived([`${of}_liste`], sql`${each(...counted, owner)} from ${name(`${of}_liste`)}`)
    : derived([`${of}_compte`], sql`select *, portee as ${name(owner)} from ${name(`${of}_compte`)}`)
  const rules = {
    liste: copied ? materialised(table('liste'), listed) : listed,
    compte: materialised(
      table('compte'),
      copied ? derived([of], sql`${each(...counted)} from ${seen}`) : nothing(table('compte')),
    ),
    repere: materialised(table('repere'), nothing(table('repere'))),
    ecart: materialised(table('ecart'), nothing(table('ecart'))),
    rang: materialised(table('rang'), nothing(table('rang'))),
    // Only for the list of all rows: in a partner's own, trigrams find few enough.
    ...(list.search !== null && {
      paire: forOperator(
        sql`select * from ${table('paire')} where portee = antenne.tout()`,
        nothing(table('paire')),
      ),
    }),
    // The rows of one partner are all in that partner's own list.
    par_partenaire: copied
      ? forOperator(
          sql`select * from ${table('liste')} where portee = ${name(owner)} and ${notOperators}`,
          derived([`${of}_liste`], sql`select * from ${name(`${of}_liste`)}`),
        )
      : listed,
    compte_par_partenaire: forOperator(
      sql`select *, portee as ${name(owner)} from ${table('compte')} where ${owned}`,
      ofOwner,
    ),
  }
  return Object.fromEntries(
    Object.entries(rules).map(([suffix, rule]) => [`${of}_${suffix}`, rule]),
  ) as Kept<L>
}
