import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../src/package.ts'

/**
 * Runs the tests with another Node.js: npm run test:node -- 24 [files and options of vitest]. The npm package `node`
 * brings it, installed once in a temporary folder, outside of this project.
 */
const [version = '', ...words] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  process.stderr.write('Say which Node.js: npm run test:node -- 24, or 20.19, then what vitest takes.\n')
  process.exit(2)
}

const folder = join(tmpdir(), `antenne-node-${version}`)
const bin = join(folder, 'node_modules/node/bin')
if (!existsSync(join(bin, 'node'))) {
  mkdirSync(folder, { recursive: true })
  // Its script puts the binary of this system into its place.
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-save', '--ignore-scripts=false']
  execFileSync('npm', ['install', ...options, `node@${version}`], { cwd: folder, stdio: 'inherit' })
}

const node = join(bin, 'node')
process.stdout.write(`Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`)
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', packageRoot))
const { status } = spawnSync(node, [vitest, 'run', ...words], {
  cwd: fileURLToPath(packageRoot),
  // What tests start by name is that Node.js, too.
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
