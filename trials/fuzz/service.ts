import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ORIGIN } from '../../harness/fuzz/methods.ts'
import { demonstrationToken } from '../../src/identity/demonstration.ts'

/** The service in a process of its own, on a demonstration world of its own. */
export interface Service {
  readonly port: number
  /** A token of each account, the first of one who sees everything, and of an account that does not exist. */
  readonly tokens: readonly string[]
  /** Lines of its log that tell of a fault (level 50 and above). */
  readonly faults: readonly string[]
  /** What it occupies, in MiB; not known everywhere. */
  memory(): number | undefined
  /** How many sockets it holds; not known everywhere. */
  sockets(): number | undefined
  /** Whether it is still there. */
  running(): boolean
  /** Stops it as Ctrl-C does and removes its data; the exit status. */
  stop(): Promise<number | null>
}

// Built, this file stands in dist/trials/fuzz.
const program = fileURLToPath(new URL('../../../bin/antenne.js', import.meta.url))

/** A stop takes a few seconds at most. */
const LONGEST_STOP = 60_000

const NOBODY = '00000000-0000-4000-8000-000000000000'

export async function startService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'antenne-fuzz-'))
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_USER: '1000000000',
    RATE_LIMIT_ADDRESS: '1000000000',
    CORS_ORIGINS: ORIGIN,
    TRUST_PROXY: '127.0.0.1',
  }
  // Ctrl-C is for the run: it ends early, and stops the service itself.
  const child = spawn(process.execPath, [program, 'demarrer', '--demo'], { env: environment, detached: true })
  const faults: string[] = []
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const port = await portTold(child, faults)
    return {
      port,
      tokens: await tokensOf(folder, environment),
      faults,
      memory: () => memoryOf(child.pid),
      sockets: () => socketsOf(child.pid),
      running: () => child.exitCode === null && child.signalCode === null,
      async stop() {
        const ended = child.exitCode === null ? once(child, 'exit') : [child.exitCode]
        child.kill('SIGTERM')
        const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP)
        const [status] = await ended
        clearTimeout(late)
        remove()
        return status as number | null
      },
    }
  } catch (error) {
    child.kill('SIGTERM')
    remove()
    throw error
  }
}

/** Reads what the service says, from the port that it listens on to its last line. */
function portTold(child: ChildProcess, faults: string[]): Promise<number> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the service has no output')
  let said = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`the service ended (${status}): ${said}`)))
    createInterface({ input: stdout }).on('line', (line) => {
      const port = /^Antenne .*http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (port !== undefined) resolve(Number(port))
      if (isFault(line)) faults.push(line)
    })
  })
}

function isFault(line: string): boolean {
  if (!line.startsWith('{')) return false
  const { level } = JSON.parse(line) as { level?: number }
  return level !== undefined && level >= 50
}

async function tokensOf(dataDir: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'comptes', '--json'], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (!stdout.startsWith('[')) throw new Error(`no accounts: ${stderr}`)
  const accounts = JSON.parse(stdout) as { id: string; type: string; permissions: string[] }[]
  accounts.sort(
    (a, b) =>
      Number(b.type === 'operateur') - Number(a.type === 'operateur') ||
      b.permissions.length - a.permissions.length,
  )
  return Promise.all(
    [...accounts.map(({ id }) => id), NOBODY].map((subject) =>
      demonstrationToken(dataDir, { subject, audience: 'antenne', seconds: 86_400 }),
    ),
  )
}

function socketsOf(pid: number | undefined): number | undefined {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).filter((entry) => linkOf(join(folder, entry)).startsWith('socket:')).length
  } catch {
    return undefined
  }
}

/** Where a link leads; nowhere if it has gone meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function memoryOf(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
