import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemonstration } from '../../src/commands/write-demonstration.ts'
import { readConfig } from '../../src/config.ts'
import { grantActing } from '../../src/database/action-role.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { grantReading } from '../../src/database/read-role.ts'
import { withWriter } from '../../src/database/writer.ts'
import { openService } from '../../src/http/serving/service.ts'
import { actingOf, addressOf, databaseOf, readingOf } from '../database/connection.ts'
import type { Postgres } from '../database/postgres.ts'
import { type Answer, ask } from '../http/ask.ts'
import { demonstrationOf, tokensOf } from './tokens.ts'
import { SLACK, unlimited } from './unlimited.ts'

/** A service that listens, before the server that things happen to. */
export interface TestBed {
  readonly port: number
  readonly postgres: Postgres
  /** Connections that the service keeps to each server at most. */
  readonly pool: number
  token(who: string): Promise<string>
  ask(path: string, token?: string): Promise<Answer>
  close(): Promise<void>
}

const MADE_ON = new Date('2026-11-15T08:00:00Z')
const POOL = 10

/** Gives a server that runs the demonstration world, in the database `antenne`, and the role that only reads it. */
export async function populate({ connection, sql }: Postgres): Promise<void> {
  await withWriter(connection, (client) => client.query('create database antenne'))
  await withWriter({ ...connection, database: 'antenne' }, async (client) => {
    await migrate(client)
    await grantReading(client)
    await grantActing(client)
    await writeDemonstration(client, MADE_ON)
  })
  await sql('checkpoint')
}

/** How the service reads a server: as the role that can do nothing else. */
export const readingFrom = ({ connection }: Postgres): DatabaseAddress =>
  readingOf(databaseOf(connection, 'antenne'))

/** The same as an address, for the environment. */
export const addressFrom = (postgres: Postgres): string => addressOf(readingFrom(postgres))

interface TestBedOptions {
  /** Another way to the server than its own socket. */
  readonly through?: DatabaseAddress
  readonly environment?: Readonly<Record<string, string>>
}

/** Puts the service before a server, in this process. */
export async function openTestBed(postgres: Postgres, options: TestBedOptions = {}): Promise<TestBed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-pannes-'))
  const config = readConfig({
    ...unlimited,
    DATABASE_POOL: String(POOL),
    DATA_DIR: dataDir,
    ...options.environment,
  })
  const service = await openService(config, {
    connection: options.through ?? readingFrom(postgres),
    acting: [actingOf(databaseOf(postgres.connection, 'antenne'))],
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
    token: tokensOf(postgres.sql, demonstrationOf(dataDir)),
    ask: (path, token) => ask(`http://127.0.0.1:${port}${path}`, { token }),
    async close() {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
