import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { insist } from '../harness/http/insist.ts'
import { dial } from '../harness/http/socket.ts'
import { prepare } from './setup/prepared.ts'

/** The program as its users run it: built, in a process of its own, on a data folder of its own. */
const program = join(inject('program'), 'bin/antenne.js')

let folder: string
const running: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antenne-start-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const child of running.splice(0)) await stop(child, 'SIGTERM')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = (extra: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  ...extra,
})

/** Runs a command to its end. */
const run = (words: string[], extra: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    env: environment(extra),
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, stdout, stderr }
}

/** Starts the service and waits until its terminal shows the first request to try. */
async function start(extra: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'demarrer', '--demo'], {
    env: environment(extra),
    cwd: folder,
  })
  running.push(child)
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ctrl-C')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output}`)))
  })
  return { child, output }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}

/** What a process runs: nothing for one that has ended, also while the system has not collected it yet. */
const commandOf = async (pid: number): Promise<string> => {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

/** The `curl` line of the terminal, followed. */
async function paste(output: string) {
  const [, token, url] = /curl -H 'Authorization: (Bearer [^']+)' '([^']+)'/.exec(output) ?? []
  return insist(() => asked(url ?? '', token ?? ''))
}

async function asked(url: string, authorization: string) {
  const response = await fetch(url, { headers: { authorization } })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

const postmaster = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

test('the first start prepares everything and shows a request that works; Ctrl-C stops service and database', async () => {
  const DATA_DIR = join(folder, 'premier')
  const { child, output } = await start({ DATA_DIR })
  expect(output).toMatch(/Préparation de la base de données embarquée/)
  expect(output).toMatch(/Création des données de démonstration/)
  expect(output).toMatch(/Antenne est à l'écoute : http:\/\/127\.0\.0\.1:\d+/)
  expect(output).toMatch(/awa\.kone@antenne\.example +Antenne +operateur/)
  const first = await paste(output)
  expect(first.status).toBe(200)
  expect(JSON.parse(first.text).pagination.total).toBe(400)
  const pid = await postmaster(DATA_DIR)

  const second = run(['demarrer', '--demo'], { DATA_DIR })
  expect([second.status, second.stderr]).toEqual([
    1,
    expect.stringMatching(/est déjà utilisé par une autre instance/),
  ])

  const accounts = run(['comptes', '--json'], { DATA_DIR })
  expect(JSON.parse(accounts.stdout)).toHaveLength(106)
  expect(run(['jeton', 'awa.kone@antenne.example'], { DATA_DIR }).stdout).toMatch(
    /^[\w-]+\.[\w-]+\.[\w-]+\n$/,
  )
  expect((await paste(output)).status).toBe(200)

  expect(await stop(child, 'SIGINT')).toBe(0)
  expect(await commandOf(pid)).toBe('')
})

test('after kill -9 of service and database nothing is lost', async () => {
  const DATA_DIR = join(folder, 'coupure')
  await prepare(DATA_DIR)
  const { child, output } = await start({ DATA_DIR })
  const before = await paste(output)
  const pid = await postmaster(DATA_DIR)
  await stop(child, 'SIGKILL')
  process.kill(pid, 'SIGKILL')
  const again = await start({ DATA_DIR })
  expect(again.output).not.toMatch(/Préparation|démonstration…/)
  expect((await paste(again.output)).text).toBe(before.text)

  // And of the service alone: the database that goes on is taken over. Where a start takes so long that the database
  // has stopped by itself meanwhile, the scene is played again.
  for (let last = again; ; ) {
    const adopted = await postmaster(DATA_DIR)
    await stop(last.child, 'SIGKILL')
    last = await start({ DATA_DIR })
    expect((await paste(last.output)).text).toBe(before.text)
    if ((await postmaster(DATA_DIR)) === adopted) break
  }
})

test('a port in use is one sentence that says what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const { status, stderr } = run(['demarrer'], { DATA_DIR: join(folder, 'premier'), PORT: String(port) })
  taken.close()
  expect(status).toBe(1)
  expect(stderr.trim().split('\n').at(-1)).toBe(
    `Le port ${port} est déjà pris. Arrêtez le programme qui l'occupe, ou choisissez-en un autre : PORT=${port + 1} npm start`,
  )
})

test('without --demo an empty database stays empty', async () => {
  const DATA_DIR = join(folder, 'vide')
  const child = spawn(process.execPath, [program, 'demarrer'], {
    env: environment({ DATA_DIR }),
    cwd: folder,
  })
  running.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(JSON.parse(run(['comptes', '--json'], { DATA_DIR }).stdout)).toEqual([])
})

test('Ctrl-C while the first start is at work stops the database as well', async () => {
  const DATA_DIR = join(folder, 'interrompu')
  const child = spawn(process.execPath, [program, 'demarrer', '--demo'], {
    env: environment({ DATA_DIR }),
    cwd: folder,
  })
  running.push(child)
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('données de démonstration')) resolve()
    })
  })
  const pid = await postmaster(DATA_DIR)
  expect(await stop(child, 'SIGINT')).toBe(0)
  expect(await commandOf(pid)).toBe('')
})

test('a request that never ends does not hold up the stop', async () => {
  const DATA_DIR = join(folder, 'suspendu')
  await prepare(DATA_DIR)
  const { child, output } = await start({ DATA_DIR })
  const pid = await postmaster(DATA_DIR)
  const { port } = new URL(/http:\S+/.exec(output)?.[0] ?? '')
  const { socket } = dial(Number(port))
  socket.write('GET /api/v1/sante HTTP/1.1\r\nX: ')
  await once(socket, 'connect')
  expect(await stop(child, 'SIGTERM')).toBe(0)
  expect(await commandOf(pid)).toBe('')
  socket.destroy()
})

test('an unreadable key of the demonstration is one sentence that says what to do', async () => {
  const DATA_DIR = join(folder, 'premier')
  await writeFile(join(DATA_DIR, 'demonstration-jwk.json'), '')
  const { status, stderr } = run(['jeton', 'awa.kone@antenne.example'], { DATA_DIR })
  expect([status, stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^Le fichier .*demonstration-jwk\.json est illisible\. Supprimez-le/),
  ])
})

test('output that nobody reads to its end is no fault', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${program}" openapi | head -1`], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
