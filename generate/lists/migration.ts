import { type MaterialisedList, materialisedLists } from '../../src/identity/lists.ts'
import { bookmarksOf, changeOf, notingIn, notingOf, STEP } from './bookmarks.ts'
import { copyOf, fillingOf, viewOf } from './copy.ts'
import { countingOf, countsOf, foldingOf, tableOfCounts } from './counts.ts'
import { type Event, events, isCopy, sourceOf } from './shape.ts'

function triggerOf(list: MaterialisedList, name: Event): string {
  const { event, referencing, rows } = events[name]
  const change = changeOf(list, name)
  return `create function ${list.of}_liste_${name}() returns trigger language plpgsql as $$
declare
  combien bigint := (select count(*) from ${rows});
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
create trigger ${list.of}_liste_${name} after ${event} on ${sourceOf(list)} referencing ${referencing}
  for each statement execute function ${list.of}_liste_${name}();
`
}

const HEAD = `-- Generated from src/identity/lists.ts by «npm run generate»: change the declaration, not this file.
--
-- What makes a list cost the same at any size. Each list has readers (\`portee\`): the operator reads all of it (\`antenne.tout()\`), a
-- partner its own part. For each of them the database keeps, in the transaction of whatever changes them,
--   …_liste     which rows the reader sees, with what the list is ordered, filtered and searched by,
--   …_compte    how many there are, by what lists filter on: totals are sums, nothing is counted,
--   …_paire     in how many rows two characters stand side by side: how many a search finds at most,
--   …_repere    bookmarks: every ${STEP}th row with its rank, so that a far page starts near its place,
--   …_ecart     what was added to the list or taken from it since the bookmarks were set.
-- Counts and changes are signed rows: whoever changes a list appends «so many more here, so many fewer there». Nothing is updated
-- in place, so writers do not wait for one another; a sum is exact in the snapshot of whoever takes it. A row that is \`plie\` is the
-- only one of its cell; the others wait to be folded into it, by one writer at a time, once they are many.
set local search_path to antenne_prive, antenne, public;
`

/** The migration that creates everything for the lists. */
export const listsMigration = (lists: readonly MaterialisedList[] = materialisedLists): string =>
  [
    HEAD,
    '-- Bookmarks to be set anew when the transaction ends: a statement may add, change and remove rows at once, each told to a\n-- trigger of its own, and all of them have to be done.\n' +
      notingOf(lists),
    ...lists.flatMap((list) => [
      `-- ${list.of}\n\n${isCopy(list) ? copyOf(list) : viewOf(list)}`,
      ...countsOf(list).flatMap((counts) => [tableOfCounts(counts), foldingOf(counts)]),
      bookmarksOf(list),
      ...Object.keys(events).map((name) => triggerOf(list, name as Event)),
      fillingOf(list),
    ]),
  ].join('\n')
