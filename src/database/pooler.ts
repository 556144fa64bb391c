import pg from 'pg'
import { Failure } from '../failure.ts'

/**
 * There is a pooler such as PgBouncer. It loses the settings of a connection (search path, read-only, deadlines) or
 * gives each transaction another server process, so answers would be wrong or fail. The service has its own pool.
 */
export class PoolerFound extends Failure {
  constructor(cause?: unknown) {
    super(
      "DATABASE_URL, DATABASE_REPLICA_URLS ou DATABASE_ACTIONS_URLS mène à un répartiteur de connexions comme PgBouncer, qui perd les réglages de la connexion. Donnez l'adresse de PostgreSQL lui-même, ou d'un HAProxy en mode TCP : le service garde lui-même ses connexions (DATABASE_POOL).",
      { cause },
    )
  }
}

/**
 * Throws if there is a pooler: it reports its own process id instead of the server's, and loses the connection's
 * settings.
 */
export function requireDirect(
  client: pg.ClientBase,
  { pid, kept }: { readonly pid: number; readonly kept: boolean },
): void {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  if (processID !== pid || !kept) throw new PoolerFound()
}

/** The error of a pooler that refuses a connection with settings. */
export const isPoolersRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && /startup parameter/.test(error.message)
