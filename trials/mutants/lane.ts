import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../../harness/database/connection.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { withWriter } from '../../src/database/writer.ts'
import type { Mutant } from './mutants.ts'
import { type Report, type Verdict, verdictOf } from './verdict.ts'

/** A copy of the tree with a PostgreSQL of its own: mutants are tried in it one after the other. */
export interface Lane {
  /** What these test files say of the tree as it is, or with the mutant in it. */
  run(files: readonly string[], mutant?: Mutant): Promise<{ verdict: Verdict; report: Report | undefined }>
  /** Stops what runs, and leaves nothing behind. */
  close(): Promise<void>
}

const copied = [
  ...['src', 'test', 'demo', 'bench', 'harness', 'trials', 'bin', 'package.json', 'vitest.config.ts'],
  // The pages, as they were built.
  ...['dist/web', 'dist/reference'],
]
const settings = ['tsconfig.json', 'vite.config.ts', 'openapi.json']
/** What tests need beside a database and the pages; to build it takes seconds, for every mutant. */
type Need = 'program'

const CONFIG = 'mutants.config.mjs'
const configOf = (needs: readonly Need[]) => `export default {
  test: {
    globalSetup: ${JSON.stringify(['test/isolation/setup.ts', ...needs.map((need) => `test/setup/built-${need}.ts`)])},
    testTimeout: 600_000, hookTimeout: 600_000, maxWorkers: 1,
    expect: { poll: { timeout: 60_000 } },
  },
}
`

export const MATRIX = 'test/isolation.test.ts'
export const ACTIONS = [
  'actions',
  'actions-clients',
  'actions-rules',
  'actions-clients-rules',
  'actions-rights',
].map((name) => `test/${name}.test.ts`)
export const ACTION_MATRIX = 'test/isolation-actions.test.ts'

/** A run that takes longer says nothing. */
const LONGEST = 15 * 60_000

export async function openLane(root: string, needs: readonly Need[] = []): Promise<Lane> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-mutants-'))
  const tree = join(folder, 'tree')
  await mkdir(tree)
  for (const part of [...copied, ...settings]) {
    const filter = (path: string) => !path.endsWith('node_modules')
    await cp(join(root, part), join(tree, part), { recursive: true, filter }).catch(ignoreMissing)
  }
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  await writeFile(join(tree, CONFIG), configOf(needs))
  // A folder of its own: as root, PostgreSQL runs under an account that may not enter the other.
  const data = await mkdtemp(join(tmpdir(), 'antenne-mutants-'))
  const server = await openEmbedded(data, { progress: () => {}, exclusive: true })
  // Nothing in it outlives the lane.
  await withWriter(server.connection, async (client) => {
    for (const setting of ['fsync', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
  })
  const stopping = new AbortController()
  const address = addressOf(server.connection)
  return {
    async run(files, mutant) {
      if (mutant === undefined) return test({ folder, tree, address, files, stopping: stopping.signal })
      const path = join(tree, mutant.file)
      const original = await readFile(path, 'utf8')
      await writeFile(path, mutant.text)
      try {
        return await test({ folder, tree, address, files, stopping: stopping.signal })
      } finally {
        await writeFile(path, original)
      }
    },
    async close() {
      stopping.abort()
      await server.close()
      for (const one of [folder, data]) await rm(one, { recursive: true, force: true })
    },
  }
}

interface Run {
  readonly folder: string
  readonly tree: string
  readonly address: string
  readonly files: readonly string[]
  readonly stopping: AbortSignal
}

async function test({ folder, tree, address, files, stopping }: Run) {
  const reportPath = join(folder, 'report.json')
  // What tests leave when they are stopped goes with the lane.
  const scratch = join(folder, 'scratch')
  await rm(reportPath, { force: true })
  await mkdir(scratch, { recursive: true })
  const words = [
    ...['run', ...files, '--config', join(tree, CONFIG), '--bail', '1'],
    ...['--reporter', 'json', '--outputFile', reportPath],
  ]
  const child = spawn(process.execPath, [join(tree, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: tree,
    env: { ...process.env, TEST_DATABASE_URL: address, TMPDIR: scratch, NO_COLOR: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-100_000)
    })
  let late = false
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    late = true
    stop()
  }, LONGEST)
  stopping.addEventListener('abort', stop)
  const [status] = await once(child, 'close')
  stopping.removeEventListener('abort', stop)
  clearTimeout(timer)
  await rm(scratch, { recursive: true, force: true })
  const report: Report | undefined = await readFile(reportPath, 'utf8').then(JSON.parse, () => undefined)
  const verdict: Verdict = late
    ? { outcome: 'no verdict', why: 'it took too long' }
    : status === 0
      ? { outcome: 'survived' }
      : verdictOf(report, output)
  return { verdict, report }
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
