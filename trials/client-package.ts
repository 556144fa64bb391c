import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../src/package.ts'

/**
 * Installs the typed client from its tarball and uses it as applications do: npm run client-package. The tools come
 * from npm's registry.
 */
const tools = ['typescript@5', 'esbuild', 'jest', 'metro-resolver', 'vite', '@types/node@20']

const folder = mkdtempSync(join(tmpdir(), 'antenne-client-'))
const run = (command: string, ...given: string[]): string =>
  execFileSync(command, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** What each of them runs: it says «well» when all is there. */
const USES = `
const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
const stored = typeof memoryStore().apply === 'function' && typeof sync === 'function'
client.lireSante().catch((error) => process.stdout.write(error instanceof AntenneError && error.code === 'reseau' && stored ? 'well' : 'ill'))
`
const NAMES = '{ AntenneError, createClient, memoryStore, sync }'
const IMPORTED = `import ${NAMES} from 'antenne-client'\n${USES}`
const REQUIRED = `const ${NAMES} = require('antenne-client')\n${USES}`
const TYPED = `import { type AntenneClient, AntenneError, type Client, createClient, memoryStore, sync } from 'antenne-client'
const client: AntenneClient = createClient({ baseUrl: '' })
export async function names(): Promise<string[]> {
  const store = memoryStore()
  await sync(client, store)
  const clients: Client[] = await store.all('client')
  return clients.map(({ raison_sociale }) => raison_sociale)
}
export const permission = (error: unknown): string | null =>
  error instanceof AntenneError && error.code === 'acces_refuse' ? error.details.permission_requise : null
`

const isWell = (said: string): boolean => said.trim() === 'well'

/** Compiles with TypeScript 5; it says nothing when all is well. */
function compiles(file: string, options: Record<string, string>): boolean {
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const strict = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom']
  write(file, TYPED)
  return run('npx', '--no-install', 'tsc', ...strict, ...given, file) === ''
}

/** How Metro finds the package, with and without its `exports`. */
function resolves(withExports: boolean): boolean {
  write(
    'metro.cjs',
    `const { resolve } = require('metro-resolver')
const fs = require('node:fs')
const path = require('node:path')
const kindOf = (file) => { try { return fs.statSync(file).isFile() ? 'f' : 'd' } catch { return null } }
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))
const context = {
  allowHaste: false, assetExts: new Set(), customResolverOptions: {}, dev: true, disableHierarchicalLookup: false,
  doesFileExist: (file) => kindOf(file) === 'f', extraNodeModules: null, isESMImport: false, mainFields: ['react-native', 'browser', 'main'],
  fileSystemLookup: (file) => { const type = kindOf(file); return type === null ? { exists: false } : { exists: true, type, realPath: fs.realpathSync(file) } },
  getPackage: (file) => (kindOf(file) === 'f' ? read(file) : null),
  getPackageForModule: (file) => {
    for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at)) {
      const found = path.join(at, 'package.json')
      if (kindOf(found) === 'f') return { rootPath: at, packageJson: read(found), packageRelativePath: path.relative(at, file) }
    }
    return null
  },
  nodeModulesPaths: [], originModulePath: path.join(__dirname, 'app.js'), preferNativePlatform: false, redirectModulePath: (name) => name,
  resolveAsset: () => undefined, resolveHasteModule: () => undefined, resolveHastePackage: () => undefined, resolveRequest: undefined,
  sourceExts: ['js', 'json', 'ts'], unstable_conditionNames: ['require', 'react-native'], unstable_conditionsByPlatform: {},
  unstable_enablePackageExports: ${withExports}, unstable_incrementalResolution: false, unstable_logWarning: console.error,
}
const { filePath } = resolve(context, 'antenne-client', 'android')
require(filePath)
process.stdout.write(filePath.endsWith('/commonjs/index.js') ? 'well' : filePath)
`,
  )
  return isWell(run('node', 'metro.cjs'))
}

const bundledBy = (command: string, ...given: string[]): boolean => {
  write('app.mjs', IMPORTED)
  run('npx', '--no-install', command, ...given)
  return isWell(run('node', 'bundle/app.js'))
}

const uses: Readonly<Record<string, () => boolean>> = {
  'Node.js, ES modules': () => isWell(run('node', '--input-type=module', '--eval', IMPORTED)),
  'Node.js, CommonJS': () => isWell(run('node', '--input-type=commonjs', '--eval', REQUIRED)),
  'TypeScript 5, node16, ES module': () =>
    compiles('a.mts', { module: 'node16', moduleResolution: 'node16' }),
  'TypeScript 5, node16, CommonJS': () => compiles('b.cts', { module: 'node16', moduleResolution: 'node16' }),
  'TypeScript 5, bundler': () => compiles('c.ts', { module: 'esnext', moduleResolution: 'bundler' }),
  'TypeScript 5, node10': () => compiles('d.ts', { module: 'commonjs', moduleResolution: 'node10' }),
  Vite: () => {
    write(
      'vite.config.mjs',
      `export default { logLevel: 'error', build: { outDir: 'bundle', lib: { entry: 'app.mjs', formats: ['es'], fileName: () => 'app.js' } } }`,
    )
    return bundledBy('vite', 'build')
  },
  esbuild: () =>
    bundledBy(
      'esbuild',
      'app.mjs',
      '--bundle',
      '--format=esm',
      '--outfile=bundle/app.js',
      '--log-level=error',
    ),
  Jest: () => {
    write(
      'client.test.js',
      `const ${NAMES} = require('antenne-client')
test('is there', async () => {
  const failed = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).lireSante()
  await expect(failed).rejects.toBeInstanceOf(AntenneError)
  await expect(sync(createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }), memoryStore())).rejects.toMatchObject({ code: 'reseau' })
})`,
    )
    run('npx', '--no-install', 'jest', '--silent', 'client.test.js')
    return true
  },
  'Metro’s resolver': () => resolves(true),
  'Metro’s resolver, without exports': () => resolves(false),
}

try {
  const root = new URL('.', packageRoot).pathname
  const tarball = run(
    'npm',
    'pack',
    '--silent',
    '--workspace',
    'client',
    '--prefix',
    root,
    '--pack-destination',
    folder,
  ).trim()
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  process.stdout.write('Installing the tarball and the tools…\n')
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', `./${tarball.split('\n').at(-1)}`, ...tools)
  let failed = 0
  for (const [name, use] of Object.entries(uses)) {
    try {
      if (!use()) throw new Error('it did not say that all is well')
      process.stdout.write(`well  ${name}\n`)
    } catch (error) {
      failed += 1
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
      process.stdout.write(`ILL   ${name}: ${[message, stdout, stderr].join('\n').trim()}\n`)
    }
  }
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
