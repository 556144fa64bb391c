import type { Config } from '../config.ts'
import type { Connection } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'

/** Where the data are: a server of the administrator's, or the one that the service starts itself. */
export interface Place {
  readonly connection: Connection
  close(): Promise<void>
}

/** Opens the place that the configuration names; `exclusive` for the service, which is alone on an embedded one. */
export async function openPlace(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: { progress: (message: string) => void; exclusive: boolean },
): Promise<Place> {
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, close: async () => {} }
  return openEmbedded(dataDir, options)
}
