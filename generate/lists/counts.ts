import type { MaterialisedList } from '../../src/identity/lists.ts'
import { AUTOVACUUM, columnsOf, isCopy, MANY } from './shape.ts'

/** What is counted, and its expressions on a row of the list. */
export interface Counts {
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  /** Expressions for the columns, and their sources besides the row. */
  readonly values: readonly string[]
  readonly besides: string
}

/** All counts of a list. */
export function countsOf(list: MaterialisedList): Counts[] {
  const counted = Object.keys(list.filters)
  const own = isCopy(list) ? { gere: 'boolean not null' } : {}
  const counts: Counts = {
    table: `${list.of}_compte`,
    columns: { ...list.filters, ...own },
    values: [...counted, ...Object.keys(own)],
    besides: '',
  }
  if (list.search === null) return [counts]
  return [
    counts,
    {
      table: `${list.of}_paire`,
      columns: { [list.search]: 'text collate "C" not null' },
      values: ['paire'],
      besides: ` cross join lateral (select paire from antenne.paires(${list.search}) as paire where portee = antenne.tout()) as p`,
    },
  ]
}

/** The table of these counts. */
export const tableOfCounts = ({ table, columns }: Counts): string => `create table ${table} (
  portee uuid not null,
${columnsOf(columns)}  n int not null,
  plie boolean not null default false
)${AUTOVACUUM};
create index on ${table} (${table.endsWith('_paire') ? `portee, ${Object.keys(columns)[0]}` : 'portee'});
create index on ${table} (plie) where not plie;
`

/** The function that folds appended rows into one row per cell. */
export function foldingOf({ table, columns }: Counts): string {
  const cells = ['portee', ...Object.keys(columns)]
  const of = (alias: string) => cells.map((cell) => `${alias}.${cell}`).join(', ')
  const all = cells.join(', ')
  return `create function ${table}_plier() returns void language plpgsql as $$
begin
  perform from antenne_prive.${table} where not plie offset ${MANY} limit 1;
  if not found or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('antenne.${table}')) then
    return;
  end if;
  with nouveaux as (delete from antenne_prive.${table} where not plie returning *),
  sommes as (select ${all}, sum(n) as n from nouveaux group by ${all}),
  anciens as (
    delete from antenne_prive.${table} as c using sommes
    where c.plie and c.portee = sommes.portee and (select (${of('c')})) is not distinct from (select (${of('sommes')}))
    returning c.*
  )
  insert into antenne_prive.${table} (${all}, n, plie)
  select ${all}, sum(n)::int, true from (select ${all}, n from sommes union all select ${all}, n from anciens) as tous
  group by ${all} having sum(n) <> 0 order by ${all};
end
$$;
`
}

/** In a trigger: appends what the statement changed. */
export function countingOf({ table, columns, values, besides }: Counts, change: string): string {
  const expressions = ['portee', ...values].join(', ')
  return `  insert into antenne_prive.${table} (portee, ${Object.keys(columns).join(', ')}, n)
    select ${expressions}, sum(n)::int from ${change}${besides} group by ${expressions} having sum(n) <> 0;
  perform antenne_prive.${table}_plier();
`
}
