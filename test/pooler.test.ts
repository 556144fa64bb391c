import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dial } from '../harness/http/socket.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { isRunning } from '../harness/service/process.ts'
import { prepareWhenLed } from '../src/commands/prepare.ts'
import { openDatabase } from '../src/database/database.ts'
import { openWriters } from '../src/database/writers.ts'
import { type Data, openData, run } from './setup/command-line.ts'

let data: Data
let server: { host: string; port: number; user: string; database: string }
beforeAll(async () => {
  data = await openData('vide')
  const { host, port, user, database } = new pg.Client(data.connection)
  server = { host, port, user: user ?? '', database: database ?? '' }
})
afterAll(() => data.close())

const addressAt = (port: number, { user, database } = server) =>
  `postgres://${user}@127.0.0.1:${port}/${database}`

const sentence = /mène à un répartiteur de connexions comme PgBouncer.+HAProxy.+DATABASE_POOL/

/** A proxy to the server that hands on what it changes of the answers. */
async function proxy(change: (answer: Buffer) => Buffer): Promise<number> {
  const { host, port } = server
  const to: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const listener = createServer((from) => {
    const { socket: onward } = dial(to)
    from.on('error', () => onward.destroy()).pipe(onward)
    onward.on('error', () => from.destroy()).on('data', (answer) => from.write(change(answer)))
    onward.on('close', () => from.destroy())
    from.on('close', () => onward.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void listener.close())
  await once(listener, 'listening')
  return (listener.address() as AddressInfo).port
}

test('a proxy that hands on what the server says is none of our business', async () => {
  const port = await proxy((answer) => answer)
  expect(await run(['migrer'], { DATABASE_URL: addressAt(port) })).toMatchObject({ status: 0 })
})

/** A proxy that names another process than the one that answers, as a pooler does. */
const pooler = () =>
  proxy((answer) => {
    const at = answer.indexOf(Buffer.from([0x4b, 0, 0, 0]))
    if (at >= 0) answer.writeUInt32BE((answer.readUInt32BE(at + 5) + 1) >>> 0, at + 5)
    return answer
  })

test('a pooler is refused: the process that it names is not the one that answers', async () => {
  const port = await pooler()
  const { status, err } = await run(['migrer'], { DATABASE_URL: addressAt(port) })
  expect([status, err]).toEqual([1, expect.stringMatching(sentence)])
  const database = openDatabase({ connectionString: addressAt(port) })
  onTestFinished(() => database.close())
  await expect(database.read({ text: 'select 1', values: [] })).rejects.toThrow()
})

test('a pooler among the replicas is refused at start, though the primary is reached without one', async () => {
  const start = prepareWhenLed({
    servers: [data.connection, { connectionString: addressAt(await pooler()) }],
    acting: [],
    demo: false,
    progress: () => {},
    grantRights: async () => {},
    stopped: new AbortController().signal,
  })
  await expect(start).rejects.toThrow(sentence)
})

test('a pooler before actions is refused by each connection', async () => {
  const writers = openWriters([{ connectionString: addressAt(await pooler()) }], 1)
  onTestFinished(() => writers.close())
  await expect(writers.mayAct()).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringMatching(sentence) }),
  })
})

test('diagnostic says where a pooler answers, of reads and of actions', async () => {
  const address = addressAt(await pooler())
  const given = { DATABASE_URL: address, DATABASE_ACTIONS_URLS: address, PORT: '0' }
  const { out } = await run(['diagnostic', '--json'], given)
  const found = (JSON.parse(out).constats as Record<string, string>[]).filter(({ constat }) =>
    constat?.includes('PgBouncer'),
  )
  const constat = 'Un répartiteur de connexions comme PgBouncer répond à la place de PostgreSQL.'
  const remede = expect.stringMatching(/^Donnez l’adresse de PostgreSQL lui-même/)
  expect(found).toMatchObject([
    { sujet: expect.stringMatching(/^Base de données 127.*DATABASE_URL/), etat: 'probleme', constat, remede },
    { sujet: expect.stringContaining('DATABASE_ACTIONS_URLS'), etat: 'probleme', constat, remede },
  ])
})

test('diagnostic says that a pooler refuses our settings', async () => {
  // As PgBouncer refuses a parameter of the start that it does not know.
  const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
  const head = Buffer.from([0x45, 0, 0, 0, 4 + fields.length])
  const listener = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void listener.close())
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const { out } = await run(['diagnostic', '--json'], { DATABASE_URL: addressAt(port), PORT: '0' })
  expect(JSON.parse(out).constats).toContainEqual(
    expect.objectContaining({
      etat: 'probleme',
      constat: 'Ne répond pas : un répartiteur de connexions comme PgBouncer refuse nos réglages.',
      remede: 'Donnez l’adresse de PostgreSQL lui-même (docs/operations.md).',
    }),
  )
})

const installed = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
)

/** The account of no files, as most systems number it. */
const NOBODY = { uid: 65534, gid: 65534 }

/** Starts PgBouncer on a free port; on another one, if somebody else takes that meanwhile. */
async function startBouncer(mode: string, ignored: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-pgbouncer-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // PgBouncer does not run as root, and must reach the server's private socket: as the server does.
  const { uid, gid } = server.host.startsWith('/') ? await stat(server.host) : NOBODY
  for (let tries = 0; tries < 10; tries += 1) {
    const port = await freePort()
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]
${server.database} = host=${server.host} port=${server.port} user=${server.user} dbname=${server.database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignored}
`,
    )
    const child = spawn(installed ?? '', [join(folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid, gid }),
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    while (isRunning(child) && !(await answers(port))) await sleep(50)
    if (isRunning(child)) return port
  }
  throw new Error('PgBouncer does not start')
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const { socket, closed } = dial(port)
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    void closed.then(() => resolve(false))
  })

test
  .skipIf(installed === undefined)
  .each(
    ['session', 'transaction'].flatMap((mode) =>
      ['', 'options,statement_timeout,idle_in_transaction_session_timeout'].map((ignored) => [mode, ignored]),
    ),
  )(
  'PgBouncer (where it is installed) is refused with what to use instead: %s, ignoring «%s»',
  async (mode, ignored) => {
    const port = await startBouncer(mode ?? '', ignored ?? '')
    const attempts = [
      await run(['migrer'], { DATABASE_URL: addressAt(port) }),
      await run(['demarrer', '--demo'], { ...data.environment, DATABASE_ACTIONS_URLS: addressAt(port) }),
    ]
    for (const { status, err } of attempts)
      expect([status, err]).toEqual([1, expect.stringMatching(sentence)])
  },
)
