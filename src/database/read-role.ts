import type pg from 'pg'

/** The role of connections that answer requests on the embedded database: it can only read. */
export const READ_ROLE = 'antenne_lecture'

/** What answers never need: words of the duplicate check, answers kept for keys (A2), counts (A8), secrets of links. */
const PRIVATE = ['nom_mot', 'nom_dictionnaire', 'action_cle', 'question_jour', 'cle_lien_secret']

/** Creates the role and grants it what answers need. The next start grants what a later migration adds. */
export async function grantReading(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin create role ${READ_ROLE} login; exception when duplicate_object then null; end $$;
    alter role ${READ_ROLE} set default_transaction_read_only = on;
    do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
    grant usage on schema antenne, antenne_prive to ${READ_ROLE};
    grant select on all tables in schema antenne, antenne_prive to ${READ_ROLE};
    revoke select on ${PRIVATE.map((table) => `antenne_prive.${table}`).join(', ')} from ${READ_ROLE}`)
}

/** The tables that answers need and this account may not read. */
export async function unreadable(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ nom: string }>(`
    select n.nspname || '.' || c.relname as nom from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('antenne', 'antenne_prive') and c.relkind in ('r', 'v', 'm', 'p')
      and c.relname not in (${PRIVATE.map((table) => `'${table}'`).join(', ')})
      and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))
    order by 1`)
  return rows.map(({ nom }) => nom)
}

/** Whether this account could change data if its transactions were not read-only. */
export async function mayWrite(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select has_table_privilege('antenne_prive.client', 'insert') as ecrit`)
  return rows[0]?.ecrit === true
}
