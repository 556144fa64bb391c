import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'
import { addressOf } from './command-line.ts'
import type { Issuer } from './load-issuer.ts'
import { program } from './program.ts'
import { type Answer, freshDatabase } from './world.ts'

/** The installed program in a process of its own, serving a copy of the demonstration world. */
export interface LoadedService {
  readonly port: number
  readonly pid: number
  readonly connection: Connection
  /** Everything that it has written so far, to both outputs. */
  readonly said: () => string
  readonly alive: () => boolean
  token(who: string): Promise<string>
  /** Asks as the account of that e-mail; null asks without a token. */
  get(who: string | null, path: string, headers?: Record<string, string>): Promise<Answer>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends it as a service manager does, and gives its exit status. */
  stop(): Promise<number | null>
  close(): Promise<void>
}

export interface LoadedServiceOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** What DATABASE_URL is made into. */
  readonly address?: (address: string) => string
  /** Who issues tokens; without, the demonstration identity. */
  readonly issuer?: Issuer
}

const unlimited = {
  RATE_LIMIT_USER: '100000000',
  RATE_LIMIT_ADDRESS: '100000000',
  CONNECTIONS_PER_ADDRESS: '10000',
}

export async function startLoadedService(options: LoadedServiceOptions = {}): Promise<LoadedService> {
  const { connection, drop } = await freshDatabase('demonstration')
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-charge-'))
  const { address = (same) => same, environment, issuer } = options
  const identity = issuer === undefined ? {} : { OIDC_ISSUER: issuer.url, OIDC_JWKS_URL: issuer.url }
  const child = program.start(issuer === undefined ? ['demarrer', '--demo'] : ['demarrer'], {
    ...unlimited,
    ...identity,
    DATABASE_URL: address(addressOf(connection)),
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  })
  const said = listen(child)
  const port = await portTold(child, said)
  const sql: LoadedService['sql'] = (text, values) =>
    withWriter(connection, async (client) => (await client.query(text, values)).rows)
  const sign = (subject: string) =>
    issuer?.token(subject) ?? demonstrationToken(dataDir, { subject, audience: 'antenne', seconds: 3600 })
  const token = tokens(sign, sql)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    port,
    pid: child.pid ?? 0,
    connection,
    said,
    alive: () => child.exitCode === null && child.signalCode === null,
    token,
    sql,
    stop,
    get: async (who, path, headers = {}) => {
      const authorization = who === null ? {} : { authorization: `Bearer ${await token(who)}` }
      return ask(`http://127.0.0.1:${port}${path}`, { ...authorization, ...headers })
    },
    async close() {
      await stop()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function listen(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return () => said
}

async function portTold(child: ChildProcess, said: () => string): Promise<number> {
  for (;;) {
    const told = /à l'écoute : http:\/\/127\.0\.0\.1:(\d+)/.exec(said())?.[1]
    if (told !== undefined) return Number(told)
    if (child.exitCode !== null) throw new Error(`the service did not start: ${said()}`)
    await sleep(20)
  }
}

function tokens(
  sign: (subject: string) => Promise<string>,
  sql: LoadedService['sql'],
): LoadedService['token'] {
  const made = new Map<string, Promise<string>>()
  const make = async (who: string) => {
    const [account] = await sql<{ id: string }>('select id from utilisateur where email = $1', [who])
    return sign(account?.id ?? who)
  }
  return (who) => {
    const token = made.get(who) ?? make(who)
    made.set(who, token)
    return token
  }
}

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: json ? JSON.parse(text) : undefined,
  }
}
