import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The pages as they are now, built as for people, for all tests of the run. */
export const setup = (): void => {
  for (const pages of ['reference', 'web']) {
    execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', pages, '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}
