import { type ExecFileException, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Failure } from '../../failure.ts'
import { bareProcess } from './account.ts'
import { buildAside } from './aside.ts'
import type { Binaries } from './binaries.ts'
import { fromOutput, fromSpawn } from './faults.ts'
import type { Folders } from './folders.ts'

/** Creates the cluster if there is none, completely or not at all, and refuses one of another major version. */
export async function openCluster(folders: Folders, binaries: Binaries): Promise<void> {
  await buildAside(folders.cluster, (aside) => initialise(aside, folders, binaries))
  const major = (await readFile(join(folders.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major !== binaries.major) {
    throw new Failure(
      `La base de données de ${folders.dataDir} a été créée par PostgreSQL ${major}, et cette version du service apporte PostgreSQL ${binaries.major}. Reprenez la version précédente du service pour en sortir les données, ou choisissez un autre DATA_DIR.`,
    )
  }
}

async function initialise(cluster: string, folders: Folders, binaries: Binaries): Promise<void> {
  const options = [
    `--pgdata=${cluster}`,
    '--username=antenne',
    // Only its own account and root may enter the folder of its socket.
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(binaries.initdb, options, bareProcess(folders.account))
  } catch (error) {
    const { code, stderr } = error as Omit<ExecFileException, 'code'> & { code: number | string | null }
    if (typeof code === 'string') throw fromSpawn(error as NodeJS.ErrnoException, binaries.initdb, folders)
    throw await fromOutput('La création de la base de données embarquée a échoué', stderr ?? '', folders)
  }
}
