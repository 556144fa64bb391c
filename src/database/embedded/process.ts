import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bareProcess } from './account.ts'
import { isAlive } from './aside.ts'
import type { Binaries } from './binaries.ts'
import { type Folders, PORT, socketFolder } from './folders.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

const LOG_LIMIT = 8 * 1024 * 1024

/** A child process. */
export interface Child {
  /** Set once it has ended. */
  ended: { code: number | null } | { error: NodeJS.ErrnoException } | undefined
  /** Its log output. */
  written(): Promise<string>
}

/** Starts the server in its own session, so that Ctrl-C for the service does not reach it. */
export async function startServer(folders: Folders, binaries: Binaries): Promise<Child> {
  const socket = await socketFolder(folders)
  for (const file of [join(folders.cluster, 'postmaster.pid'), join(socket, `.s.PGSQL.${PORT}.lock`)]) {
    await removeStale(file, folders.cluster)
  }
  const size = await stat(folders.log).then(
    (log) => log.size,
    () => 0,
  )
  if (size > LOG_LIMIT) await rename(folders.log, `${folders.log}.old`)
  const settings = { ...fixed, ...byMemory(), unix_socket_directories: `"${socket.replaceAll('"', '""')}"` }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return launch(folders, binaries.postgres, ['-D', folders.cluster, ...options])
}

const fixed = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  // As many as DATABASE_POOL and DATABASE_ACTIONS_POOL may ask for, and commands beside the service.
  max_connections: 250,
  max_wal_size: '4GB',
  random_page_cost: 1.1,
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements contain personal data, which must not be logged.
  log_min_error_statement: 'fatal',
}

function byMemory(): Record<string, string> {
  const megabytes = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2,
  )
  return {
    shared_buffers: `${Math.min(1024, Math.max(32, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(64, Math.floor(megabytes / 2))}MB`,
  }
}

async function launch(folders: Folders, binary: string, args: string[]): Promise<Child> {
  const log = await open(folders.log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  const { size, uid } = await log.stat()
  // A log owned by root would lock out the owner of the folder at their next start.
  if (folders.account !== undefined && uid === 0) await log.chown(folders.account.uid, folders.account.gid)
  const child: Child = {
    ended: undefined,
    written: async () => (await readFile(folders.log)).subarray(size).toString(),
  }
  try {
    const running = spawn(binary, args, {
      ...bareProcess(folders.account),
      detached: true,
      stdio: ['ignore', 'ignore', log.fd],
    })
    running.once('exit', (code) => {
      child.ended ??= { code }
    })
    running.once('error', (error) => {
      child.ended ??= { error }
    })
    running.unref()
  } catch (error) {
    // The system reports some failures by an event and throws others.
    child.ended = { error: error as Error }
  } finally {
    await log.close()
  }
  return child
}

/** The process id of the server that runs on this cluster, if any. */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const pid = await readPid(join(cluster, 'postmaster.pid'))
  return pid !== undefined && (await isServer(pid, cluster)) ? pid : undefined
}

/** Stops the server: fast at first, immediately if that takes too long. Nobody else may be using it. */
export async function stopServer(cluster: string): Promise<void> {
  const pid = await runningServer(cluster)
  if (pid === undefined) return
  for (const [signal, grace] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const until = Date.now() + grace; Date.now() < until; await sleep(10)) {
      if (!(await commandOf(pid))) return
    }
  }
}

async function readPid(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  return pid > 0 ? pid : undefined
}

async function isServer(pid: number, cluster: string): Promise<boolean> {
  const command = await commandOf(pid)
  if (process.platform !== 'linux') return command.includes('postgres') && command.includes(cluster)
  const [program = '', ...args] = command.split('\0')
  if (basename(program) !== 'postgres') return false
  // Its working folder follows a moved cluster; its arguments do not.
  return args.includes(cluster) || (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}

/** The command line of a running process; empty for a dead one or a zombie. */
async function commandOf(pid: number): Promise<string> {
  if (!isAlive(pid)) return ''
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const ps = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }))
  return ps.stdout.trim()
}

/**
 * PostgreSQL considers a lock file valid if any process has its id by now, or if it is empty. The file is moved away
 * before it is removed, and put back if it belongs to a server that has just started.
 */
async function removeStale(file: string, cluster: string): Promise<void> {
  const pid = await readPid(file)
  if (!(await isStale(file, pid, cluster))) return
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if ((await readPid(aside)) !== pid) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

async function isStale(file: string, pid: number | undefined, cluster: string): Promise<boolean> {
  if (pid !== undefined) return isAlive(pid) && !(await isServer(pid, cluster))
  // A starting server fills its file at once; one that was killed, or found the disk full, never does.
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  return Date.now() - mtimeMs > 2000
}
