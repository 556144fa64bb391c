import type pg from 'pg'
import { ACTION_ROLE } from '../../src/database/action-role.ts'
import type { Connection } from '../../src/database/database.ts'
import { READ_ROLE } from '../../src/database/read-role.ts'
import { withWriter } from '../../src/database/writer.ts'

/** Runs SQL on the data, as the administrator might. */
export type RunSql = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Each statement on a connection of its own. */
export const sqlOn =
  (connection: Connection): RunSql =>
  <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    withWriter(connection, async (client) => (await client.query<Row>(text, values)).rows)

/** The address of a database as DATABASE_URL gives it, the folder of a socket included. */
export function addressOf({ connectionString, host = '', port, user, database }: Connection): string {
  if (connectionString !== undefined) return connectionString
  const folder = encodeURIComponent(host)
  return `postgresql://${user}@localhost${port === undefined ? '' : `:${port}`}/${database}?host=${folder}`
}

/** The same server, another database of it. */
export function databaseOf(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same database, under the role that only reads. */
export const readingOf = (connection: Connection): Connection => under(READ_ROLE, connection)

/** The same database, under the role that acts. */
export const actingOf = (connection: Connection): Connection => under(ACTION_ROLE, connection)

function under(role: string, connection: Connection): Connection {
  if (connection.connectionString === undefined) return { ...connection, user: role }
  const url = new URL(connection.connectionString)
  url.username = role
  return { connectionString: url.href }
}
