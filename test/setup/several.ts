import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import type { Connection } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'
import { addressOf } from './command-line.ts'
import { program } from './program.ts'
import { type Answer, freshDatabase } from './world.ts'

/** One of the processes that serve the same database. */
export interface Served {
  /** Asks as the user of that id. */
  get(who: string, path: string, headers?: Record<string, string>): Promise<Answer>
}

/** A database served by several processes of the installed program, each with a memory of its own. */
export interface Several {
  readonly connection: Connection
  readonly services: readonly Served[]
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openSeveral(count: number): Promise<Several> {
  const { connection, drop } = await freshDatabase('demonstration')
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-plusieurs-'))
  const environment = {
    DATABASE_URL: addressOf(connection),
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_USER: '100000000',
  }
  const children = Array.from({ length: count }, () => program.start(['demarrer', '--demo'], environment))
  const addresses = await Promise.all(children.map(addressTold))
  const tokenOf = tokens(dataDir)
  return {
    connection,
    services: addresses.map((address) => ({
      get: async (who, path, headers) => ask(address + path, await tokenOf(who), headers),
    })),
    sql: (text, values) => withWriter(connection, async (client) => (await client.query(text, values)).rows),
    async close() {
      await Promise.all(children.map(stop))
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Where a process that was started says that it listens. */
async function addressTold(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null) throw new Error('the program has no output')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? []
    if (address === undefined) continue
    // What it says from now on is nobody's, and must not fill the pipe.
    child.stdout.resume()
    return address
  }
  throw new Error(`the service did not start: ${said}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Tokens of the demonstration identity, each made once. */
function tokens(dataDir: string): (subject: string) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  return (subject) => {
    const token =
      made.get(subject) ?? demonstrationToken(dataDir, { subject, audience: 'antenne', seconds: 3600 })
    made.set(subject, token)
    return token
  }
}

async function ask(url: string, token: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers: { ...headers, authorization: `Bearer ${token}` } })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
