/** Builds after an installation. Plain JavaScript: without the compilers it can only say what is missing. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const has = (path) => existsSync(new URL(path, root))

if (has('node_modules/vite/package.json')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (!has('dist/service/main.js')) {
  process.stderr.write(
    'Antenne n’est pas construit, et ses compilateurs sont des dépendances de développement. Lancez « npm ci » sans --omit=dev, ou installez une version publiée : npm install --global antenne-X.Y.Z.tgz\n',
  )
  process.exitCode = 1
}
