import pg from 'pg'
import { Failure } from '../failure.ts'

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
