import pg from 'pg'
import { Failure } from '../failure.ts'
import type { Connection } from './database.ts'

/**
 * A connection for what changes data: it sees the private schema under plain names, and has no deadline.
 * Only moves and migrations take one; nothing that answers a request does.
 */
export async function withWriter<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'antenne (moves)',
    options: '-c search_path=antenne_prive,antenne,public -c timezone=UTC -c datestyle=ISO -c jit=off',
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new Failure(
      `La base de données ne répond pas (${(error as Error).message}). Vérifiez DATABASE_URL et que le serveur est démarré.`,
      { cause: error },
    )
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** All or nothing. */
export async function transaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
