import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../failure.ts'
import { exists } from './aside.ts'
import { type Binaries, findPackage, openBinaries } from './binaries.ts'
import { openCluster } from './cluster.ts'
import { fromOutput, fromSpawn, fromSystem } from './faults.ts'
import { type Folders, openFolders, PORT, socketFolder } from './folders.ts'
import { type Child, runningServer, startServer } from './process.ts'
import { keepsAlive, leave, takeUsageLock } from './usage-lock.ts'

/** The embedded PostgreSQL, shared by all processes that use one data folder. */
export interface EmbeddedServer {
  /** For a `pg` client or pool; the host is the folder of a socket. */
  readonly connection: { host: string; port: number; user: string; database: string }
  /** Releases the server; the last process to do so stops it. */
  close(): Promise<void>
}

interface Server {
  readonly folders: Folders
  readonly binaries: Binaries
  readonly host: string
  readonly exclusive: boolean
}

const TIMEOUT = 30_000
const RECOVERY_TIMEOUT = 10 * 60_000
const ORPHANS_TIMEOUT = 10_000

/**
 * Opens the server of a data folder: creates it the first time, starts it unless it runs, and uses it until `close`.
 * `exclusive` is for the service, of which a data folder has one at a time; commands may join it.
 */
export async function openEmbedded(
  dataDir: string,
  options: { progress: (message: string) => void; exclusive: boolean },
): Promise<EmbeddedServer> {
  try {
    const server = await prepare(dataDir, options)
    return hold(server, await enter(server, new AbortController().signal))
  } catch (error) {
    throw fromSystem(error, dataDir)
  }
}

async function prepare(
  dataDir: string,
  { progress, exclusive }: { progress: (message: string) => void; exclusive: boolean },
): Promise<Server> {
  const source = findPackage()
  const folders = await openFolders(dataDir)
  if (!(await exists(folders.cluster))) {
    const elsewhere = folders.home.startsWith(folders.dataDir) ? '' : ` dans ${folders.home}`
    progress(`Préparation de la base de données embarquée${elsewhere}`)
  }
  const binaries = await openBinaries(source, folders)
  await openCluster(folders, binaries)
  return { folders, binaries, host: await socketFolder(folders), exclusive }
}

/** Keeps one connection that holds the usage lock, and reconnects when it is lost. */
function hold(server: Server, first: pg.Client): EmbeddedServer {
  const closing = new AbortController()
  let client: pg.Client | undefined
  let retaking: Promise<void> | undefined
  let closed: Promise<void> | undefined

  const keep = (taken: pg.Client) => {
    client = taken
    keepsAlive(taken, false)
    taken.once('end', () => {
      client = undefined
      if (!closing.signal.aborted) retaking = retake()
    })
  }
  const retake = async () => {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(2 * pause, 5000)) {
      await sleep(pause, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      const taken = closing.signal.aborted
        ? undefined
        : await enter(server, closing.signal).catch(() => undefined)
      if (taken !== undefined) return keep(taken)
    }
  }
  const close = async () => {
    closing.abort()
    await retaking
    const last = client ?? (await takeUsageLock({ ...server, exclusive: false }).catch(() => undefined))
    if (last !== undefined) await leave(last, server.folders)
  }

  keep(first)
  return {
    connection: { host: server.host, port: PORT, user: 'antenne', database: 'antenne' },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** Connects, and starts the server if there is none, until it works or the time is over. */
async function enter(server: Server, closing: AbortSignal): Promise<pg.Client> {
  const { folders, binaries } = server
  const begun = Date.now()
  let deadline = begun + TIMEOUT
  let child: Child | undefined
  for (;;) {
    const result = await takeUsageLock(server).catch((error: pg.DatabaseError) => error)
    if (result instanceof pg.Client) return result
    if (!mayComeUp(result)) throw result
    if (/starting up|not yet accepting|recovery/.test(result.message)) deadline = begun + RECOVERY_TIMEOUT
    if (Date.now() > deadline || closing.aborted) throw silent(folders, result)
    if (child?.ended !== undefined) {
      await judge(child, server, Date.now() - begun)
      child = undefined
    }
    if (child === undefined && (await runningServer(folders.cluster)) === undefined) {
      child = await startServer(folders, binaries)
    }
    await sleep(20)
  }
}

/** Throws if starting the server again cannot help. */
async function judge(
  { ended, written }: Child,
  { folders, binaries }: Server,
  waited: number,
): Promise<void> {
  if (ended === undefined) return
  if ('error' in ended) throw fromSpawn(ended.error, binaries.postgres, folders)
  if (ended.code === 0 || ended.code === null) return
  const text = await written()
  // Another process was quicker.
  if (/lock file ".*" (already exists|is empty)/.test(text)) return
  // The server was killed, and its children still run.
  if (/shared memory block .* is still in use/.test(text) && waited < ORPHANS_TIMEOUT) {
    await sleep(200)
    return
  }
  throw await fromOutput(`PostgreSQL n'a pas pu démarrer (journal : ${folders.log})`, text, folders)
}

/** Whether waiting may help: there is no server yet, or it starts, stops, or has just gone. */
function mayComeUp(error: pg.DatabaseError): boolean {
  if (error instanceof Failure) return false
  if (error instanceof pg.DatabaseError) return /^(57|53|08)/.test(error.code ?? '')
  return !['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function silent({ cluster, log }: Folders, cause: Error): Failure {
  return new Failure(
    `PostgreSQL ne répond pas sur ${cluster} (${cause.message}). Consultez ${log}, arrêtez le serveur s'il tourne encore, puis relancez.`,
    { cause },
  )
}
