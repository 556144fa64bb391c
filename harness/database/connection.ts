import pg from 'pg'
import { ACTION_ROLE } from '../../src/database/action-role.ts'
import { clientConfig } from '../../src/database/address.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { READ_ROLE } from '../../src/database/read-role.ts'
import { writerSettings } from '../../src/database/writer.ts'

export { databaseOf } from '../../src/database/address.ts'

/** Runs SQL on the data, as the administrator might. */
export type RunSql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Each statement on a connection that has nothing else to do; those that are idle keep neither process nor database.
 */
export function sqlOn(connection: DatabaseAddress): RunSql {
  const options = writerSettings.map((setting) => `-c ${setting}`).join(' ')
  const own = { application_name: 'épreuve', options }
  const pool = new pg.Pool({ ...clientConfig(connection, own), allowExitOnIdle: true, max: 30 })
  pool.on('error', () => {})
  return async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows
}

/** The address of a database as DATABASE_URL gives it, the folder of a socket included. */
export function addressOf({ connectionString, host = '', port, user, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString
  const folder = encodeURIComponent(host)
  return `postgresql://${user}@localhost${port === undefined ? '' : `:${port}`}/${database}?host=${folder}`
}

/** The same database, under the role that only reads. */
export const readingOf = (connection: DatabaseAddress): DatabaseAddress => asRole(READ_ROLE, connection)

/** The same database, under the role that acts. */
export const actingOf = (connection: DatabaseAddress): DatabaseAddress => asRole(ACTION_ROLE, connection)

/** The same database, under another role. */
export function asRole(role: string, connection: DatabaseAddress): DatabaseAddress {
  if (connection.connectionString === undefined) return { ...connection, user: role }
  const url = new URL(connection.connectionString)
  url.username = role
  return { connectionString: url.href }
}
