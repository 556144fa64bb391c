import type { MaterialisedList } from '../../src/identity/lists.ts'
import { AUTOVACUUM, columnsOf, isCopy, keysOf, nullable, STEP } from './shape.ts'

/** A long list is ranked in about this many parts, a short one from bookmark to bookmark. */
const PARTS = 200
/** Bookmarks that have come to stand further apart than this are set anew. */
const GAP = 10 * STEP

/** The ranks that bookmarks have in each filtered list, and what changes since say of the filters. */
export function ranksOf({ of, filters }: MaterialisedList): string {
  const columns = nullable(filters)
  const added = Object.entries(columns).map(([name, type]) => `add column ${name} ${type}`)
  return `-- The whole list in parts. For a filtered list (the filters that are left free are the bits of \`grouping\`): at which rows of the
-- whole list those parts begin that have some of its rows, and how many of them there are up to the end of each.
create table ${of}_rang (
  portee uuid not null,
  libres int not null,
${columnsOf(columns)}  places int[] not null,
  rangs int[] not null
)${AUTOVACUUM};
create index on ${of}_rang (portee, libres);
alter table ${of}_ecart ${added.join(', ')};
`
}

/**
 * The function that brings the bookmarks of a reader, and their ranks in the filtered lists, up to date. Changes since
 * are added to the ranks, and no row of the list is read; only bookmarks that are missing or too far apart are set
 * anew.
 */
export const rebuildingOf = (
  list: MaterialisedList,
): string => `create or replace function ${list.of}_reperer(lecteur uuid) returns void language plpgsql as $$
declare
  total int := (select coalesce(sum(n), 0) from antenne_prive.${list.of}_compte where portee = lecteur);
  pas int := ${STEP} * (1 + total / ${STEP * PARTS});
  eloignes int := (select coalesce(max(suivant - rang), total) from (select rang, lead(rang, 1, total) over (order by rang) as suivant
    from antenne_prive.${list.of}_repere where portee = lecteur) as reperes);
begin
  perform from antenne_prive.${list.of}_rang where portee = lecteur limit 1;
  if found and eloignes <= ${GAP} then
${movingOf(list)}
    return;
  end if;
  delete from antenne_prive.${list.of}_repere where portee = lecteur;
  delete from antenne_prive.${list.of}_rang where portee = lecteur;
${settingOf(list)}
end
$$;
`

/** The expressions of the arrays: what each part has, added up. */
const listed = (filters: string) =>
  `select lecteur, libres, ${filters}, array_agg(place order by place), array_agg(rang order by place) from (
      select libres, ${filters}, place, sum(n) over (partition by libres, ${filters} order by place) as rang`

/** In one statement, so that list and changes are of one moment. */
function settingOf(list: MaterialisedList): string {
  const { of } = list
  const keys = keysOf(list)
  const filters = Object.keys(list.filters).join(', ')
  const rows = isCopy(list) ? `${of}_liste` : `${of}_liste join antenne_prive.${of} using (${keys})`
  const ranked = (columns: string, from: string) =>
    `(select row_number() over (order by ${keys}) - 1 as rang, ${columns} from antenne_prive.${from} where portee = lecteur) as rangs`
  return `  -- In one statement, so that list and changes are of one moment.
  with oublies as (delete from antenne_prive.${of}_ecart where portee = lecteur),
  reperes as (
    insert into antenne_prive.${of}_repere (portee, rang, ${keys})
    select lecteur, rang, ${keys} from ${ranked(keys, `${of}_liste`)} where rang > 0 and rang % ${STEP} = 0
  ), parts as materialized (
    select rang / pas * pas as place, ${filters}, count(*) as n from ${ranked(filters, rows)} group by place, ${filters}
  )
  insert into antenne_prive.${of}_rang (portee, libres, ${filters}, places, rangs)
  ${listed(filters)}
      from (select grouping(${filters}) as libres, ${filters}, place, sum(n) as n from parts group by place, cube (${filters})) as listes
    ) as cumulees where (select max(place) from parts) > 0 group by libres, ${filters};`
}

function movingOf(list: MaterialisedList): string {
  const { of } = list
  const keys = keysOf(list)
  const filters = Object.keys(list.filters).join(', ')
  const none = Object.entries(nullable(list.filters))
    .map(([, type]) => `null::${type}`)
    .join(', ')
  return `    with rangs as (delete from antenne_prive.${of}_rang where portee = lecteur returning libres, ${filters}, places, rangs),
    reperes as (delete from antenne_prive.${of}_repere where portee = lecteur returning rang, ${keys}),
    ecarts as (delete from antenne_prive.${of}_ecart where portee = lecteur returning ${keys}, ${filters}, n),
    -- Bookmarks and changes in the order of the list, a bookmark before changes of its own row: how many rows there are more
    -- before each, and in which part it is.
    suite as materialized (
      select rang, ${keys}, ${filters}, n, sum(n) over ordre as plus,
        coalesce(max(rang) filter (where rang in (select unnest(places) from rangs)) over ordre, 0) as place
      from (
        select rang, ${keys}, ${none}, 0 as n from reperes
        union all select null, ${keys}, ${filters}, n from ecarts
      ) as tous (rang, ${keys}, ${filters}, n)
      window ordre as (order by ${keys}, rang is null rows unbounded preceding)
    ), notes as (
      -- Of bookmarks between which nothing is left, one.
      insert into antenne_prive.${of}_repere (portee, rang, ${keys})
      select distinct on (rang + plus) lecteur, rang + plus, ${keys} from suite where rang is not null and rang + plus > 0
      order by rang + plus, ${keys}
    ), parts as (
      select libres, ${filters}, place, rang - lag(rang, 1, 0) over (partition by libres, ${filters} order by place) as n
      from rangs, unnest(places, rangs) as part (place, rang)
      union all
      select grouping(${filters}), ${filters}, place, sum(n) from suite where rang is null group by place, cube (${filters})
    )
    insert into antenne_prive.${of}_rang (portee, libres, ${filters}, places, rangs)
    ${listed(filters)}
        from (
          select libres, ${filters}, place + coalesce(plus, 0) as place, sum(parts.n) as n
          from parts left join (select rang as place, plus from suite where rang is not null) as deplaces using (place)
          group by libres, ${filters}, place + coalesce(plus, 0) having sum(parts.n) <> 0
        ) as listes
      ) as cumulees group by libres, ${filters};`
}
