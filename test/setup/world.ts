import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { actingOf, databaseOf, type RunSql, readingOf, sqlOn } from '../../harness/database/connection.ts'
import { type Answer, answerOf } from '../../harness/http/ask.ts'
import { insist } from '../../harness/http/insist.ts'
import { demonstrationOf, type TokenOf, tokensOf } from '../../harness/service/tokens.ts'
import { SLACK, unlimited } from '../../harness/service/unlimited.ts'
import { presented } from '../../src/commands/presented.ts'
import { readConfig } from '../../src/config.ts'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'
import { openService } from '../../src/http/serving/service.ts'
import { listAccounts } from '../../src/identity/accounts.ts'
import { MADE_ON } from './postgres.ts'

/** A database of its own, copied from a template; gone when `drop` is called. */
export async function freshDatabase(template: 'vide' | 'demonstration') {
  const server = inject('server')
  const name = `antenne_test_${randomBytes(6).toString('hex')}`
  await withWriter(server, (client) =>
    client.query(`create database ${name} template antenne_test_${template}`),
  )
  return {
    connection: databaseOf(server, name),
    drop: () => withWriter(server, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

/** A service on a database of its own, spoken to as its callers do. */
export interface World {
  readonly connection: DatabaseAddress
  readonly server: FastifyInstance
  readonly dataDir: string
  /** The instant that the service takes for now. */
  now: Date
  /** Asks as the account of that e-mail (or user id), who comes back after a 503; null asks once, without a token. */
  get(who: string | null, url: string, headers?: Record<string, string>): Promise<Answer>
  request(method: string, url: string, headers?: Record<string, string>): Promise<Answer>
  readonly token: TokenOf
  /** Resolves once its health is no 503. */
  ready(): Promise<void>
  readonly sql: RunSql
  /** As SIGTERM does. */
  announceStop(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  readonly template?: 'vide' | 'demonstration'
  /** A database that is there already, instead of a copy of a template; it is dropped with the world. */
  readonly database?: { readonly connection: DatabaseAddress; drop(): Promise<unknown> }
  readonly environment?: Record<string, string>
  /** Another way for reads to the database. */
  readonly reading?: (connection: DatabaseAddress) => DatabaseAddress
  /** Another way for actions to it. */
  readonly acting?: (connection: DatabaseAddress) => DatabaseAddress
  readonly logStream?: NodeJS.WritableStream
  /** Whether the page lets the demonstration accounts be tried. */
  readonly accounts?: boolean
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { connection, drop } = options.database ?? (await freshDatabase(options.template ?? 'demonstration'))
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-test-'))
  // A few connections: each plans its statements anew.
  const config = readConfig({ ...unlimited, DATABASE_POOL: '4', DATA_DIR: dataDir, ...options.environment })
  const accounts = options.accounts
    ? await withWriter(connection, async (client) => presented(await listAccounts(client)))
    : []
  const clock = { now: new Date(`${MADE_ON}T09:00:00.000Z`) }
  const service = await openService(config, {
    connection: (options.reading ?? readingOf)(connection),
    acting: [(options.acting ?? actingOf)(connection)],
    logLevel: options.logStream === undefined ? 'silent' : 'trace',
    ...(options.logStream === undefined ? {} : { logStream: options.logStream }),
    now: () => clock.now,
    accounts,
    slack: SLACK,
  })
  const sql = sqlOn(connection)
  const token = tokensOf(sql, demonstrationOf(dataDir))
  const request: World['request'] = async (method, url, headers = {}) => {
    const response = await service.server.inject({ method: method as 'GET', url, headers })
    return answerOf(response.statusCode, response.headers, response.body)
  }
  return {
    connection,
    server: service.server,
    dataDir,
    get now() {
      return clock.now
    },
    set now(instant) {
      clock.now = instant
    },
    token,
    request,
    async ready() {
      while ((await request('GET', '/api/v1/sante')).status === 503) await sleep(20)
    },
    sql,
    async get(who, url, headers = {}) {
      if (who === null) return request('GET', url, headers)
      const authorization = `Bearer ${await token(who)}`
      return insist(() => request('GET', url, { authorization, ...headers }))
    },
    announceStop: service.announceStop,
    async close() {
      await service.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
