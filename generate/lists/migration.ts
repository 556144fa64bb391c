import type { MaterialisedList } from '../../src/identity/lists.ts'
import { bookmarksOf, changeOf, notes, notingIn, rebuildingNoted, rebuildingTrigger } from './bookmarks.ts'
import { copyingOf, copyOf, copyTriggersOf, fillingOf, followingOf, viewOf } from './copy.ts'
import { countingOf, countsOf, foldingOf, tableOfCounts } from './counts.ts'
import { dropsOf } from './drops.ts'
import { ranksOf, rebuildingOf } from './ranks.ts'
import { type Event, events, FEW, isCopy, STEP, sourceOf } from './shape.ts'

/** The function of a trigger: what a statement changed is counted, and noted for the bookmarks. */
function countingIn(list: MaterialisedList, name: Event): string {
  const change = changeOf(list, name)
  return `create or replace function ${list.of}_liste_${name}() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from ${events[name].rows});
  -- To look whether it is time to fold costs as much as a small change: one in ${FEW} of them does, or in so many as this setting says.
  regarde boolean := combien > ${FEW} or random() * coalesce(nullif(current_setting('antenne.un_sur', true), ''), '${FEW}')::int < 1;
  lecteurs uuid[];
begin
  if combien = 0 then
    return null;
  end if;
${countsOf(list)
  .map((counts) => countingOf(counts, change))
  .join(
    '',
  )}${notingIn(list, change)}  insert into antenne_prive.repere_a_noter select '${list.of}', unnest(lecteurs);
  return null;
end
$$;
`
}

const triggersOf = (list: MaterialisedList): string =>
  copyTriggersOf(list) +
  Object.entries(events)
    .map(
      ([name, { event, referencing }]) =>
        `create trigger ${list.of}_liste_${name} after ${event} on ${sourceOf(list)} referencing ${referencing}
  for each statement execute function ${list.of}_liste_${name}();
`,
    )
    .join('')

const HEAD = `-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- What makes a list cost the same at any size. Each list has readers (\`portee\`): the operator reads all of it (\`antenne.tout()\`), a
-- partner its own part. For each of them the database keeps, in the transaction of whatever changes them,
--   …_liste     which rows the reader sees, with what the list is ordered, filtered and searched by,
--   …_compte    how many there are, by what lists filter on: totals are sums, nothing is counted,
--   …_paire     in how many rows two characters stand side by side: how many a search finds at most,
--   …_repere    bookmarks: every ${STEP}th row with its rank, so that a far page starts near its place,
--   …_ecart     what was added to the list or taken from it since the bookmarks were set,
--   …_rang      which rank bookmarks have in each filtered list.
-- Counts and changes are signed rows: whoever changes a list appends «so many more here, so many fewer there». Nothing is updated
-- in place, so writers do not wait for one another; a sum is exact in the snapshot of whoever takes it. A row that is \`plie\` is the
-- only one of its cell; the others wait to be folded into it, by one writer at a time, once they are many.
set local search_path to antenne_prive, antenne, public;
`

/** What stores the lists: a list is made anew when this changes. */
export const structureOf = (lists: readonly MaterialisedList[]): string[] =>
  lists.flatMap((list) => [
    isCopy(list) ? copyOf(list) : viewOf(list),
    ...countsOf(list).map(tableOfCounts),
    bookmarksOf(list),
  ])

/** What stands beside these tables: a list that is there is given it. */
export const additionsOf = (lists: readonly MaterialisedList[]): string[] => lists.map(ranksOf)

/** The functions that keep a list, its counts and its bookmarks: they can be replaced as it stands. */
const functionsOf = (list: MaterialisedList): string =>
  [
    copyingOf(list),
    ...countsOf(list).map(foldingOf),
    rebuildingOf(list),
    ...Object.keys(events).map((name) => countingIn(list, name as Event)),
  ].join('\n')

/** The migration that adds what is missing and replaces these functions. */
export const upkeepMigration = (lists: readonly MaterialisedList[], missing: readonly string[]): string =>
  [
    `-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- How the lists are kept, in place of what an earlier migration said.
set local search_path to antenne_prive, antenne, public;
`,
    ...missing,
    rebuildingNoted(lists),
    ...lists.map(functionsOf),
    OWNERS_TRIGGERS,
  ].join('\n')

/** The migration that makes all lists anew. */
export const listsMigration = (lists: readonly MaterialisedList[]): string =>
  [
    dropsOf(lists),
    HEAD,
    '-- Bookmarks to be set anew when the transaction ends: a statement may add, change and remove rows at once, each told to a\n-- trigger of its own, and all of them have to be done.\n' +
      notes,
    rebuildingNoted(lists),
    rebuildingTrigger,
    ...lists.flatMap((list) => [
      `-- ${list.of}\n`,
      ...structureOf([list]),
      ...additionsOf([list]),
      functionsOf(list),
      triggersOf(list),
      fillingOf(list),
      followingOf(list),
    ]),
    OWNERS_TRIGGERS,
  ].join('\n')

/** Triggers write with the rights of the owner, as since the migration of the actions: the role that acts may not. */
const OWNERS_TRIGGERS = `do $$
declare
  fonction regprocedure;
begin
  for fonction in
    select distinct tgfoid::regprocedure from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'antenne_prive'::regnamespace
  loop
    execute format('alter function %s security definer set search_path to antenne_prive, antenne, public, pg_temp', fonction);
  end loop;
end
$$;
`
