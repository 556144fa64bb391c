import { type ChildProcess, spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { addressOf, databaseOf } from '../harness/database/connection.ts'
import { schemaOf } from '../harness/database/schema-text.ts'
import { insist } from '../harness/http/insist.ts'
import { type Followed, follow, type Serving, stop, until, untilServing } from '../harness/service/process.ts'
import type { DatabaseAddress } from '../src/database/database.ts'
import { openEmbedded } from '../src/database/embedded/embedded.ts'
import { withWriter } from '../src/database/writer.ts'
import { folderSources } from '../src/transfer/import.ts'
import { fileNames, resourceNames } from '../src/transfer/resources.ts'
import { contentOf, type Data, openData } from './setup/command-line.ts'
import {
  holdMigration,
  keepingEachState,
  killAll,
  killingItself,
  killTogether,
  processesOf,
  relationsIn,
  releaseMigration,
  untilHeld,
} from './setup/killing.ts'
import { id, platform, records } from './setup/platform.ts'
import { program } from './setup/program.ts'
import { freshDatabase } from './setup/world.ts'

const asRoot = process.getuid?.() === 0

let ground: string
let before: (change: number) => Record<string, string>
const started: ChildProcess[] = []

beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'antenne-tue-'))
  await chmod(ground, 0o755)
  before = await killingItself(ground)
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  killAll(processesOf(ground))
})
afterAll(() => rm(ground, { recursive: true, force: true }))

type Environment = Record<string, string>

function start(environment: Environment): Followed {
  const child = program.start(['demarrer', '--demo'], { PORT: '0', LOG_LEVEL: 'silent', ...environment })
  started.push(child)
  return follow(child)
}

async function kill(followed: Followed, dataDir?: string): Promise<void> {
  if (dataDir === undefined) followed.child.kill('SIGKILL')
  else await killTogether(followed, dataDir)
  expect([await followed.ended, followed.shown()]).toEqual(['SIGKILL', expect.not.stringContaining('Ctrl-C')])
}

async function clients({ address, authorization }: Serving): Promise<string> {
  const { status, text } = await insist(async () => {
    const answer = await fetch(`${address}/api/v1/clients?taille=100`, { headers: { authorization } })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  })
  expect([status, JSON.parse(text).pagination?.total]).toEqual([200, 400])
  return text
}

const idsOf = (connection: DatabaseAddress) =>
  withWriter(connection, async (client) => {
    const lists = resourceNames.map((name) => `(select array_agg(id order by id) from ${name}) as ${name}`)
    return (await client.query(`select ${lists.join(', ')}`)).rows[0]
  })

const appears = (service: Followed, folder: string, name: RegExp) =>
  until(service, async () => (await readdir(folder).catch(() => [])).some((entry) => name.test(entry)))

const serverIn = (dataDir: string): DatabaseAddress => ({
  host: join(dataDir, 'postgres/socket'),
  port: 5432,
  user: 'antenne',
  database: 'antenne',
})

describe('a start that is killed is followed by one that is whole', () => {
  let model: Awaited<ReturnType<typeof freshDatabase>>
  let relations: number
  beforeAll(async () => {
    model = await freshDatabase('demonstration')
    relations = await relationsIn(model.connection)
  })
  afterAll(() => model.drop())

  test('on the embedded database, at each of its steps', async () => {
    const dataDir = join(ground, 'embarquee')
    const home = join(dataDir, 'postgres')
    const begin = () => start({ DATA_DIR: dataDir })

    // While the cluster is made: the service alone, then with the program that makes it.
    let service = begin()
    await appears(service, home, /^cluster\.new-/)
    await kill(service)
    service = begin()
    await appears(service, home, new RegExp(`^cluster\\.new-${service.child.pid}-`))
    await sleep(100)
    await kill(service, dataDir)
    // While the server starts for the first time, and when the database is about to be made.
    service = begin()
    await appears(service, join(home, 'cluster'), /^postmaster\.pid$/)
    await kill(service, dataDir)
    service = begin()
    await appears(service, join(home, 'socket'), /PGSQL.5432$/)
    await kill(service, dataDir)
    // While the schema is made.
    const embedded = await openEmbedded(dataDir, { progress: () => {}, exclusive: false })
    await holdMigration(embedded.connection, relations / 2)
    await embedded.close()
    service = begin()
    await untilHeld(service, serverIn(dataDir))
    await kill(service, dataDir)
    const again = await openEmbedded(dataDir, { progress: () => {}, exclusive: false })
    await releaseMigration(again.connection)
    await again.close()
    // While the demonstration is filled in.
    service = begin()
    expect(await service.shows('données de démonstration')).toBe(true)
    await sleep(50)
    await kill(service, dataDir)

    const serving = await untilServing(start({ DATA_DIR: dataDir }))
    await clients(serving)
    expect(await schemaOf(serverIn(dataDir))).toEqual(await schemaOf(model.connection))
    expect(await idsOf(serverIn(dataDir))).toEqual(await idsOf(model.connection))
    expect((await readdir(home)).sort()).toEqual(['cluster', 'socket'])
    expect(await stop(serving)).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })

  test('before each of its changes to the data folder', async () => {
    const dataDir = join(ground, 'pas-a-pas')
    let changes = 0
    let serving: Serving | undefined
    while (serving === undefined) {
      changes += 1
      const service = start({ DATA_DIR: dataDir, ...before(changes) })
      if (await service.shows('Ctrl-C')) serving = await untilServing(service)
      else expect(await service.ended).toBe('SIGKILL')
    }
    expect(changes).toBeGreaterThan(6)
    await clients(serving)
  })

  test('on another server, at each of its steps', async () => {
    const name = 'antenne_test_tue'
    const connection = databaseOf(inject('server'), name)
    const administrator = (statement: string) =>
      withWriter(inject('server'), (client) => client.query(statement))
    await administrator(`create database ${name} template template0 encoding 'UTF8'`)
    const environment = { DATABASE_URL: addressOf(connection), DATA_DIR: join(ground, 'ailleurs') }
    try {
      let held = 0
      for (const most of [3, relations - 1]) {
        await holdMigration(connection, most)
        const service = start(environment)
        held = await untilHeld(service, connection, held)
        await kill(service)
      }
      await releaseMigration(connection)
      const service = start(environment)
      expect(await service.shows('données de démonstration')).toBe(true)
      await sleep(50)
      await kill(service)
      const serving = await untilServing(start(environment))
      await clients(serving)
      expect(await schemaOf(connection)).toEqual(await schemaOf(model.connection))
      expect(await idsOf(connection)).toEqual(await idsOf(model.connection))
      expect(await stop(serving)).toBe(0)
    } finally {
      await administrator(`drop database ${name} with (force)`)
    }
  })
})

describe('an ordinary user', () => {
  const account = { uid: 65_534, gid: 65_534 }
  const reads = (path: string) =>
    spawnSync(process.execPath, ['-e', 'fs.readFileSync(process.argv[1])', path], asRoot ? account : {})
      .status === 0
  const isPossible = reads(join(import.meta.dirname, '../node_modules/pg/package.json'))

  test.skipIf(!isPossible)(
    'finds everything again after service and database were killed at once',
    async () => {
      const dataDir = join(ground, 'ordinaire/donnees')
      await mkdir(dirname(dataDir))
      const environment: Environment = { DATA_DIR: dataDir }
      if (asRoot) {
        await chown(dirname(dataDir), account.uid, account.gid)
        const file = join(ground, 'ordinary.mjs')
        await writeFile(
          file,
          `process.setgroups([]); process.setgid(${account.gid}); process.setuid(${account.uid})`,
        )
        environment.NODE_OPTIONS = `--import=${file}`
      }
      const first = await untilServing(start(environment))
      const seen = await clients(first)
      const owner = (await lstat(join(dataDir, 'postgres/cluster'))).uid
      expect(owner).toBe(asRoot ? account.uid : process.getuid?.())
      await killTogether(first, dataDir)
      const second = await untilServing(start(environment))
      expect(second.shown()).not.toMatch(/Préparation|données de démonstration…/)
      expect(await clients(second)).toBe(seen)
      expect(await stop(second)).toBe(0)
      expect(processesOf(dataDir)).toEqual([])
    },
  )
})

describe('an export that is killed', () => {
  const contents = ['a', 'b'].map((name) => id(`fichier:${name}`))
  const files = [...fileNames.map((name) => `${name}.ndjson`), ...contents.map((name) => `fichiers/${name}`)]
  const note = { 'lisezmoi.txt': 'à garder' }
  let data: Data
  let older: Record<string, string>
  let newer: Record<string, string>

  beforeAll(async () => {
    data = await openData('vide')
    const contentsOf = (text: string) => ({
      fichier: ['a', 'b'].map((name) => ({ ...records.fichier(name), taille_octets: text.length })),
      ...Object.fromEntries(contents.map((name) => [`fichiers/${name}`, text])),
    })
    const importing = async (given: Parameters<Data['write']>[0]) =>
      expect(await data.run('importer', await data.write(given))).toMatchObject({ status: 0 })
    await importing({ ...platform(), ...contentsOf('%PDF-1.4 ancien') })
    older = await data.exported()
    await importing({
      organisation: [{ ...records.organisation('client-a'), nom: 'Changé' }],
      site: [{ ...records.site('a'), libelle: 'Changé' }],
      ...contentsOf('%PDF-1.4 change'),
    })
    newer = await data.exported()
  })
  afterAll(() => data.close())

  /** The folder as it was, all that killed exports left taken away. */
  async function putBack(place: string, content: Record<string, string>): Promise<string> {
    await rm(place, { recursive: true, force: true })
    const folder = join(place, 'sortie')
    await mkdir(Object.keys(content).length > 0 ? folder : place, { recursive: true })
    for (const [name, text] of Object.entries(content)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return folder
  }

  /** Which export a reader finds there: none, one that an import refuses, or that of one moment. */
  async function found(folder: string): Promise<'nothing' | 'unfinished' | 'older' | 'newer' | 'mixed'> {
    const entries = await readdir(folder).catch(() => [])
    if (entries.some((entry) => entry.startsWith('export-inacheve-'))) return 'unfinished'
    const texts = entries.length === 0 ? {} : await contentOf(folder)
    const present = files.filter((file) => file in texts)
    const is = (moment: Record<string, string>) =>
      present.length === files.length && present.every((file) => texts[file] === moment[file])
    if (present.length === 0) return 'nothing'
    return is(older) ? 'older' : is(newer) ? 'newer' : 'mixed'
  }

  test.each([
    ['into a new folder', 'nothing', ['nothing', 'newer']],
    ['over an older export', 'older', ['older', 'nothing', 'newer']],
    ['over an older export with another file beside', 'noted', ['older', 'unfinished', 'newer']],
  ] as const)('%s is there whole or not at all, and the next one puts it right', async (_, what, states) => {
    const place = join(data.ground, 'lieu')
    const content = what === 'older' ? older : what === 'noted' ? { ...older, ...note } : {}
    const folder = await putBack(place, content)
    const moments = await mkdtemp(join(data.ground, 'moments-'))
    const keeping = await keepingEachState(place, moments)
    expect(await program.run(['exporter', folder], { ...data.environment, ...keeping })).toMatchObject({
      status: 0,
    })
    const seen: string[] = []
    const judge = async () => {
      const state = await found(folder)
      if (seen.at(-1) !== state) seen.push(state)
      if (what === 'noted') expect(await readFile(join(folder, 'lisezmoi.txt'), 'utf8')).toBe('à garder')
      if (state === 'unfinished') await expect(folderSources(folder)).rejects.toThrow(/export-inacheve-/)
      else if (state !== 'nothing' && what !== 'noted') expect((await folderSources(folder)).size).toBe(17)
    }
    await judge()
    const last = seen.pop()
    const changes = (await readdir(moments)).length
    expect(changes).toBeGreaterThan(6)
    for (let change = 1; change <= changes; change += 1) {
      await rm(place, { recursive: true, force: true })
      await rename(join(moments, String(change)), place)
      await judge()
      expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
      expect(await contentOf(folder)).toEqual(what === 'noted' ? { ...newer, ...note } : newer)
      expect(await readdir(place)).toEqual(['sortie'])
    }
    expect(seen.at(-1) === last ? seen : [...seen, last]).toEqual(states)
  })

  test('while it writes leaves the older one to be imported', async () => {
    const folder = await putBack(join(data.ground, 'lieu'), older)
    const killed = follow(program.start(['exporter', folder], data.environment))
    expect(await killed.shows('Écriture…')).toBe(true)
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    expect(await found(folder)).toBe('older')
    expect(await data.run('importer', folder)).toMatchObject({ status: 0 })
  })
})
