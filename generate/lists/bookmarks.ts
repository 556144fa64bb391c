import type { MaterialisedList } from '../../src/identity/lists.ts'
import { AUTOVACUUM, columnsOf, type Event, isCopy, MANY, notedOf, notNull } from './shape.ts'

/** After a statement that changes more rows than this, the bookmarks are rebuilt at once. */
const BULK = 10_000

/** The bookmarks of a list, and the changes since. */
export function bookmarksOf(list: MaterialisedList): string {
  const order = columnsOf(notNull(list.order))
  return `create table ${list.of}_repere (
  portee uuid not null,
  rang int not null,
${order.replace(/,\n$/, '\n')})${AUTOVACUUM};
create table ${list.of}_ecart (
  portee uuid not null,
${order}  n int not null
)${AUTOVACUUM};
create index on ${list.of}_repere (portee, rang);
create index on ${list.of}_ecart (portee);
`
}

/** Where it is noted which bookmarks must be rebuilt, at the end of a transaction that has changed much. */
export const notes = `create table repere_a_noter (
  liste text not null,
  portee uuid not null
);
`

/**
 * The functions that rebuild them: at the end of that transaction or, after an action, whenever the service comes to
 * it.
 */
export const rebuildingNoted = (
  lists: readonly MaterialisedList[],
): string => `create or replace function reperer(liste text, lecteur uuid) returns void language plpgsql as $$
begin
  delete from antenne_prive.repere_a_noter as n where n.liste = reperer.liste and n.portee = lecteur;
  if found then
    case liste
${lists.map(({ of }) => `      when '${of}' then perform antenne_prive.${of}_reperer(lecteur);\n`).join('')}    end case;
  end if;
end
$$;

create or replace function noter_reperes() returns trigger language plpgsql as $$
begin
  -- Within a statement, if somebody has made constraints immediate: the next time, then. In a long list it takes longer than
  -- an action may: what has a time limit leaves it to the service.
  if pg_trigger_depth() = 1 and current_setting('statement_timeout') = '0' then
    perform antenne_prive.reperer(new.liste, new.portee);
  end if;
  return null;
end
$$;

-- One that was left; false if there is none, or if somebody else is at it.
create or replace function reperer_un_reste() returns boolean
language plpgsql security definer set search_path to antenne_prive, antenne, public, pg_temp as $$
declare
  reste antenne_prive.repere_a_noter;
begin
  select * into reste from antenne_prive.repere_a_noter limit 1;
  if not found or not pg_try_advisory_xact_lock(hashtext(format('antenne.%s_ecart', reste.liste))) then
    return false;
  end if;
  perform antenne_prive.reperer(reste.liste, reste.portee);
  return true;
end
$$;
revoke execute on function reperer_un_reste from public;
`

export const rebuildingTrigger = `create constraint trigger noter_reperes after insert on repere_a_noter deferrable initially deferred
  for each row execute function noter_reperes();
`

/** The rows that a statement changed, per reader: one more, or one fewer. */
export function changeOf(list: MaterialisedList, event: Event): string {
  const signed = {
    ajout: 'select *, 1 as n from nouvelles',
    retrait: 'select *, -1 as n from anciennes',
    changement: 'select *, 1 as n from nouvelles union all select *, -1 from anciennes',
  }[event]
  const readers = isCopy(list)
    ? ''
    : ` cross join unnest(array[antenne.tout(), ${list.owner}]) as lecteur (portee)`
  return `(${signed}) as change${readers}`
}

/** In a trigger: records what the statement changed, and finds the readers whose bookmarks must be rebuilt. */
export function notingIn(list: MaterialisedList, change: string): string {
  const noted = notedOf(list)
  return `  if combien > ${BULK} and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from ${change} group by portee, ${noted} having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.${list.of}_ecart'));
    delete from antenne_prive.${list.of}_repere where portee = any (lecteurs);
    delete from antenne_prive.${list.of}_rang where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.${list.of}_ecart (portee, ${noted}, n)
      select portee, ${noted}, sum(n)::int from ${change} group by portee, ${noted} having sum(n) <> 0
      returning portee
    ) select array_agg(distinct portee) into lecteurs from notes;
    if lecteurs is null or not regarde or current_setting('transaction_isolation') <> 'read committed' then
      return null;
    end if;
    select array_agg(portee) into lecteurs from (select portee from antenne_prive.${list.of}_ecart
      where portee = any (lecteurs) group by portee having count(*) > ${MANY}) as longs;
    if lecteurs is null or not pg_try_advisory_xact_lock(hashtext('antenne.${list.of}_ecart')) then
      return null;
    end if;
  end if;
`
}
