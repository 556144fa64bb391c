import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Connection } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { grantReading, READ_ROLE } from './read-role.ts'

/** Where the data are: a server of the administrator's, or the one that the service starts itself. */
export interface Place {
  /** For what changes data. */
  readonly connection: Connection
  /** For what answers requests: as little as can be had. */
  readonly reading: Connection
  /** Makes `reading` work, once the schema is there. */
  grantReading(client: pg.Client): Promise<void>
  close(): Promise<void>
}

/** Opens the place that the configuration names; `exclusive` for the service, which is alone on an embedded one. */
export async function openPlace(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { progress: (message: string) => void; exclusive: boolean },
): Promise<Place> {
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    // Which roles there are is the administrator's business.
    return { connection, reading: connection, grantReading: async () => {}, close: async () => {} }
  }
  const { connection, close } = await openEmbedded(dataDir, options)
  return { connection, reading: { ...connection, user: READ_ROLE }, grantReading, close }
}
