import pg from 'pg'
import { Failure } from '../failure.ts'
import { join, literal, type Sql, sql } from './sql.ts'

/**
 * Makes a role that may sign in, unless it is there, and returns whether it was made. A role that owns the data, or is
 * a superuser, is refused: grants would not limit it, and revoking would take the owner's own rights.
 */
export async function openRole(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ proprietaire: boolean }>(
    `select pg_has_role(pg_roles.oid, nspowner, 'usage') as proprietaire from pg_roles, pg_namespace
     where rolname = $1 and nspname = 'antenne'`,
    [role],
  )
  const [known] = rows
  if (known?.proprietaire === true) {
    throw new Failure(
      `Le rôle ${role} possède les données, ou est superutilisateur : ses droits ne peuvent pas être limités. Donnez un autre rôle.`,
    )
  }
  if (known !== undefined) return false
  try {
    await client.query(`create role ${client.escapeIdentifier(role)} login`)
    return true
  } catch (error) {
    const { code } = error as pg.DatabaseError
    // Somebody else just made it.
    if (code === '42710' || code === '23505') return false
    if (code !== '42501' && code !== '42939') throw error
    const why = code === '42501' ? 'ce compte n’a pas le droit CREATEROLE' : 'PostgreSQL réserve ce nom'
    throw new Failure(
      `Le rôle ${role} n'existe pas, et ${why}. Créez-le avec le compte d'un administrateur (createuser --pwprompt ${role}), ou donnez-en un autre, puis relancez.`,
      { cause: error },
    )
  }
}

/**
 * Transactions of this role begin read-only. Without the right to say so, it still may only read: it holds no other
 * grant.
 */
export async function beginReadOnly(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and 'default_transaction_read_only=on' = any(rolconfig)`,
    [role],
  )
  if (rowCount === 1) return
  try {
    await client.query(`alter role ${client.escapeIdentifier(role)} set default_transaction_read_only = on`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
  }
}

/** Our functions. Those of an extension, which may share the schema, belong to somebody else. */
const ours = sql`pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('antenne', 'antenne_prive') and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`

/** Those of the schema `antenne`, which only compute, and these of the private one. */
const among = (named: readonly string[]): Sql =>
  sql`(n.nspname = 'antenne' or p.proname in (${join(named.map(literal), ', ')}))`

/**
 * Lets a role call the functions of the schema `antenne`, which only compute, and these of the private one: it does not
 * depend on what everybody may call. What it was granted besides is taken from it.
 */
export async function grantCalling(client: pg.Client, role: string, named: readonly string[]): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rows } = await client.query<{ fonction: string; appelee: boolean }>(
    sql`select p.oid::regprocedure::text as fonction, ${among(named)} as appelee from ${ours}`,
  )
  const called = rows.filter(({ appelee }) => appelee)
  const listed = (functions: typeof rows) => functions.map(({ fonction }) => fonction).join(', ')
  await client.query(`
    revoke all on function ${listed(rows)} from ${name};
    grant execute on function ${listed(called)} to ${name}`)
}

/** Asks for those of these functions that this account may not call. */
export const notCallable = (named: readonly string[]): Sql =>
  sql`select n.nspname || '.' || p.proname || '()' as nom from ${ours} and ${among(named)}
    and not (has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute'))`
