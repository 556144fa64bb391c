import { BEGINNING, LEAST_OF_KNOWN } from './word.ts'

/** How much is tried for one name, whatever words are stored. An ordinary name needs a part of it. */
export const LIMITS = {
  /** Words of one reading whose slips are looked for: as many as are in its keys (`antenne.cles_nom`). */
  ofReading: 8,
  /** Words of all readings of a name. */
  ofName: 16,
  /** Letters of a word whose slips are looked for: a longer one shares its first 40 with whatever others store. */
  letters: 40,
  /** Stored words that are looked at in one place: the oldest, so that nobody hides a word by storing others. */
  oldest: 100,
  /** Stored words that begin alike and are read to find the oldest of them. */
  begun: 1000,
  /** Stored words of which a word may be a slip. */
  ofWord: 30,
  /** Readings with one word replaced. */
  replaced: 120,
}

/** A word without a mark is not in the dictionary: it may be a slip of another, or another of it. */
const unmarked = (word: string): string => `${word} ~ '^[^~@#=-]'`

/** A word without its mark, as `antenne.variantes` has it. */
const bare = (word: string): string => `ltrim(left(${word}, 40), '~@=-')`

/** A word with a mark is in the dictionary. Written as in the index of such words. */
const marked = (word: string): string => `${word} ~ '^[~@=-]'`

/** Words without a number are older than any with one (`nom_mot.numero`). */
const BY_AGE = 'numero nulls first, mot'

/** The oldest words of a variant, and those of the dictionary, behind however many others they stand. */
const ofVariant = `(
      (select v.mot as autre, v.numero from nom_mot as v where v.variante = c.variante order by ${BY_AGE} limit ${LIMITS.oldest})
      union all
      (select v.mot, v.numero from nom_mot as v where v.variante = c.variante and ${marked('v.mot')} order by v.mot limit ${LIMITS.oldest}))`

/** The oldest words that begin with `debut`. */
const begun = `(select mot as autre, numero from (
        select mot, numero from nom_mot as v
        where v.variante = left(nu, 5) || '*' and v.variante like '%*' and v.mot >= debut and v.mot < debut || chr(1114111)
        order by mot limit ${LIMITS.begun}
      ) as w order by ${BY_AGE} limit ${LIMITS.oldest})`

/** What is shorter and longer of a word and another. */
const [SHORT, LONG] = ['least(length(nu), length(autre_nu))', 'greatest(length(nu), length(autre_nu))']

/** A little wider than `likeness`, which measures what is found. */
const isSlip = `(
      autre_nu = any (echanges) and ${LONG} >= ${LEAST_OF_KNOWN.swapped}
      or ${LONG} - ${SHORT} = 1 and ${LONG} >= ${LEAST_OF_KNOWN.dropped}
      or ${LONG} = ${SHORT} and ${LONG} >= ${LEAST_OF_KNOWN.replaced})`
const isBeginning = `(
      ${SHORT} >= ${BEGINNING.short} and ${LONG} >= ${BEGINNING.long} and nu not like 'saint%'
      and left(nu, greatest(${SHORT} - 1, 5)) = left(autre_nu, greatest(${SHORT} - 1, 5)))`

/**
 * The steps of a statement that give `graphie`: the name of each `sujet` (`id`, `nom`), and its readings with one word
 * replaced by a stored one of which it may be a slip. The nearest words come first, and all is bounded by `LIMITS`.
 *
 * Words that are one letter away share a form without a letter (`nom_mot.variante`), and so does a word with one that
 * begins it. Words that it begins follow it in the order of the index.
 */
export const spellings = `lecture as materialized (
    select id, rang, string_to_array(lecture, ' ') as mots
    from sujet, unnest(string_to_array(nom collate "C", ' / ')) with ordinality as l (lecture, rang)
  ), mot as materialized (
    select id, mot, nu, antenne.variantes(mot) as variantes,
      array(select left(nu, i - 1) || substr(nu, i + 1, 1) || substr(nu, i, 1) || substr(nu, i + 2) from generate_series(1, length(nu) - 1) as i) as echanges
    from (
      select id, mot, ${bare('mot')} as nu, row_number() over (partition by id order by not ${unmarked('mot')}, mot) as n
      from lecture, lateral (
        select distinct left(mot, 1) = '-' as faible, mot from unnest(mots) as mot where left(mot, 1) <> '#'
        order by faible, mot limit ${LIMITS.ofReading}
      ) as m group by id, mot
    ) as m where n <= ${LIMITS.ofName} and length(nu) >= ${BEGINNING.short} and length(mot) <= ${LIMITS.letters}
  ), cherche as (
    select distinct id, mot, variante from mot, lateral (
      select unnest(variantes) as variante
      union all select left(nu, n) from generate_series(${BEGINNING.short}, length(nu) - 2) as n where length(nu) >= ${BEGINNING.long}
    ) as v where variante not like '%*'
  ), connu as (
    select id, mot, autre, numero from cherche as c, lateral ${ofVariant} as v
    union all
    select id, mot.mot, autre, numero from mot, unnest('{"",~,@,=,-}'::text[] collate "C") as marque,
      lateral (select marque || left(nu, greatest(length(nu) - 1, 5)) as debut) as d,
      lateral ${begun} as v
    where nu not like 'saint%' and (marque = '' or ${unmarked('mot.mot')})
  ), glissement as (
    select id, mot, autre, row_number() over (partition by id, mot order by ${isSlip} desc, ${unmarked('autre')}, age, autre) as rang
    from (select id, mot, autre, min(coalesce(numero, 0)) as age from connu group by id, mot, autre) as c join mot using (id, mot), lateral (select ${bare('autre')} as autre_nu) as a
    where autre <> mot and (${unmarked('mot')} or ${unmarked('autre')}) and (${isSlip} or ${isBeginning})
  ), graphie as (
    select id, nom from sujet
    union all
    select id, array_to_string(array_replace(mots, mot, autre), ' ') from (
      select id, mots, mot, autre, row_number() over (partition by id order by g.rang, l.rang, mot) as n
      from glissement as g join lecture as l using (id) where g.rang <= ${LIMITS.ofWord} and mot = any (mots)
    ) as remplace where n <= ${LIMITS.replaced}
  )`
