import type { MaterialisedList } from '../../src/identity/lists.ts'
import { columnsOf, copiedOf, events, isCopy, keysOf, notNull } from './shape.ts'

/** The table of a list that is a copy. */
export function copyOf(list: MaterialisedList): string {
  const { of, order, filters, uncounted, owner, search } = list
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
`
}

/** The function that updates a copy for some rows, and the one that calls it after each change. */
export function copyingOf(list: MaterialisedList): string {
  if (list.readers === 'owner') return ''
  const { of, readers } = list
  const columns = copiedOf(list)
  const all = columns.join(', ')
  const kept = columns.filter((column) => column !== 'id')
  const compared = kept.filter((column) => !column.endsWith('_pliee'))
  const seen = [...compared, ...readers.dependsOn]
  const row = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ')
  const wanted = `select portee, ${all} from antenne_prive.${of}_portee join antenne_prive.${of} using (id) where id = any (concernes)`
  const differs = `(${row('l', compared)}) is distinct from
      (${row('v', compared)})`
  return `-- The triggers of a statement cost as much when it changes nothing: only what has something to do is run. Whoever calls this
-- holds the rows concerned or is alone (\`attendre_son_tour\`): nobody else changes their copies meanwhile.
create or replace function ${of}_lister(concernes uuid[]) returns void language plpgsql as $$
declare
  ajoute boolean;
  retire boolean;
  change boolean;
begin
  if cardinality(concernes) = 0 then
    return;
  end if;
  perform antenne_prive.attendre_son_tour(false);
  perform from antenne_prive.${of}_liste where id = any (concernes) limit 1;
  if found then
    select bool_or(l.id is null), bool_or(v.id is null), bool_or(l.id = v.id and ${differs})
    into ajoute, retire, change
    from (${wanted}) as v
      full join (select * from antenne_prive.${of}_liste where id = any (concernes)) as l using (id, portee);
  else
    ajoute := true;
  end if;
  if retire then
    with voulus as materialized (select id, portee from antenne_prive.${of}_portee where id = any (concernes))
    delete from antenne_prive.${of}_liste as l where id = any (concernes)
      and not exists (select from voulus where voulus.id = l.id and voulus.portee = l.portee);
  end if;
  if ajoute then
    insert into antenne_prive.${of}_liste (portee, ${all})
    select * from (${wanted}) as v
    where not exists (select from antenne_prive.${of}_liste as l where l.id = v.id and l.portee = v.portee)
    order by portee, ${keysOf(list)};
  end if;
  if change then
    update antenne_prive.${of}_liste as l set
${kept.map((column) => `      ${column} = v.${column}`).join(',\n')}
    from (${wanted}) as v
    where l.id = v.id and l.portee = v.portee and ${differs};
  end if;
end
$$;

create or replace function ${of}_change() returns trigger language plpgsql as $$
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
`
}

/** The triggers that keep a copy. */
export const copyTriggersOf = (list: MaterialisedList): string =>
  isCopy(list)
    ? Object.entries(events)
        .map(
          ([name, { event, referencing }]) =>
            `create trigger ${list.of}_change_${name} after ${event} on ${list.of} referencing ${referencing}
  for each statement execute function ${list.of}_change();
`,
        )
        .join('')
    : ''

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
