import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type Connection, openDatabase } from '../database/database.ts'
import { CallerMemory } from '../identity/caller.ts'
import { DEMONSTRATION_ISSUER, demonstrationKeys } from '../identity/demonstration.ts'
import { publishedKeys } from '../identity/keys.ts'
import { tokenVerifier } from '../identity/token.ts'
import { openLimits } from './limits.ts'
import { buildServer } from './server.ts'

/** A service put together and ready to listen. */
export interface Service {
  readonly server: FastifyInstance
  /** Takes no more connections, lets running requests finish, then closes what the service opened. */
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly connection: Connection
  readonly logLevel: string
  readonly now?: () => Date
  readonly logStream?: NodeJS.WritableStream
}

/** What is still running this long after a stop was asked for is cut. */
const LONGEST_REQUEST = 5000

/** Puts the service together: configuration and connection in, HTTP server out. The clock is given (D12). */
export async function openService(config: Config, options: ServiceOptions): Promise<Service> {
  const { connection, now = () => new Date(), ...logging } = options
  const keys =
    config.issuer === undefined
      ? await demonstrationKeys(config.dataDir)
      : publishedKeys(config.issuer, config.jwksUrl)
  const expected = { issuer: config.issuer ?? DEMONSTRATION_ISSUER, audience: config.audience }
  const database = openDatabase(connection)
  const limits = openLimits(config)
  let draining = false
  const server = buildServer({
    ...config,
    ...logging,
    database,
    verify: tokenVerifier(keys, expected),
    callers: new CallerMemory(),
    limits,
    now,
    health: {
      database,
      comforts: [() => keys.fresh, () => limits.shared],
      draining: () => draining,
      now,
    },
  })
  return {
    server,
    async close() {
      draining = true
      // A kept-alive connection that becomes idle after the close began would hold it up; a request that never ends would too.
      const sweep = setInterval(() => server.server.closeIdleConnections(), 50)
      const last = setTimeout(() => server.server.closeAllConnections(), LONGEST_REQUEST)
      await server.close()
      clearInterval(sweep)
      clearTimeout(last)
      await Promise.all([database.close(), limits.close()])
    },
  }
}
