import type pg from 'pg'
import { Failure } from '../failure.ts'
import { type DatabaseAddress, nameOf } from './address.ts'
import { withWriter } from './writer.ts'

/** A connection that can write, to whichever listed server is the primary. */
export async function withPrimary<T>(
  connections: readonly DatabaseAddress[],
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let failure: unknown
  for (const connection of connections) {
    try {
      return await withWriter(
        connection,
        async (client) => {
          if (await isStandby(client)) throw new NotPrimary(connection)
          return work(client)
        },
        signal,
      )
    } catch (error) {
      if (!isAway(error) || signal?.aborted) throw error
      failure ??= error
    }
  }
  throw failure
}

/** Whether the server is a standby. */
export async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return rows[0]?.standby === true
}

class NotPrimary extends Failure {
  constructor(connection: DatabaseAddress) {
    super(
      `${nameOf(connection)} est une réplique : aucun des serveurs donnés n'accepte d'écriture. Attendez la fin de la bascule, ou donnez aussi le serveur principal.`,
    )
  }
}

/** Whether waiting may help: nothing listens yet, the server starts or stops, or it is a standby for now. */
export function isAway(error: unknown): boolean {
  if (error instanceof NotPrimary) return true
  const { code = '', message = '', errors, cause } = error as Error & { code?: string; errors?: Error[] }
  if (error instanceof Failure) return cause !== undefined && isAway(cause)
  if (errors !== undefined) return errors.every(isAway)
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOENT$|EHOST|ENET|EAI_AGAIN|ENOTFOUND|57P0[123]|53300|25006)/.test(code) ||
    /^(Connection terminated|timeout expired)/.test(message)
  )
}
