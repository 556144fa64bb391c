#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const built = new URL('dist/service/main.js', root)

// `npm ci` builds, unless it was told to run no scripts. A released package is built.
const vite = fileURLToPath(new URL('node_modules/vite/bin/vite.js', root))
if (!existsSync(built) && existsSync(vite)) {
  for (const part of ['.', 'reference', 'web'])
    spawnSync(process.execPath, [vite, 'build', part, '--logLevel', 'warn'], {
      cwd: fileURLToPath(root),
      stdio: ['ignore', 2, 2],
    })
}
// Whoever reads our output may have enough of it before its end.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
// Nobody reads of the progress any more: what was begun is finished.
process.stderr.on('error', () => {})

if (existsSync(built)) {
  const { main } = await import(built.href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write(
    "Antenne n'est pas construit. Installez tout avec « npm ci », puis lancez « npm run build ».\n",
  )
  process.exitCode = 1
}
