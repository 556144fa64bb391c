import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Connection } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { grantReading, READ_ROLE } from './read-role.ts'

/** Where the data are: on a server of the administrator, or on the embedded one. */
export interface Place {
  /** For what changes data. */
  readonly connection: Connection
  /** For answering requests, with the fewest rights available. */
  readonly reading: Connection
  /** Grants `reading` its rights, once the schema is there. */
  grantReading(client: pg.Client): Promise<void>
  close(): Promise<void>
}

/** Opens the configured server. `exclusive` is for the service, of which an embedded server has one. */
export async function openPlace(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { progress: (message: string) => void; exclusive: boolean },
): Promise<Place> {
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    // Roles are the administrator's business.
    return { connection, reading: connection, grantReading: async () => {}, close: async () => {} }
  }
  const { connection, close } = await openEmbedded(dataDir, options)
  return { connection, reading: { ...connection, user: READ_ROLE }, grantReading, close }
}
