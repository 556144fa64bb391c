import type pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openConfigured } from '../../src/database/configured.ts'
import { withWriter } from '../../src/database/writer.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'
import { addressOf } from '../database/connection.ts'
import type { TokenOf } from '../service/tokens.ts'
import { type Child, type Server, startChild, startServer } from './children.ts'
import { openWorld, type Who, type World } from './world.ts'

/** A world to measure on, and the means to start processes beside it. */
export interface Ground {
  readonly world: World
  /** For looking at the server. */
  readonly client: pg.Client
  readonly tokens: Readonly<Record<Who, string>>
  readonly tokenOf: TokenOf
  /** How other processes reach the database: as its owner, and as the service reads and acts in production. */
  readonly address: string
  readonly reading: string
  readonly acting: string
  /** Starts a program that listens, with these words; it ends with the ground. */
  serve(program: URL, ...words: string[]): Promise<Server>
  /** Starts one that only talks to us. */
  beside(program: URL, ...words: string[]): Promise<Child>
}

/** The service, on the addresses where it reads and acts; it tells its `Vitals`. */
export const SERVICE = new URL('./serve.js', import.meta.url)

const TOKEN_SECONDS = 36_000

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Opens a world of its own for each size, with the demonstration identity, for the time of the work. */
export async function onGround<T>(clients: number, work: (ground: Ground) => Promise<T>): Promise<T> {
  const environment = {
    ...process.env,
    DATA_DIR: process.env.DATA_DIR ?? `.antenne/bench-${clients}`,
    OIDC_ISSUER: '',
    OIDC_JWKS_URL: '',
  }
  const config = readConfig(environment)
  const database = await openConfigured(config, { progress: say, exclusive: true })
  const children: Child[] = []
  const kept = <C extends Child>(child: C): C => {
    children.push(child)
    return child
  }
  try {
    return await withWriter(database.connection, async (client) => {
      const world = await openWorld(client, { clients, say })
      await database.grantRights(client)
      const tokenOf = (subject: string) =>
        demonstrationToken(config.dataDir, { subject, audience: config.audience, seconds: TOKEN_SECONDS })
      const { operator, largest, median, smallest } = world.readers
      return work({
        world,
        client,
        tokenOf,
        tokens: {
          operator: await tokenOf(operator.user),
          largest: await tokenOf(largest.user),
          median: await tokenOf(median.user),
          smallest: await tokenOf(smallest.user),
        },
        address: addressOf(database.connection),
        reading: addressOf(database.reading),
        acting: addressOf(database.acting ?? database.connection),
        serve: async (program, ...words) => kept(await startServer(program, words, environment)),
        beside: async (program, ...words) => kept(await startChild(program, words, environment)),
      })
    })
  } finally {
    for (const child of children) await child.stop()
    await database.close()
  }
}
