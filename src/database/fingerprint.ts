import { type Sql, sql } from './sql.ts'

const ours = sql`(select oid from pg_namespace where nspname in ('antenne', 'antenne_prive'))`
const relations = sql`(select oid from pg_class where relnamespace in ${ours} and relkind in ('r', 'v', 'm', 'p'))`

/** A row of the catalogue is written anew when what it describes changes, and then has another `xmin`. */
const rows = (catalogue: Sql, id: Sql, chosen: Sql): Sql =>
  sql`select concat_ws(' ', tableoid, ${id}, xmin) as ligne from ${catalogue} where ${chosen}`

/**
 * Asks for a fingerprint of the schema: the tables, columns, types and functions that statements name, and the grants
 * on them. It does not change with the data.
 */
export const schemaFingerprint = sql`
  select md5(string_agg(ligne, ',' order by ligne)) as empreinte from (
    select current_user::text as ligne
    union all ${rows(sql`pg_namespace`, sql`oid`, sql`oid in ${ours}`)}
    union all ${rows(sql`pg_class`, sql`oid`, sql`oid in ${relations}`)}
    union all ${rows(sql`pg_attribute`, sql`attrelid`, sql`attrelid in ${relations}`)}
    union all ${rows(sql`pg_rewrite`, sql`oid`, sql`ev_class in ${relations}`)}
    union all ${rows(sql`pg_proc`, sql`oid`, sql`pronamespace in ${ours}`)}
    union all ${rows(sql`pg_type`, sql`oid`, sql`typnamespace in ${ours}`)}
    union all ${rows(sql`pg_extension`, sql`oid`, sql`true`)}
  ) as lignes`
