import { number, type Sql, sql } from '../database/sql.ts'
import { placeholder } from '../database/template.ts'

interface Input {
  readonly request: { readonly query: Readonly<Record<string, unknown>> }
}

const words = placeholder(({ request }: Input) => (request.query.recherche as string).split(/\s+/u))

/**
 * Every word occurs in the row's folded text (D7). `coalesce` hides the condition from the trigram index, which would
 * scan all its entries for a word without a trigram, and from the planner, which would expect hardly any match.
 */
export const matches = (): Sql => matchesAll(sql`motifs`)

const matchesAll = (patterns: Sql): Sql =>
  sql`coalesce(recherche like all ((select ${patterns} from mots)::text[]), false)`

/**
 * All of these rows that match, through the trigram index if a word has a trigram; none when there may be too many.
 * What the index has found is not tried again.
 */
export const found = (keys: Sql, rows: Sql): Sql => sql`
  select ${keys} from ${rows} and recherche like (select indexe from mots) and ${matchesAll(sql`autres`)}
    and (select toutes and indexe is not null from mots)
  union all select ${keys} from ${rows} and ${matches()} and (select toutes and indexe is null from mots)`

/** Up to this many rows, all are found at once, unless their number is already known, as for a pair. */
const FEW = 300_000

/**
 * What is known of a search before a row is read, as the names `mot` and `mots`: its patterns; `borne`, the most rows
 * that it can find, which is the count of its rarest pair of characters (null where pairs are not kept: short lists);
 * whether that is `exact`; the pattern for the trigram index, if a word has a trigram on every server (a letter or
 * digit between two characters of any kind); whether all rows are found at once. SQL decides this on folded words,
 * since it has the only folding.
 */
export const search = (pairs: Sql | undefined): Sql => sql`
  mot as materialized (select mot, motif, ${pairs === undefined ? sql`null::bigint` : rarest(pairs)} as n
    from antenne.mots(${words}::text[])),
  mots as materialized (select *, array_remove(motifs, indexe) as autres,
      coalesce(borne <= ${number(FEW)} and not exact, combien > 0) as toutes
    from (select count(*) as combien, coalesce(array_agg(motif order by n, length(mot) desc), '{}') as motifs, min(n) as borne,
      count(*) = 1 and max(length(mot)) = 2 as exact,
      (array_agg(motif order by n, length(mot) desc) filter (where mot collate "C" ~ '.[a-z0-9].'))[1] as indexe
    from mot) as lus)`

/**
 * The most rows that can contain a word, by its rarest pair, or by all pairs with its one character; null where none
 * are kept.
 */
const rarest = (pairs: Sql): Sql => sql`case when exists (select from ${pairs}) then case length(mot)
    when 1 then (select coalesce(sum(n), 0) from ${pairs} where strpos(recherche, mot) > 0)
    else (select min((select coalesce(sum(n), 0) from ${pairs} where recherche = substr(mot, i, 2)))
      from generate_series(1, length(mot) - 1) as i) end end`
