import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedServer, openEmbedded } from '../src/database/embedded/embedded.ts'
import { Failure } from '../src/failure.ts'
import { variables } from '../src/variables.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const asRoot = process.getuid?.() === 0
const USAGE_LOCK = 'antenne (verrou)'
const GUARD = 'antenne (gardien)'

let ground: string
let dataDir: string
const opened: EmbeddedServer[] = []
const children: ChildProcess[] = []
const elsewhere = new Set<string>()

beforeAll(async () => {
  ground = await realpath(await mkdtemp(join(tmpdir(), 'embedded-')))
  await chmod(ground, 0o755)
  dataDir = join(ground, '.antenne')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of opened.splice(0)) await server.close()
})

afterAll(async () => {
  for (const folder of elsewhere) await rm(folder, { recursive: true, force: true })
  if (asRoot) await rmdir('/var/lib/antenne').catch(() => {})
  await rm(ground, { recursive: true, force: true })
})

async function open(
  folder = dataDir,
  options: { exclusive?: boolean; progress?: (message: string) => void } = {},
) {
  const server = await openEmbedded(folder, { exclusive: false, progress: () => {}, ...options })
  opened.push(server)
  return server
}

async function ask<Row extends pg.QueryResultRow>(
  { connection }: EmbeddedServer,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(folder = dataDir): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

const isStopped = (folder = dataDir) =>
  serverPid(folder).then(
    () => false,
    () => true,
  )

async function failure(opening: Promise<unknown>): Promise<string> {
  const reason = await opening.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(reason).toBeInstanceOf(Failure)
  return (reason as Failure).message
}

describe('a first start', () => {
  const said: string[] = []

  test('makes the database, and removes what a killed start left behind', async () => {
    await mkdir(join(dataDir, 'postgres', 'cluster.new-999999999-abcdef'), { recursive: true, mode: 0o700 })
    const server = await open(dataDir, { exclusive: true, progress: (message) => said.push(message) })
    const [row] = await ask(
      server,
      `select current_database() as base, current_user as compte, datlocprovider as fournisseur, datlocale as locale,
              current_setting('server_encoding') as encodage, current_setting('fsync') as fsync,
              current_setting('listen_addresses') as adresses, current_setting('timezone') as fuseau
         from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      base: 'antenne',
      compte: 'antenne',
      fournisseur: 'b',
      locale: 'C.UTF-8',
      encodage: 'UTF8',
      fsync: 'on',
      adresses: '',
      fuseau: 'UTC',
    })
    expect(said).toEqual(['Préparation de la base de données embarquée'])
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['cluster', 'socket'])
    await ask(server, 'create table note (texte text)')
    await ask(server, `insert into note values ('une')`)
  })

  test('keeps everybody else out', async () => {
    expect((await stat(dataDir)).mode & 0o007).toBe(0)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'postgresql.log'))).mode & 0o077).toBe(0)
  })

  test('has room for the most connections that the service may be told to use, and for commands', async () => {
    const [row] = await ask<{ room: number }>(
      await open(),
      "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room",
    )
    const mostOf = ({ schema }: { schema: object }) => (schema as { maximum: number }).maximum
    expect(row?.room).toBeGreaterThanOrEqual(
      mostOf(variables.poolSize) + mostOf(variables.actionPoolSize) + 20,
    )
  })

  test('is followed by starts that say nothing and find the data', async () => {
    expect(await isStopped()).toBe(true)
    const server = await open(dataDir, { exclusive: true, progress: (message) => said.push(message) })
    expect(await ask(server, 'select texte from note')).toEqual([{ texte: 'une' }])
    expect(said).toHaveLength(1)
  })
})

describe('several processes', () => {
  test('that start together on a fresh folder share one cluster, and the last to leave stops it', async () => {
    const folder = join(ground, 'together')
    const servers = await Promise.all([open(folder), open(folder, { exclusive: true }), open(folder)])
    const seen = await Promise.all(
      servers.map((server) => ask(server, 'select system_identifier::text as id from pg_control_system()')),
    )
    expect(new Set(seen.map((rows) => rows[0]?.id)).size).toBe(1)
    expect((await readdir(join(folder, 'postgres'))).sort()).toEqual(['cluster', 'socket'])
    await servers[0]?.close()
    await servers[1]?.close()
    expect(await isStopped(folder)).toBe(false)
    await servers[2]?.close()
    expect(await isStopped(folder)).toBe(true)
  })

  test('may be commands beside the service, but not two services', async () => {
    const service = await open(dataDir, { exclusive: true })
    const command = await open()
    expect(await ask(command, 'select texte from note')).toEqual([{ texte: 'une' }])
    await command.close()
    const message = await failure(open(dataDir, { exclusive: true }))
    expect(message).toContain(dataDir)
    expect(message).toContain('est déjà utilisé par une autre instance')
    expect(message).toContain('DATA_DIR')
    expect(await ask(service, 'select 1 as un')).toEqual([{ un: 1 }])
  })
})

describe('after an accident', () => {
  /** A service in a process of its own, that only holds the server. */
  async function startService(): Promise<ChildProcess> {
    const service = spawn(process.execPath, [join(ground, 'built/service.js'), dataDir], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.push(service)
    expect((await once(service, 'message'))[0]).toBe('ready')
    return service
  }

  async function kill(service: ChildProcess): Promise<void> {
    service.kill('SIGKILL')
    await once(service, 'exit')
  }

  beforeAll(async () => {
    const built = join(ground, 'built')
    await promisify(execFile)(
      join(root, 'node_modules/.bin/tsc'),
      [
        ...[
          'src/database/embedded/embedded.ts',
          '--ignoreConfig',
          '--rootDir',
          'src',
          '--outDir',
          join(built, 'src'),
        ],
        ...['--module', 'nodenext', '--target', 'es2023', '--rewriteRelativeImportExtensions'],
        ...['--skipLibCheck', '--types', 'node', '--noCheck'],
      ],
      { cwd: root },
    )
    await writeFile(join(built, 'package.json'), '{ "type": "module" }')
    await symlink(join(root, 'node_modules'), join(built, 'node_modules'))
    await writeFile(
      join(built, 'service.js'),
      `import { openEmbedded } from './src/database/embedded/embedded.js'
       await openEmbedded(process.argv[2], { exclusive: true, progress: () => {} })
       process.send('ready')
       process.on('message', () => {})`,
    )
  }, 120_000)

  test('a killed service leaves its server running for a moment, and the next start takes it over', async () => {
    const service = await startService()
    const pid = await serverPid()
    await kill(service)

    const server = await open(dataDir, { exclusive: true })
    expect(await serverPid()).toBe(pid)
    expect(await ask(server, 'select texte from note')).toEqual([{ texte: 'une' }])
    await server.close()
    expect(await isStopped()).toBe(true)
  })

  test('the server of a killed service that is not started again stops by itself, in order', async () => {
    await kill(await startService())
    await expect.poll(() => isStopped(), { interval: 50 }).toBe(true)
    expect(await ask(await open(), 'select texte from note')).toEqual([{ texte: 'une' }])
    const log = await readFile(join(dataDir, 'postgresql.log'), 'utf8')
    expect(log.match(/database system was (shut down|interrupted)/g)?.at(-1)).toBe(
      'database system was shut down',
    )
  }, 120_000)

  test('but stays for a command that uses it, and stops with that', async () => {
    const service = await startService()
    const command = await open()
    const pid = await serverPid()
    await kill(service)
    // Each look of the guard is a transaction of its own: it has looked more often than it would need to see nobody.
    const seen = new Set<string>()
    const look = `select xact_start::text as at from pg_stat_activity where application_name = '${GUARD}' and xact_start is not null`
    while (seen.size < 8) {
      for (const { at } of await ask<{ at: string }>(command, look)) seen.add(at)
      await sleep(100)
    }
    expect(await serverPid()).toBe(pid)
    await command.close()
    expect(await isStopped()).toBe(true)
  }, 120_000)

  test('a killed server is started again under the processes that hold it, with its data', async () => {
    const server = await open(dataDir, { exclusive: true })
    await ask(server, `insert into note values ('deux')`)
    const pid = await serverPid()
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => ask(server, 'select texte from note'))
      .toEqual([{ texte: 'une' }, { texte: 'deux' }])
    expect(await serverPid()).not.toBe(pid)
  })

  test('a lost connection is taken again, so that the last to leave still stops the server', async () => {
    const server = await open(dataDir, { exclusive: true })
    const present = `from pg_stat_activity where application_name = '${USAGE_LOCK}'`
    const [before] = await ask(server, `select pid, pg_terminate_backend(pid) ${present}`)
    await expect.poll(() => ask(server, `select pid ${present} and pid <> ${before?.pid}`)).toHaveLength(1)
    await server.close()
    expect(await isStopped()).toBe(true)
  })

  test('a lock file whose number now belongs to another program does not stand in the way', async () => {
    const { uid, gid } = await stat(join(dataDir, 'postgres', 'cluster'))
    const stranger = spawn('sleep', ['600'], asRoot ? { uid, gid, cwd: '/' } : {})
    children.push(stranger)
    const server = await open()
    const lock = join(dataDir, 'postgres/cluster/postmaster.pid')
    const socketLock = join(server.connection.host, '.s.PGSQL.5432.lock')
    const left = await Promise.all([readFile(lock, 'utf8'), readFile(socketLock, 'utf8')])
    await server.close()
    await writeFile(lock, left[0].replace(/^\d+/, String(stranger.pid)))
    await writeFile(socketLock, left[1].replace(/^\d+/, String(stranger.pid)))

    const again = await open()
    expect(await ask(again, 'select texte from note')).toHaveLength(2)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('a server that is stopping is waited for, and started again', async () => {
    const server = await open()
    const pid = await serverPid()
    process.kill(pid, 'SIGINT')
    const next = await open()
    expect(await ask(next, 'select texte from note')).toHaveLength(2)
    expect(await serverPid()).not.toBe(pid)
    await server.close()
    await sleep(50)
    expect(await ask(next, 'select texte from note')).toHaveLength(2)
  })
})

describe('a data folder', () => {
  test('may have a path that is too long for a socket, and odd characters in it', async () => {
    const folder = join(ground, `l'été, "${'x'.repeat(60)}`, 'y'.repeat(60))
    const server = await open(folder)
    const short = await readlink(join(folder, 'postgres', 'socket'))
    elsewhere.add(short)
    expect(server.connection.host).toBe(short)
    expect((await stat(short)).mode & 0o077).toBe(0)
    await server.close()
    await rm(short, { recursive: true })
    expect((await open(folder)).connection.host).toBe(short)
  })

  test('may be under a folder that only its owner may enter', async () => {
    const folder = join(ground, 'private', '.antenne')
    await mkdir(dirname(folder), { mode: 0o700 })
    const first = await open(folder)
    await ask(first, 'create table ancienne ()')
    await first.close()
    const home = await realpath(join(folder, 'postgres'))
    if (asRoot) elsewhere.add(home)
    expect(dirname(home)).toBe(asRoot ? '/var/lib/antenne' : folder)
    expect(await ask(await open(folder), `select to_regclass('ancienne') is not null as la`)).toEqual([
      { la: true },
    ])
    await opened.pop()?.close()

    await rm(folder, { recursive: true })
    const fresh = await open(folder)
    elsewhere.add(asRoot ? await realpath(join(folder, 'postgres')) : folder)
    expect(await ask(fresh, `select to_regclass('ancienne') is not null as la`)).toEqual([{ la: false }])
  })

  test('of another major version is refused', async () => {
    const file = join(dataDir, 'postgres', 'cluster', 'PG_VERSION')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '15\n')
    expect(await failure(open())).toContain('a été créée par PostgreSQL 15')
    await writeFile(file, version)
  })

  test('that is a file is refused', async () => {
    const file = join(ground, 'file')
    await writeFile(file, '')
    expect(await failure(open(file))).toBe(`${file} n'est pas un dossier. Choisissez un autre DATA_DIR.`)
  })

  test.skipIf(asRoot)('that may not be written to is refused (root may write anywhere)', async () => {
    const folder = join(ground, 'read-only')
    await mkdir(folder, { mode: 0o500 })
    expect(await failure(open(folder))).toContain(`L'accès à ${join(folder, 'postgres')} est refusé`)
  })

  test('with a damaged cluster is refused with the words of the log', async () => {
    const folder = join(ground, 'together')
    await rm(join(folder, 'postgres', 'cluster', 'global'), { recursive: true })
    const message = await failure(open(folder))
    expect(message).toContain(join(folder, 'postgresql.log'))
    expect(message).toContain('pg_control')
  })
})
