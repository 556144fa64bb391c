import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What pages are made of: a change of any of it makes what is built old. */
const sources = ['web', 'reference', 'client/src', 'src/contract', 'src/http', 'package-lock.json']

/** When something in a folder, or the folder itself, was last changed. */
function changedAt(path: string): number {
  const stat = statSync(path)
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : []
  return Math.max(stat.mtimeMs, ...inside)
}

/** The pages as they are now, built as for people, for all tests of the run. */
export const setup = (): void => {
  const changed = Math.max(...sources.map((path) => changedAt(join(root, path))))
  for (const pages of ['reference', 'web']) {
    const built = join(root, 'dist', pages, 'index.html')
    if (existsSync(built) && statSync(built).mtimeMs > changed) continue
    execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', pages, '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}
