import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, get as httpGet, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemonstration } from '../../src/commands/write-demonstration.ts'
import { readConfig } from '../../src/config.ts'
import type { Connection } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantReading, READ_ROLE } from '../../src/database/read-role.ts'
import { withWriter } from '../../src/database/writer.ts'
import { openService } from '../../src/http/serving/service.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'
import type { Postgres } from '../database/postgres.ts'

export interface Heard {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A service that listens, before the server that things happen to. */
export interface Stage {
  readonly port: number
  readonly postgres: Postgres
  /** Connections that the service keeps to each server at most. */
  readonly pool: number
  token(who: string): Promise<string>
  ask(url: string, token?: string): Promise<Heard>
  close(): Promise<void>
}

const MADE_ON = new Date('2026-11-15T08:00:00Z')
const POOL = 10

/** The tests run in the service's own process, on a machine that may have much else to do: neither is overload. */
export const SLACK = 1000

/** Gives a server that runs the demonstration world, in the database `antenne`, and the role that only reads it. */
export async function populate({ connection, sql }: Postgres): Promise<void> {
  await withWriter(connection, (client) => client.query('create database antenne'))
  await withWriter({ ...connection, database: 'antenne' }, async (client) => {
    await migrate(client)
    await grantReading(client)
    await writeDemonstration(client, MADE_ON)
  })
  await sql('checkpoint')
}

/** How the service reads a server: as the role that can do nothing else. */
export const readingOf = ({ connection }: Postgres): Connection => ({
  ...connection,
  user: READ_ROLE,
  database: 'antenne',
})

/** The same as an address, for the environment. */
export const addressOf = ({ connection: { host, port } }: Postgres): string =>
  `postgresql://${READ_ROLE}@localhost:${port}/antenne?host=${encodeURIComponent(host)}`

interface StageOptions {
  /** Another way to the server than its own socket. */
  readonly through?: Connection
  readonly environment?: Readonly<Record<string, string>>
}

/** Puts the service before a server, in this process. */
export async function openStage(postgres: Postgres, options: StageOptions = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-pannes-'))
  const config = readConfig({
    RATE_LIMIT_USER: '100000000',
    RATE_LIMIT_ADDRESS: '100000000',
    DATABASE_POOL: String(POOL),
    DATA_DIR: dataDir,
    ...options.environment,
  })
  const service = await openService(config, {
    connection: options.through ?? readingOf(postgres),
    logLevel: 'silent',
    now: () => MADE_ON,
    slack: SLACK,
  })
  await service.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.server.server.address() as AddressInfo
  return {
    port,
    postgres,
    pool: POOL,
    token: tokensFrom(postgres, dataDir),
    ask: (url, token) => askOf(port, url, token),
    async close() {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tokens of the demonstration identity by e-mail. */
export const tokensFrom =
  ({ sql }: Postgres, dataDir: string): Stage['token'] =>
  async (who) => {
    const [account] = await sql<{ id: string }>('select id from utilisateur where email = $1', [who])
    if (account === undefined) throw new Error(`nobody is ${who}`)
    return demonstrationToken(dataDir, { subject: account.id, audience: 'antenne', seconds: 3600 })
  }

/** One request, on a connection of its own unless the agent has one. */
export function askOf(
  port: number,
  path: string,
  token?: string,
  agent: Agent | false = false,
): Promise<Heard> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      )
    }).on('error', reject)
  })
}
