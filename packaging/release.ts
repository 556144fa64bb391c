import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '../src/failure.ts'
import { packageRoot } from '../src/package.ts'
import { type Lock, readLock } from './libraries.ts'
import { layOutClient, layOutService, manifestOf, pack } from './packages.ts'
import { sbom } from './sbom.ts'

const root = fileURLToPath(packageRoot)
const output = join(root, 'release')
const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

/** What is released is what is committed, built with what package-lock.json names. */
function refuseUnlessClean(lock: Lock): void {
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new Failure(
      `A release is made from a commit, and the tree has changes: commit or stash them.\n${changed}`,
    )
  const installed: Lock = JSON.parse(
    readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
  ).packages
  // Workspaces are sources: what npm noted of them may be older.
  const other = Object.keys(installed).filter(
    (folder) => folder.includes('node_modules/') && installed[folder]?.version !== lock[folder]?.version,
  )
  if (other.length > 0)
    throw new Failure(`node_modules is not what package-lock.json says: run «npm ci».\n${other.join('\n')}`)
}

/** Builds from the sources alone: tsc would leave the files of sources that are gone. */
function build(): void {
  git('clean', '-fdXq', 'client/dist', 'client/commonjs')
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  })
}

function release(): void {
  const lock = readLock(root)
  refuseUnlessClean(lock)
  build()
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output)
  const stage = mkdtempSync(join(tmpdir(), 'antenne-release-'))
  try {
    const [service, client] = [join(stage, 'service'), join(stage, 'client')]
    const dist = join(root, 'dist')
    const libraries = layOutService({ root, service: join(dist, 'service'), pages: dist }, service)
    layOutClient(root, client)
    const packed = pack(service, output)
    pack(client, output)
    const commit = git('rev-parse', 'HEAD')
    const committed = new Date(git('show', '--no-patch', '--format=%cI', commit))
    const bill = sbom({ ...manifestOf(service), commit, committed }, libraries, lock)
    writeFileSync(join(output, packed.replace(/tgz$/, 'cdx.json')), bill)
  } finally {
    rmSync(stage, { recursive: true })
  }
  const sums = readdirSync(output)
    .sort()
    .map((name) => `${sumOf(join(output, name))}  ${name}\n`)
  writeFileSync(join(output, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

const sumOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

try {
  release()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
