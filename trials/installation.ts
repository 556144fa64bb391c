import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow, type Serving, stop, untilServing } from '../harness/service/process.ts'
import { packageRoot, version } from '../src/package.ts'

/**
 * Installs the released package in each way that the documents name, and starts it in an empty folder: npm run
 * installation, after npm run release. As root, the code is root's and runs as `nobody`. npm's registry brings the
 * embedded PostgreSQL.
 */
const tarball = fileURLToPath(new URL(`release/antenne-${version}.tgz`, packageRoot))
const ground = mkdtempSync(join(tmpdir(), 'antenne-installation-'))
chmodSync(ground, 0o755)

const made = (name: string): string => {
  mkdirSync(join(ground, name), { recursive: true })
  return join(ground, name)
}
const npm = (...words: string[]): void => {
  const quiet = ['--silent', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...quiet, ...words, tarball], {
    cwd: ground,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Each way to install; gives the folder of the command. */
const ways: Readonly<Record<string, (folder: string) => string>> = {
  'npm, for all': (folder) => {
    npm('--global', '--prefix', folder)
    return join(folder, 'bin')
  },
  'npm, for all, without scripts': (folder) => {
    npm('--global', '--ignore-scripts', '--prefix', folder)
    return join(folder, 'bin')
  },
  'npm, without the embedded server': (folder) => {
    npm('--omit=optional', '--prefix', folder)
    return join(folder, 'node_modules/.bin')
  },
  'tar, without npm': (folder) => {
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
    execFileSync('ln', ['-s', 'antenne.js', join(folder, 'bin/antenne')])
    return join(folder, 'bin')
  },
}

/** An ordinary user, with an empty folder. */
function user(bin: string, folder: string): SpawnOptions {
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot ? ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody']))) : []
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, PORT: '0' },
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  }
}

const asked = async ({ address }: Serving, path: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(address + path, { headers })
  return { status: answer.status, text: await answer.text() }
}

/** Health, the page, and the first request of the README. */
async function answers(serving: Serving, options: SpawnOptions): Promise<void> {
  const { stdout } = spawnSync('antenne', ['jeton', 'awa.kone@antenne.example'], {
    ...options,
    encoding: 'utf8',
  })
  const [health, page, clients] = await Promise.all([
    asked(serving, '/api/v1/sante'),
    asked(serving, '/'),
    asked(serving, '/api/v1/clients?recherche=pharmacie&taille=1', String(stdout).trim()),
  ])
  must(health.status === 200 && JSON.parse(health.text).version === version, health.text)
  must(page.status === 200 && page.text.includes('<title>Antenne'), page.text)
  must(clients.status === 200 && clients.text.includes('Pharmacie du Plateau'), clients.text)
}

function must(well: boolean, otherwise: string): void {
  if (!well) throw new Error(otherwise)
}

/** Without the embedded server it says what is missing; with it, it serves. */
async function used(bin: string, folder: string, isWhole: boolean): Promise<void> {
  const options = user(bin, folder)
  const said = spawnSync('antenne', ['--version'], { ...options, encoding: 'utf8' })
  must(said.stdout === `${version}\n`, `--version: ${said.stdout}${said.stderr}`)
  const started = follow(spawn('antenne', ['demarrer', '--demo'], options))
  if (!isWhole) {
    must((await started.ended) === 2 && started.shown().includes('DATABASE_URL'), started.shown())
    return
  }
  const serving = await untilServing(started)
  try {
    await answers(serving, options)
  } finally {
    must((await stop(serving)) === 0, serving.shown())
  }
}

async function main(): Promise<void> {
  if (!existsSync(tarball)) throw new Error(`there is no ${tarball}: run «npm run release» first`)
  let failed = 0
  for (const [index, [name, install]] of Object.entries(ways).entries()) {
    try {
      const bin = install(made(`code-${index}`))
      await used(bin, made(`work-${index}`), name.startsWith('npm, for all'))
      process.stdout.write(`well  ${name}\n`)
    } catch (error) {
      failed += 1
      process.stdout.write(`ILL   ${name}: ${(error as Error).message}\n`)
    }
  }
  process.exitCode = failed === 0 ? 0 : 1
}

try {
  await main()
} finally {
  rmSync(ground, { recursive: true, force: true })
}
