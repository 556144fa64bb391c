import type pg from 'pg'
import { type Child, type Server, startChild, startServer } from '../../harness/load/children.ts'
import { environmentOf } from '../../harness/load/environment.ts'
import { openWorld, type Who, type World } from '../../harness/load/world.ts'
import { readConfig } from '../../src/config.ts'
import type { Connection } from '../../src/database/database.ts'
import { openPlace } from '../../src/database/place.ts'
import { withWriter } from '../../src/database/writer.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'
import type { Load, Setting } from './generate.ts'
import type { Vitals } from './serve.ts'
import type { Tally } from './tally.ts'

/** A world, the service in a process on it, and a generator of load in another. */
export interface Ground {
  readonly world: World
  /** For looking at the server. */
  readonly client: pg.Client
  readonly tokens: Readonly<Record<Who, string>>
  tokenOf(user: string): Promise<string>
  readonly origin: string
  /** Starts a generator of these questions. */
  generator(setting: Setting): Promise<Generator>
  vitals(asked: 'look' | 'collect'): Promise<Vitals>
}

export interface Generator {
  readonly pid: number
  load(load: Omit<Load, 'port'>): Promise<Tally>
}

const TOKEN_SECONDS = 36_000

const addressOf = ({ connectionString, host = '', port, user, database }: Connection): string =>
  connectionString ?? `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Starts everything for the time of the work, and ends it. */
export async function onGround<T>(clients: number, work: (ground: Ground) => Promise<T>): Promise<T> {
  const environment = environmentOf(clients)
  const config = readConfig(environment)
  const place = await openPlace(config, { progress: say, exclusive: true })
  const children: Child[] = []
  try {
    return await withWriter(place.connection, async (client) => {
      const world = await openWorld(client, { clients, say })
      await place.grantReading(client)
      const service = await startServer('../../trials/load/serve.js', [addressOf(place.reading)], environment)
      children.push(service)
      const tokenOf = (subject: string) =>
        demonstrationToken(config.dataDir, { subject, audience: config.audience, seconds: TOKEN_SECONDS })
      const { operator, largest, median, smallest } = world.readers
      return work({
        world,
        client,
        origin: service.origin,
        tokens: {
          operator: await tokenOf(operator.user),
          largest: await tokenOf(largest.user),
          median: await tokenOf(median.user),
          smallest: await tokenOf(smallest.user),
        },
        tokenOf,
        vitals: (asked) => service.ask<Vitals>(asked),
        generator: async (setting) => {
          const child = await startChild('../../trials/load/generate.js', [], environment)
          children.push(child)
          return generatorOf(child, service, setting)
        },
      })
    })
  } finally {
    for (const child of children) await child.stop()
    await place.close()
  }
}

async function generatorOf(child: Child, { origin }: Server, setting: Setting): Promise<Generator> {
  const pid = await child.ask<number>(setting)
  const port = Number(new URL(origin).port)
  return { pid, load: (load) => child.ask<Tally>({ ...load, port }) }
}
