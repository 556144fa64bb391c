import type { DatabaseAddress } from '../../src/database/database.ts'
import { sqlOn } from './connection.ts'

/**
 * What migrations make of a database, one line a thing; with the `places` of columns, which follow from a table's
 * history.
 */
export async function schemaOf(connection: DatabaseAddress, { places = false } = {}): Promise<string[]> {
  const rows = await sqlOn(connection)<{ line: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname ~ '^antenne'),
    relation as (select pg_class.oid, relkind, reloptions from pg_class join ours on ours.oid = relnamespace)
    select concat_ws(' ', relkind, oid::regclass, reloptions) as line from relation
    union all select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        attgenerated, pg_get_expr(adbin, adrelid)${places ? ', attnum' : ''})
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid in (select oid from relation) and not attisdropped
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      from pg_constraint as c join ours on ours.oid = connamespace where contype <> 'n'
    union all select indexdef from pg_indexes join ours on nspname = schemaname
    union all select viewname || ' ' || definition from pg_views join ours on nspname = schemaname
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid in (select oid from relation)
    union all select p.oid::regprocedure || ' ' || pg_get_functiondef(p.oid) from pg_proc as p join ours on ours.oid = pronamespace
      where prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select concat_ws(' ', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum
    union all select nom || ' ' || empreinte from antenne.migration`)
  // PostgreSQL 16 has a collation of that name, too, and so names ours with its schema.
  return rows.map(({ line }) => line.replaceAll('COLLATE antenne.unicode', 'COLLATE unicode')).sort()
}
