import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built program. */
    program: string
  }
}

const root = join(import.meta.dirname, '../..')

/** The program as it is installed, away from the sources: built once, for all tests of the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-programme-'))
  // Some run it as another account.
  await chmod(folder, 0o755)
  for (const part of ['package.json', 'bin', 'src/database/migrations'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const words = ['build', '--logLevel', 'warn', '--outDir', join(folder, 'dist/service')]
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  project.provide('program', folder)
  return () => rm(folder, { recursive: true, force: true })
}
