import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Postgres, postgresWith } from '../../harness/database/postgres.ts'
import { copyCluster } from '../../harness/database/replica.ts'
import type { Folders } from '../../src/database/embedded/folders.ts'

/** Gives a data folder the server that a first start of the program would have made, with the demonstration world. */
export const prepare = (dataDir: string): Promise<Folders> => copyCluster(inject('cluster'), dataDir)

/** A server of the test's own with the demonstration world in its database `antenne`; it does not run yet. */
export async function preparedPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folders = await prepare(await mkdtemp(join(tmpdir(), 'antenne-pannes-')))
  return postgresWith(folders, settings)
}
