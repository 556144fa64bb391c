import type pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import { openConfigured } from '../database/configured.ts'
import { isBare, migrate, requireCurrent } from '../database/migrate.ts'
import { withWriter } from '../database/writer.ts'
import { progressLine, type Step } from './terminal.ts'

interface Work {
  readonly client: pg.Client
  readonly config: Config
  readonly progress: Step
}

/**
 * Runs a command's work on the configured database, beside a running service or alone. Only `migrer` and `demarrer`
 * migrate: a schema that is not this program's is refused. The embedded database is ours, and is made when it is first
 * used, whatever the command.
 */
export async function withData<T>(work: (given: Work) => Promise<T>): Promise<T> {
  const config = readConfig()
  const line = progressLine()
  try {
    const database = await openConfigured(config, { progress: line.step, exclusive: false })
    try {
      return await withWriter(database.connection, async (client) => {
        if (config.databaseUrl === undefined && (await isBare(client))) await migrate(client)
        await requireCurrent(client)
        return work({ client, config, progress: line.step })
      })
    } finally {
      await database.close()
    }
  } finally {
    line.end()
  }
}
