import { openFolders } from '../../src/database/embedded/folders.ts'
import { postgresIn } from '../database/postgres.ts'
import { ask } from '../http/ask.ts'
import { isRunning, type Start, startServing, stop } from './process.ts'
import type { TestBed } from './test-bed.ts'
import { demonstrationOf, tokensOf } from './tokens.ts'

/** The installed program in a process of its own, with the server that it starts itself. */
export interface ProgramTestBed extends TestBed {
  /** False once the process has ended. */
  readonly running: boolean
}

export async function startProgram(
  start: Start,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramTestBed> {
  const serving = await startServing(start, { DATA_DIR: dataDir, ...environment })
  const postgres = await postgresIn(await openFolders(dataDir))
  return {
    port: serving.port,
    postgres,
    pool: 10,
    token: tokensOf(postgres.sql, demonstrationOf(dataDir)),
    ask: (path, token) => ask(serving.address + path, { token }),
    get running() {
      return isRunning(serving.child)
    },
    async close() {
      await stop(serving)
    },
  }
}
