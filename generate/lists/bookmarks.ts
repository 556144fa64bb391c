import type { MaterialisedList } from '../../src/identity/lists.ts'
import { AUTOVACUUM, columnsOf, type Event, isCopy, keysOf, MANY, notNull } from './shape.ts'

/** A bookmark is set every this many rows. */
export const STEP = 500
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

/** The function that rebuilds the bookmarks of a reader. */
export function rebuildingOf(list: MaterialisedList): string {
  const keys = keysOf(list)
  return `create or replace function ${list.of}_reperer(lecteur uuid) returns void language plpgsql as $$
begin
  delete from antenne_prive.${list.of}_repere where portee = lecteur;
  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.${list.of}_ecart where portee = lecteur)
  insert into antenne_prive.${list.of}_repere (portee, rang, ${keys})
  select lecteur, rang, ${keys} from (
    select row_number() over (order by ${keys}) - 1 as rang, ${keys} from antenne_prive.${list.of}_liste where portee = lecteur
  ) as rangs where rang > 0 and rang % ${STEP} = 0;
end
$$;
`
}

/** Rebuilds the bookmarks of the lists at the end of a transaction that has changed much. */
export const notingOf = (lists: readonly MaterialisedList[]): string => `create table repere_a_noter (
  liste text not null,
  portee uuid not null
);
create function noter_reperes() returns trigger language plpgsql as $$
begin
  -- Within a statement, if somebody has made constraints immediate: the next time, then.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  delete from antenne_prive.repere_a_noter where liste = new.liste and portee = new.portee;
  if not found then
    return null;
  end if;
  case new.liste
${lists.map(({ of }) => `    when '${of}' then perform antenne_prive.${of}_reperer(new.portee);\n`).join('')}  end case;
  return null;
end
$$;
create constraint trigger noter_reperes after insert on repere_a_noter deferrable initially deferred
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
  const keys = keysOf(list)
  return `  if combien > ${BULK} and current_setting('transaction_isolation') = 'read committed' then
    lecteurs := array(
      select distinct portee from (select portee from ${change} group by portee, ${keys} having sum(n) <> 0) as touches
    );
    perform pg_advisory_xact_lock(hashtext('antenne.${list.of}_ecart'));
    delete from antenne_prive.${list.of}_repere where portee = any (lecteurs);
  else
    with notes as (
      insert into antenne_prive.${list.of}_ecart (portee, ${keys}, n)
      select portee, ${keys}, sum(n)::int from ${change} group by portee, ${keys} having sum(n) <> 0
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
