import type { MaterialisedList } from '../../src/identity/lists.ts'
import { AUTOVACUUM, columnsOf, isCopy, MANY } from './shape.ts'

/** What is counted, and its expressions on a row of the list. */
interface Counts {
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  /** Expressions for the columns, on what is counted of the changed rows. */
  readonly values: readonly string[]
  readonly of: (change: string) => string
}

/** All counts of a list. */
export function countsOf(list: MaterialisedList): Counts[] {
  const counted = Object.keys(list.filters)
  const own = isCopy(list) ? { gere: 'boolean not null' } : {}
  const counts: Counts = {
    table: `${list.of}_compte`,
    columns: { ...list.filters, ...own },
    values: [...counted, ...Object.keys(own)],
    of: (change) => change,
  }
  if (list.search === null) return [counts]
  return [
    counts,
    {
      table: `${list.of}_paire`,
      columns: { [list.search]: 'text collate "C" not null' },
      values: ['paire'],
      // A text that stays is not taken apart.
      of: (change) =>
        `(select portee, ${list.search}, sum(n) as n from ${change} where portee = antenne.tout() group by portee, ${list.search} having sum(n) <> 0) as change cross join lateral antenne.paires(${list.search}) as paire`,
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

/**
 * The function that compacts appended rows: one row per cell. All cells of the readers concerned are summed anew, in
 * one pass.
 */
export function foldingOf({ table, columns }: Counts): string {
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

/** In a trigger: appends what the statement changed. */
export function countingOf({ table, columns, values, of }: Counts, change: string): string {
  const expressions = ['portee', ...values].join(', ')
  return `  insert into antenne_prive.${table} (portee, ${Object.keys(columns).join(', ')}, n)
    select ${expressions}, sum(n)::int from ${of(change)} group by ${expressions} having sum(n) <> 0;
  if regarde then
    perform antenne_prive.${table}_plier();
  end if;
`
}
