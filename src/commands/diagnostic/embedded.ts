import { readdir, readFile, realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { runningServer } from '../../database/embedded/process.ts'
import { printable } from '../../failure.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { askServer } from './server.ts'

const SUBJECT = 'Base de données embarquée'
const LEAST_SPACE = 1e9

/** Checks the embedded server and its disk, without starting it. */
export function askEmbedded({ dataDir, poolSize }: Config): Question {
  return {
    sujet: SUBJECT,
    async ask(signal) {
      const cluster = await clusterOf(dataDir).catch((error) => folderFault(dataDir, error))
      if (typeof cluster !== 'string') return [cluster]
      return [await diskFinding(dataDir), ...(await serverFindings(cluster, poolSize, signal))]
    },
  }
}

/** Where the files of the server are, or would be. They can be read. */
async function clusterOf(dataDir: string): Promise<string> {
  await readdir(dataDir)
  const cluster = join((await ifThere(realpath(join(dataDir, 'postgres')))) ?? dataDir, 'cluster')
  await ifThere(readdir(cluster))
  return cluster
}

async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const folderFault = (dataDir: string, { code, path }: NodeJS.ErrnoException): Finding =>
  code === 'ENOENT'
    ? wrong(
        SUBJECT,
        `Elle n'existe pas encore dans ${dataDir}.`,
        'Créez-la en démarrant le service : npm start.',
      )
    : wrong(
        SUBJECT,
        `Ses fichiers ne peuvent pas être lus (${code}) : ${printable(path ?? dataDir)}.`,
        'Relancez avec le compte du service, et vérifiez DATA_DIR.',
      )

async function serverFindings(cluster: string, poolSize: number, signal: AbortSignal): Promise<Finding[]> {
  const stopped = wrong(SUBJECT, 'Elle ne tourne pas.', 'Démarrez le service : npm start.')
  if ((await runningServer(cluster)) === undefined) return [stopped]
  // Its fourth and fifth lines say where it listens.
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [port, host] = lines.slice(3, 5)
  if (!port || !host) return [worthKnowing(SUBJECT, 'Elle démarre.', 'Attendez un instant, puis relancez.')]
  const connection = { host, port: Number(port), user: 'antenne', database: 'antenne' }
  return askServer(SUBJECT, connection, { poolSize, heard: () => {} }).ask(signal)
}

async function diskFinding(dataDir: string): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(dataDir)
  const free = bavail * bsize
  const faits = { libre_octets: free, total_octets: blocks * bsize }
  const shown = `${(free / 1e9).toLocaleString('fr', { maximumFractionDigits: 1 })} Go libres dans ${dataDir}.`
  return free < LEAST_SPACE
    ? wrong(SUBJECT, shown, 'Libérez de l’espace : une base dont le disque est plein s’arrête.', faits)
    : well(SUBJECT, shown, faits)
}
