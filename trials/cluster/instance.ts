import { fileURLToPath } from 'node:url'
import { unlimited, unlimitedActions } from '../../harness/service/unlimited.ts'
import { packageRoot } from '../../src/package.ts'
import { type Program, program } from './processes.ts'

/** An instance of the service, as it runs in production. */
export interface Instance {
  readonly number: number
  readonly address: string
  /** Which databases it was given. */
  readonly topology: 'balanced' | 'direct'
  readonly program: Program
}

interface InstanceOptions {
  readonly number: number
  readonly port: number
  readonly topology: 'balanced' | 'direct'
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export const antenne = fileURLToPath(new URL('bin/antenne.js', packageRoot))

export const prepareInstance = ({ number, port, topology, folder, env }: InstanceOptions): Instance => ({
  number,
  topology,
  address: `http://127.0.0.1:${port}`,
  program: program({
    name: `antenne-${number}`,
    folder,
    command: [process.execPath, antenne, 'demarrer'],
    env: {
      ...unlimited,
      ...unlimitedActions,
      ...env,
      NODE_ENV: 'production',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
  }),
})

/** What its health says: `ok`, `degrade`, or nothing good. */
export async function healthOf({ address }: Instance): Promise<string> {
  try {
    const response = await fetch(`${address}/api/v1/sante`, { signal: AbortSignal.timeout(5000) })
    return response.ok ? ((await response.json()) as { statut: string }).statut : String(response.status)
  } catch {
    return 'away'
  }
}
