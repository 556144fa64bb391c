import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, type RunSql, sqlOn } from '../../harness/database/connection.ts'
import { type Answer, ask } from '../../harness/http/ask.ts'
import { isRunning, startServing, stop } from '../../harness/service/process.ts'
import { demonstrationOf, type TokenOf, tokensOf } from '../../harness/service/tokens.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { program } from './program.ts'
import type { Provider } from './provider.ts'
import { freshDatabase } from './world.ts'

/** The installed program in a process of its own, serving a copy of the demonstration world. */
export interface LoadedService {
  readonly port: number
  readonly pid: number
  readonly connection: DatabaseAddress
  /** Everything that it has written so far, to both outputs. */
  readonly said: () => string
  readonly alive: () => boolean
  readonly token: TokenOf
  /** Asks as the account of that e-mail; null asks without a token. */
  get(who: string | null, path: string, headers?: Record<string, string>): Promise<Answer>
  readonly sql: RunSql
  /** Ends it as a service manager does, and gives its exit status. */
  stop(): Promise<number | NodeJS.Signals>
  close(): Promise<void>
}

interface LoadedServiceOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** What DATABASE_URL is made into. */
  readonly address?: (address: string) => string
  /** One that is there already, and is not dropped. */
  readonly database?: Awaited<ReturnType<typeof freshDatabase>>
  /** Who issues tokens; without, the demonstration identity. */
  readonly issuer?: Provider
}

/** Starts it on a database of its own, or on one that others are served from. */
export async function startLoadedService(options: LoadedServiceOptions = {}): Promise<LoadedService> {
  const { connection, drop } = options.database ?? (await freshDatabase('demonstration'))
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-charge-'))
  const { address = (same) => same, environment, issuer } = options
  const identity =
    issuer === undefined ? {} : { OIDC_ISSUER: issuer.issuer, OIDC_JWKS_URL: `${issuer.issuer}/keys` }
  const serving = await startServing(
    program.start,
    { ...identity, DATABASE_URL: address(addressOf(connection)), DATA_DIR: dataDir, ...environment },
    issuer === undefined ? ['--demo'] : [],
  )
  const sql = sqlOn(connection)
  const token = tokensOf(sql, issuer === undefined ? demonstrationOf(dataDir) : signedBy(issuer))
  return {
    port: serving.port,
    pid: serving.child.pid ?? 0,
    connection,
    said: serving.shown,
    alive: () => isRunning(serving.child),
    token,
    sql,
    stop: () => stop(serving),
    get: async (who, path, headers = {}) =>
      ask(serving.address + path, { token: who === null ? undefined : await token(who), headers }),
    async close() {
      await stop(serving)
      if (options.database === undefined) await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const signedBy =
  (issuer: Provider): TokenOf =>
  async (sub) =>
    issuer.sign('a', { sub, exp: Math.floor(Date.now() / 1000) + 3600 })

/** A database served by several processes of the installed program, each with a memory of its own. */
export async function openSeveral(count: number) {
  const database = await freshDatabase('demonstration')
  const services = await Promise.all(Array.from({ length: count }, () => startLoadedService({ database })))
  return {
    connection: database.connection,
    services,
    sql: sqlOn(database.connection),
    async close() {
      await Promise.all(services.map((service) => service.close()))
      await database.drop()
    },
  }
}
