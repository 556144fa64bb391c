import type pg from 'pg'
import type { ResourceName } from './resources.ts'
import { stagingOf } from './stage.ts'

/** From this many rows on, building an index at once costs less than updating it row by row. */
const MANY = 10_000

/**
 * Runs the work. If the table is empty and many rows are coming, indexes of trigrams and of expressions, of the table
 * and of its list, are dropped first and built at the end. Readers of the empty table wait meanwhile.
 */
export async function inBulk(
  client: pg.Client,
  name: ResourceName,
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ nom: string; definition: string }>(
    `select i.indexrelid::regclass::text as nom, pg_get_indexdef(i.indexrelid) as definition
     from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_am as a on a.oid = c.relam
     where i.indrelid in (to_regclass($1), to_regclass($1 || '_liste'))
       and (a.amname = 'gin' or i.indexprs is not null) and not i.indisunique
       and not exists (select from ${name})
       and (select count(*) from (select from ${stagingOf(name)} limit ${MANY}) as beaucoup) = ${MANY}`,
    [name],
  )
  for (const { nom } of indexes) await client.query(`drop index ${nom}`)
  await work()
  for (const { definition } of indexes) await client.query(definition)
}
