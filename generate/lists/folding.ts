import type { MaterialisedList } from '../../src/identity/lists.ts'
import { type Counts, countsOf } from './counts.ts'
import { MANY } from './shape.ts'

/**
 * The function that folds appended rows, in place of the one of the lists' first migration: that one compared every new
 * cell with every folded one, which could take longer than an action may.
 */
function foldingOf({ table, columns }: Counts): string {
  const all = ['portee', ...Object.keys(columns)].join(', ')
  return `create or replace function ${table}_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.${table} where not plie offset ${MANY} limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.${table}')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.${table} where not plie returning *),
  anciens as (
    delete from antenne_prive.${table}
    where plie and portee = any (array(select distinct portee from nouveaux)) returning *
  )
  insert into antenne_prive.${table} (${all}, n, plie)
  select ${all}, sum(n)::int, true from (select ${all}, n from nouveaux union all select ${all}, n from anciens) as tous
  group by ${all} having sum(n) <> 0 order by ${all};
end
$$;
`
}

/** The functions that fold the counts of these lists. */
export const foldingsOf = (lists: readonly MaterialisedList[]): string =>
  lists.flatMap(countsOf).map(foldingOf).join('\n')

/** Triggers write with the rights of the owner, as since the migration of the actions: the role that acts may not. */
export const OWNERS_TRIGGERS = `do $$
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
