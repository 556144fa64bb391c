import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './command-line.ts'

const root = join(import.meta.dirname, '../..')

/** The program as it is installed: built, away from the sources, each run in a process of its own. */
export interface Program {
  start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess
  run(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Outcome>
  remove(): Promise<void>
}

export async function buildProgram(): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-programme-'))
  for (const part of ['package.json', 'bin', 'src/database/migrations'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = [
    '--project',
    'tsconfig.build.json',
    '--incremental',
    'false',
    '--outDir',
    join(folder, 'dist'),
  ]
  const built = spawnSync(process.execPath, [compiler, ...options], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  const start: Program['start'] = (words, environment) =>
    spawn(process.execPath, [join(folder, 'bin/antenne.js'), ...words], {
      env: { PATH: process.env.PATH, ...environment },
      cwd: folder,
    })
  return {
    start,
    async run(words, environment) {
      const child = start(words, environment)
      const said = { out: '', err: '' }
      child.stdout?.setEncoding('utf8').on('data', (text) => {
        said.out += text
      })
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        said.err += text
      })
      const [status] = await once(child, 'close')
      return { status, ...said }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
