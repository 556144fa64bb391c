import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Outcome } from './command-line.ts'

/** The program as it is installed, each run in a process of its own. */
export interface Program {
  start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess
  run(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Outcome>
}

const start: Program['start'] = (words, environment) => {
  const folder = inject('program')
  return spawn(process.execPath, [join(folder, 'bin/antenne.js'), ...words], {
    env: { PATH: process.env.PATH, ...environment },
    cwd: folder,
  })
}

export const program: Program = {
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
