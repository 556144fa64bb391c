import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findPackage, openBinaries } from '../../src/database/embedded/binaries.ts'
import { openFolders } from '../../src/database/embedded/folders.ts'
import { postgresIn } from '../database/postgres.ts'
import { askOf, type Stage, tokensFrom } from './stage.ts'

/** The installed program in a process of its own, with the server that it starts itself. */
export interface ProgramStage extends Stage {
  /** False once the process has ended. */
  readonly running: boolean
}

/** Starts the program with these words and no other variables. */
export type Start = (words: readonly string[], environment: Readonly<Record<string, string>>) => ChildProcess

export async function startProgram(
  start: Start,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramStage> {
  const child = start(['demarrer', '--demo'], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_USER: '100000000',
    RATE_LIMIT_ADDRESS: '100000000',
    ...environment,
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const port = await portTold(child)
  const folders = await openFolders(dataDir)
  const postgres = await postgresIn(folders, await openBinaries(findPackage(), folders))
  return {
    port,
    postgres,
    pool: 10,
    token: tokensFrom(postgres, dataDir),
    ask: (url, token) => askOf(port, url, token),
    get running() {
      return isRunning()
    },
    async close() {
      if (!isRunning()) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Where it says that it listens; what it says later is nobody's, and must not fill the pipe. */
async function portTold(child: ChildProcess): Promise<number> {
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the program has no output')
  let said = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000)
  })
  for await (const line of createInterface({ input: stdout })) {
    const port = /http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    stdout.resume()
    return Number(port)
  }
  throw new Error(`the service did not start: ${said}`)
}
