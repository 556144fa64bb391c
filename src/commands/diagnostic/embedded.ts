import { readFile, realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { runningServer } from '../../database/embedded/process.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { askServer } from './server.ts'

const SUBJECT = 'Base de données embarquée'
const LEAST_SPACE = 1e9

/** Checks the embedded server and its disk, without starting it. */
export function askEmbedded({ dataDir, poolSize }: Config): Question {
  return {
    sujet: SUBJECT,
    async ask(signal) {
      if ((await stat(dataDir).catch(() => undefined)) === undefined) {
        const remedy = 'Créez-la en démarrant le service : npm start.'
        return [wrong(SUBJECT, `Elle n'existe pas encore dans ${dataDir}.`, remedy)]
      }
      return [await diskFinding(dataDir), ...(await serverFindings(dataDir, poolSize, signal))]
    },
  }
}

async function serverFindings(dataDir: string, poolSize: number, signal: AbortSignal): Promise<Finding[]> {
  const cluster = join(await realpath(join(dataDir, 'postgres')).catch(() => dataDir), 'cluster')
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
