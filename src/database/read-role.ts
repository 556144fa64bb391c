import type pg from 'pg'
import { beginReadOnly, grantCalling, notCallable, openRole } from './role.ts'
import { join, literal, sql } from './sql.ts'

/** The role of connections that answer requests on the embedded database: it can only read. */
export const READ_ROLE = 'antenne_lecture'

/** What answers never need: words of the duplicate check, answers kept for keys (A2), counts (A8), secrets of links. */
const PRIVATE = ['nom_mot', 'nom_dictionnaire', 'action_cle', 'question_jour', 'cle_lien_secret']

/** The functions of the private schema that answers call: none of them writes. */
const CALLED = ['document_kyc_au']

/**
 * Grants a role what answers need, and nothing else; makes it if it is missing, and returns whether it did. A later
 * migration needs this again.
 */
export async function grantReading(client: pg.Client, role = READ_ROLE): Promise<boolean> {
  const made = await openRole(client, role)
  await beginReadOnly(client, role)
  const name = client.escapeIdentifier(role)
  await client.query(`
    do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
    grant usage on schema antenne, antenne_prive to ${name};
    revoke all on all tables in schema antenne, antenne_prive from ${name};
    grant select on all tables in schema antenne, antenne_prive to ${name};
    revoke select on ${PRIVATE.map((table) => `antenne_prive.${table}`).join(', ')} from ${name}`)
  await grantCalling(client, role, CALLED)
  return made
}

/** Asks for the tables that answers need and this account may not read, and the functions that it may not call. */
export const missingRights = sql`
  select n.nspname || '.' || c.relname as nom from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('antenne', 'antenne_prive') and c.relkind in ('r', 'v', 'm', 'p')
    and c.relname not in (${join(PRIVATE.map(literal), ', ')})
    and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select'))
  union ${notCallable(CALLED)} order by 1`

/** Their names; those of functions end in `()`. */
export async function lacking(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ nom: string }>(missingRights)
  return rows.map(({ nom }) => nom)
}

/** Whether this account could change data if its transactions were not read-only. */
export async function mayWrite(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select has_table_privilege('antenne_prive.client', 'insert') as ecrit`)
  return rows[0]?.ecrit === true
}
