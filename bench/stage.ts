import type pg from 'pg'
import { type Server, startServer } from '../harness/load/children.ts'
import type { Who, World } from '../harness/load/world.ts'
import type { Config } from '../src/config.ts'
import type { Connection } from '../src/database/database.ts'
import { demonstrationToken } from '../src/identity/demonstration.ts'

/** Everything that a measurement needs, running. */
export interface Stage {
  readonly world: World
  /** For plain counts. */
  readonly client: pg.Client
  readonly tokens: Readonly<Record<Who, string>>
  readonly service: Server
  readonly raw: Server
  readonly plain: Server
  /** How other processes reach the database, and what environment they are given. */
  readonly address: string
  readonly environment: NodeJS.ProcessEnv
}

const TOKEN_SECONDS = 36_000

const addressOf = ({ connectionString, host = '', port, user, database }: Connection): string =>
  connectionString ?? `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** Starts the service and what it is compared with, and ends them when the work is done. */
export async function onStage<T>(
  {
    client,
    world,
    config,
    connection,
    environment,
  }: {
    readonly client: pg.Client
    readonly world: World
    readonly config: Config
    readonly connection: Connection
    readonly environment: NodeJS.ProcessEnv
  },
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const address = addressOf(connection)
  const servers: Server[] = []
  const start = async (file: string) => {
    const server = await startServer(file, [address], environment)
    servers.push(server)
    return server
  }
  const tokenOf = (who: Who) =>
    demonstrationToken(config.dataDir, {
      subject: world.readers[who].user,
      audience: config.audience,
      seconds: TOKEN_SECONDS,
    })
  try {
    return await work({
      world,
      client,
      tokens: {
        operator: await tokenOf('operator'),
        largest: await tokenOf('largest'),
        median: await tokenOf('median'),
        smallest: await tokenOf('smallest'),
      },
      service: await start('../../bench/serve.js'),
      raw: await start('../../bench/raw.js'),
      plain: await start('../../bench/plain.js'),
      address,
      environment,
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}
