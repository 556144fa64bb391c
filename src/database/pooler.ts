import pg from 'pg'
import { Failure } from '../failure.ts'

/**
 * A pooler such as PgBouncer is in the way. It loses the settings of a connection (search path, read-only, deadlines) or gives each transaction
 * another server process: answers would be wrong or fail. The service has a pool of its own.
 */
export class PoolerFound extends Failure {
  constructor(cause?: unknown) {
    super(
      "DATABASE_URL ou DATABASE_REPLICA_URLS mène à un répartiteur de connexions comme PgBouncer, qui perd les réglages de la connexion. Donnez l'adresse de PostgreSQL lui-même, ou d'un HAProxy en mode TCP : le service garde lui-même ses connexions (DATABASE_POOL).",
      { cause },
    )
  }
}

/** A pooler names itself, not the server process, when it takes a connection, and loses the settings of its client. */
export function requireDirect(
  client: pg.ClientBase,
  { pid, kept }: { readonly pid: number; readonly kept: boolean },
): void {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  if (processID !== pid || !kept) throw new PoolerFound()
}

/** What a pooler says that does not even take a connection with settings. */
export const isPoolersRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && /startup parameter/.test(error.message)
