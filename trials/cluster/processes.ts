import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '../../harness/database/processes.ts'
import { childrenOf, statOf } from '../../harness/service/proc.ts'
import { isRunning } from '../../harness/service/process.ts'

/** A program of the cluster that can be killed, frozen and started again. */
export interface Program {
  readonly name: string
  start(): void
  /** With all that it has started. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  readonly runs: boolean
}

interface ProgramOptions {
  readonly name: string
  readonly command: readonly string[]
  /** Its output is kept there, in a file of its name. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A process that it starts and lets go, if there is one now. */
  readonly adopted?: () => number | undefined
}

const programs = new Set<Program>()

/** Ends all programs, at once. */
export const killAll = async (): Promise<void> => {
  await Promise.all([...programs].map((program) => program.kill()))
}

/** A program that ends with this process, whatever happens to it. */
export function program({ name, command, folder, env, adopted }: ProgramOptions): Program {
  let child: ChildProcess | undefined
  const runs = () => child !== undefined && isRunning(child)
  const pids = (): number[] => {
    const roots = [runs() ? child?.pid : undefined, adopted?.()].flatMap((pid) => pid ?? [])
    return [...new Set(roots.flatMap((pid) => [pid, ...descendants(pid)]))]
  }
  const tell = (what: NodeJS.Signals): number[] => {
    const told = pids()
    for (const pid of told) signal(pid, what)
    return told
  }
  const self: Program = {
    name,
    start() {
      if (runs()) throw new Error(`${name} runs already`)
      const output = openSync(join(folder, `${name}.log`), 'a')
      const [file = '', ...given] = ['setpriv', '--pdeathsig', 'KILL', ...command]
      child = spawn(file, given, { stdio: ['ignore', output, output], env: { PATH: searchPath, ...env } })
      child.on('error', () => {})
      closeSync(output)
    },
    async kill() {
      const ended = child !== undefined && runs() ? once(child, 'exit') : undefined
      tell('SIGKILL')
      await ended
      // What it started in the meantime.
      while (tell('SIGKILL').length > 0) await sleep(100)
    },
    freeze: () => void tell('SIGSTOP'),
    thaw: () => void tell('SIGCONT'),
    get runs() {
      return runs()
    },
  }
  programs.add(self)
  return self
}

export const searchPath = `${process.env.PATH}:/usr/sbin:/sbin`

/** All that a process has started, and what those have. */
function descendants(pid: number): number[] {
  return childrenOf(pid)
    .filter((child) => statOf(child)?.[0] !== 'Z')
    .flatMap((child) => [child, ...descendants(child)])
}
