import type pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openPlace } from '../database/place.ts'
import { withWriter } from '../database/writer.ts'
import { progressLine } from './terminal.ts'

interface Work {
  readonly client: pg.Client
  readonly config: Config
  readonly progress: (step: string, count?: number) => void
}

/** Runs a command's work on the configured and migrated database, beside a running service or alone. */
export async function withData<T>(work: (given: Work) => Promise<T>): Promise<T> {
  const config = readConfig()
  const line = progressLine()
  try {
    const place = await openPlace(config, { progress: line.step, exclusive: false })
    try {
      return await withWriter(place.connection, async (client) => {
        await migrate(client)
        return work({ client, config, progress: line.step })
      })
    } finally {
      await place.close()
    }
  } finally {
    line.end()
  }
}
