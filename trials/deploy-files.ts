import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print, table, tell } from '../src/commands/terminal.ts'
import { balancer } from './deploy/balancer.ts'
import { type Check, isThere } from './deploy/check.ts'
import { compose } from './deploy/compose.ts'
import { kubernetes } from './deploy/kubernetes.ts'
import { monitoring } from './deploy/monitoring.ts'
import { systemd } from './deploy/systemd.ts'

/** Checks the files of deploy/ with the tools that this machine has, and says which it lacks: npm run deploy-files. */
async function outcomeOf({ needs: [program, debian], run, files }: Check): Promise<string> {
  if (!isThere(program)) return `not checked: apt-get install ${debian}`
  const folder = mkdtempSync(join(tmpdir(), 'antenne-deploy-'))
  try {
    return await run(folder)
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
    tell([`${files}: ${message}`, stdout, stderr].join('\n'))
    process.exitCode = 1
    return 'WRONG'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows: string[][] = []
for (const check of [...monitoring, ...systemd, ...kubernetes, ...compose, ...balancer])
  rows.push([check.files, check.by, await outcomeOf(check)])
print(table(['files', 'checked by', 'outcome'], rows))
