import type pg from 'pg'
import type { Config } from '../config.ts'
import { ACTION_ROLE, grantActing } from './action-role.ts'
import type { DatabaseAddress } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { grantReading, READ_ROLE } from './read-role.ts'

/** Where the data are: on a server of the administrator, or on the embedded one. */
export interface ConfiguredDatabase {
  /** For what changes data. */
  readonly connection: DatabaseAddress
  /** For answering requests, with the fewest rights available. */
  readonly reading: DatabaseAddress
  /** For actions; absent where the administrator's addresses say it. */
  readonly acting: DatabaseAddress | undefined
  /** Grants `reading` and `acting` their rights, once the schema is there. */
  grantRights(client: pg.Client): Promise<void>
  close(): Promise<void>
}

/** Opens the configured server. `exclusive` is for the service, of which an embedded server has one. */
export async function openConfigured(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { progress: (message: string) => void; exclusive: boolean },
): Promise<ConfiguredDatabase> {
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl }
    // Roles are the administrator's business.
    const grantRights = async () => {}
    return { connection, reading: connection, acting: undefined, grantRights, close: async () => {} }
  }
  const { connection, close } = await openEmbedded(dataDir, options)
  const grantRights = async (client: pg.Client) => {
    await grantReading(client)
    await grantActing(client)
  }
  const reading = { ...connection, user: READ_ROLE }
  return { connection, reading, acting: { ...connection, user: ACTION_ROLE }, grantRights, close }
}
