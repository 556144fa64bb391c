import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Lru } from '../lru.ts'

/** How many statements a connection keeps prepared: each uses memory in its server process. */
export const PREPARED_STATEMENTS = 200

const names = new WeakMap<pg.ClientBase, Lru<string, string>>()

/**
 * The name under which this connection prepares this text. Beyond the limit, its least recently used statement is
 * freed: callers choose the kinds of request, and rare ones must not evict the usual ones.
 */
export async function nameOn(connection: pg.ClientBase, text: string): Promise<string> {
  const known = names.get(connection) ?? new Lru(PREPARED_STATEMENTS)
  names.set(connection, known)
  const name = known.get(text)
  if (name !== undefined) return name
  const added = createHash('sha1').update(text).digest('base64url')
  const freed = known.set(text, added)
  if (freed !== undefined) await free(connection, freed)
  return added
}

/** The driver remembers what it has prepared and does not prepare it again. */
type Driver = { readonly connection: { readonly parsedStatements: Record<string, string> } }

async function free(connection: pg.ClientBase, name: string): Promise<void> {
  const { parsedStatements } = (connection as unknown as Driver).connection
  // A statement that could not be prepared has no name to free.
  if (parsedStatements[name] === undefined) return
  delete parsedStatements[name]
  await connection.query(`deallocate "${name}"`)
}
