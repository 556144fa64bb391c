import type pg from 'pg'

/** Who changes what surrounds a client, its requests above all, locks it first: they come one after the other. */
export const lockClient = (connection: pg.Client, client_id: string) =>
  connection.query('select from client where id = $1 for update', [client_id])
