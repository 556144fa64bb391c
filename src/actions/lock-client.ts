import type pg from 'pg'

/**
 * Locks a client. Whatever changes the requests on it, or other rows around it, does this first: such actions run one
 * after the other.
 */
export const lockClient = (connection: pg.Client, client_id: string) =>
  connection.query('select from client where id = $1 for update', [client_id])
