import type { MaterialisedList } from '../../src/identity/lists.ts'
import { columnsOf, copiedOf, events, isCopy, keysOf, notNull } from './shape.ts'

/** A list that is a copy: its table, and the function that updates it for some rows. */
export function copyOf(list: MaterialisedList): string {
  const { of, order, filters, uncounted, owner, search, readers } = list
  const columns = copiedOf(list)
  const all = columns.join(', ')
  const kept = columns.filter((column) => column !== 'id')
  const compared = kept.filter((column) => !column.endsWith('_pliee'))
  const seen = [...compared, ...(readers === 'owner' ? [] : readers.dependsOn)]
  const row = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ')
  const included = [...Object.keys(filters), ...Object.keys(uncounted), owner].join(', ')
  return `create table ${of}_liste (
  portee uuid not null,
${columnsOf(notNull(order))}${columnsOf(filters)}${columnsOf(uncounted)}  ${owner} uuid,
  gere boolean not null generated always as (portee is not distinct from ${owner}) stored,
${search === null ? '' : `  ${search} text collate "C" not null,\n`}  primary key (id, portee)
);
-- The order of the list, with what it is filtered by: a filter is tried without looking at the row.
create index on ${of}_liste (portee, ${keysOf(list)}) include (${included});
create trigger refuser_de_vider before truncate on ${of}_liste for each statement execute function refuser_de_vider();

create function ${of}_lister(concernes uuid[]) returns void language plpgsql as $$
begin
  if cardinality(concernes) = 0 then
    return;
  end if;
  perform antenne_prive.attendre_son_tour(false);
  with voulus as materialized (
    select portee, ${all} from antenne_prive.${of}_portee join antenne_prive.${of} using (id) where id = any (concernes)
  ), retires as (
    delete from antenne_prive.${of}_liste as l where id = any (concernes)
      and not exists (select from voulus where voulus.id = l.id and voulus.portee = l.portee)
  )
  insert into antenne_prive.${of}_liste as l (portee, ${all})
  select * from voulus order by portee, ${keysOf(list)}
  on conflict (id, portee) do update set
${kept.map((column) => `    ${column} = excluded.${column}`).join(',\n')}
  where (${row('l', compared)}) is distinct from
    (${row('excluded', compared)});
end
$$;

create function ${of}_change() returns trigger language plpgsql as $$
declare
  concernes uuid[];
begin
  if tg_op = 'INSERT' then
    concernes := array(select id from nouvelles);
  elsif tg_op = 'DELETE' then
    concernes := array(select id from anciennes);
  else
    concernes := array(
      select id from nouvelles as n full join anciennes as a using (id)
      where (${row('n', seen)}) is distinct from
        (${row('a', seen)})
    );
  end if;
  perform antenne_prive.${of}_lister(concernes);
  return null;
end
$$;
${Object.entries(events)
  .map(
    ([name, { event, referencing }]) =>
      `create trigger ${of}_change_${name} after ${event} on ${of} referencing ${referencing}
  for each statement execute function ${of}_change();
`,
  )
  .join('')}`
}

/** Who becomes a reader of a copied row, or ceases to be one, is told by `listerChangements`. */
export const followingOf = (list: MaterialisedList): string =>
  isCopy(list)
    ? `create trigger noter_ajout after insert on ${list.of}_liste referencing new table as concernes
  for each statement execute function ${list.of}_liste_noter();
create trigger noter_retrait after delete on ${list.of}_liste referencing old table as concernes
  for each statement execute function ${list.of}_liste_noter();
`
    : ''

/** A list whose rows are the table's own. */
export const viewOf = ({ of, order, owner }: MaterialisedList): string => {
  const keys = Object.keys(order).join(', ')
  return `create view ${of}_liste as
  select antenne.tout() as portee, ${keys} from ${of}
  union all
  select ${owner}, ${keys} from ${of};
`
}

/** Fills the list from existing rows. A copy fills itself and its triggers count; other lists are counted here. */
export function fillingOf(list: MaterialisedList): string {
  if (isCopy(list)) {
    const search =
      list.search === null
        ? ''
        : `create index ${list.of}_liste_${list.search} on ${list.of}_liste using gin (${list.search} gin_trgm_ops) where portee = antenne.tout();
create index ${list.of}_liste_${list.search}_partenaires on ${list.of}_liste using gin (portee, ${list.search} gin_trgm_ops) where portee <> antenne.tout();\n`
    return `select ${list.of}_lister(array(select id from ${list.of}));\n${search}`
  }
  const counted = Object.keys(list.filters).join(', ')
  return `insert into ${list.of}_compte (portee, ${counted}, n, plie)
  select portee, ${counted}, count(*), true from ${list.of}_liste join ${list.of} using (id) group by portee, ${counted};
select ${list.of}_reperer(portee) from (select distinct portee from ${list.of}_liste) as lecteurs;
`
}
