import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresIn } from '../../harness/database/postgres.ts'
import { ORIGIN } from '../../harness/fuzz/methods.ts'
import { filesOf, memoryOf } from '../../harness/service/proc.ts'
import {
  follow,
  installed,
  isRunning,
  type Serving,
  type Start,
  startServing,
  stop,
} from '../../harness/service/process.ts'
import { demonstrationOf } from '../../harness/service/tokens.ts'
import { unlimitedActions } from '../../harness/service/unlimited.ts'
import { openFolders } from '../../src/database/embedded/folders.ts'

/** The service in a process of its own, on a demonstration world of its own. */
export interface Service {
  readonly port: number
  /** A token of each account, the first of one who sees everything, and of an account that does not exist. */
  readonly tokens: readonly string[]
  /** Lines of its log that tell of a fault (level 50 and above). */
  readonly faults: readonly string[]
  /** How many actions changed something, or noted it. */
  movements(): Promise<number>
  /** What it occupies, in MiB; not known everywhere. */
  memory(): number | undefined
  /** How many sockets it holds; not known everywhere. */
  sockets(): number | undefined
  /** Whether it is still there. */
  running(): boolean
  /** Stops it as Ctrl-C does and removes its data; the exit status. */
  stop(): Promise<number | NodeJS.Signals>
}

/** A stop takes a few seconds at most. */
const LONGEST_STOP = 60_000

const NOBODY = '00000000-0000-4000-8000-000000000000'

export async function startService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'antenne-fuzz-'))
  const environment = {
    ...{ DATA_DIR: folder, LOG_LEVEL: 'warn', CORS_ORIGINS: ORIGIN, TRUST_PROXY: '127.0.0.1' },
    ...unlimitedActions,
  }
  let serving: Serving | undefined
  const end = async () => {
    const late = setTimeout(() => serving?.child.kill('SIGKILL'), LONGEST_STOP)
    const status = serving === undefined ? 1 : await stop(serving)
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
    return status
  }
  try {
    serving = await startServing(apart, environment)
    const { child, port, shown } = serving
    const { sql } = await postgresIn(await openFolders(folder))
    return {
      port,
      tokens: await tokensOf(folder, environment),
      get faults() {
        return shown().split('\n').filter(isFault)
      },
      async movements() {
        const counted = 'select count(distinct mouvement)::int as n from journal where requete is not null'
        const [row] = await sql<{ n: number }>(counted)
        return row?.n ?? 0
      },
      memory: () => Math.round(memoryOf(child.pid) ?? 0),
      sockets: () => filesOf(child.pid)?.filter((file) => file.startsWith('socket:')).length,
      running: () => isRunning(child),
      stop: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Ctrl-C is for the run: it ends early, and stops the service itself. */
const apart: Start = (words, environment) => installed(words, environment, { detached: true })

function isFault(line: string): boolean {
  if (!line.startsWith('{')) return false
  const { level } = JSON.parse(line) as { level?: number }
  return level !== undefined && level >= 50
}

async function tokensOf(dataDir: string, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { ended, shown } = follow(installed(['comptes', '--json'], environment))
  if ((await ended) !== 0) throw new Error(`no accounts: ${shown()}`)
  const accounts = JSON.parse(shown()) as { id: string; type: string; permissions: string[] }[]
  accounts.sort(
    (a, b) =>
      Number(b.type === 'operateur') - Number(a.type === 'operateur') ||
      b.permissions.length - a.permissions.length,
  )
  return Promise.all([...accounts.map(({ id }) => id), NOBODY].map(demonstrationOf(dataDir, 86_400)))
}
