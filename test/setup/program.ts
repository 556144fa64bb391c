import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Outcome } from './command-line.ts'

/** The program as it is installed, each run in a process of its own. */
export interface Program {
  start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess
  run(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Outcome>
}

/** The program in a folder. */
const programIn = (folder: () => string): Program => {
  const start: Program['start'] = (words, environment) =>
    spawn(process.execPath, [join(folder(), 'bin/antenne.js'), ...words], {
      env: { PATH: process.env.PATH, ...environment },
      cwd: folder(),
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
  }
}

/** The one of the run, which no test changes. */
export const program: Program = programIn(() => inject('program'))

/** A copy of it that a test may change: its folder, and its end. */
export async function ownProgram(): Promise<{ program: Program; folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-programme-'))
  await cp(inject('program'), folder, { recursive: true, verbatimSymlinks: true })
  return {
    program: programIn(() => folder),
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
