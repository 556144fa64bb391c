import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Lru } from '../lru.ts'

/** How many statements a connection keeps prepared: each uses memory in its server process. */
export const PREPARED_STATEMENTS = 200

const names = new WeakMap<pg.ClientBase, Lru<string, string>>()

/** The name of a statement on a connection, and the statement that frees another one before. */
interface Choice {
  readonly chosen: string
  readonly freed?: string
}

/**
 * The name under which this connection prepares this text. Beyond the limit, its least recently used statement is
 * freed: callers choose the kinds of request, and rare ones must not evict the usual ones.
 */
export function chooseName(connection: pg.ClientBase, text: string): Choice {
  const known = names.get(connection) ?? new Lru(PREPARED_STATEMENTS)
  names.set(connection, known)
  const name = known.get(text)
  if (name !== undefined) return { chosen: name }
  const chosen = createHash('sha1').update(text).digest('base64url')
  const oldest = known.set(text, chosen)
  const freed = oldest === undefined ? undefined : freeing(connection, oldest)
  return freed === undefined ? { chosen } : { chosen, freed }
}

/** The driver remembers what it has prepared and does not prepare it again. */
type Driver = { readonly connection: { readonly parsedStatements: Record<string, string> } }

function freeing(connection: pg.ClientBase, name: string): string | undefined {
  const { parsedStatements } = (connection as unknown as Driver).connection
  // A statement that could not be prepared has no name to free.
  if (parsedStatements[name] === undefined) return undefined
  delete parsedStatements[name]
  return `deallocate "${name}"`
}
