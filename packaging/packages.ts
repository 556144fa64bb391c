import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BUNDLED, type Library, librariesIn, licencesText, readLock } from './libraries.ts'

/** The repository, and where its parts were built. */
interface Built {
  readonly root: string
  /** The folder of `main.js`. */
  readonly service: string
  /** The folder of `web` and `reference`. */
  readonly pages: string
}

export const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** What both the repository and the package say of themselves: no scripts, no dependencies but the embedded server. */
const SAID = [
  'name',
  'version',
  'private',
  'description',
  'license',
  'type',
  'engines',
  'bin',
  'optionalDependencies',
]

/** Lays out the service's package in a folder: what it needs at run time, and nothing else. */
export function layOutService({ root, service, pages }: Built, target: string): Library[] {
  const web = join(pages, 'web')
  const libraries = librariesIn([service, web], readLock(root))
  const isRun = (path: string) => !path.endsWith('.map') && basename(path) !== BUNDLED
  copy(service, join(target, 'dist/service'), isRun)
  nameCommand(join(target, 'dist/service'))
  copy(web, join(target, 'dist/web'))
  copy(join(pages, 'reference'), join(target, 'dist/reference'))
  copy(join(root, 'bin'), join(target, 'bin'))
  copy(
    join(root, 'src/database/migrations'),
    join(target, 'src/database/migrations'),
    (path) => !path.endsWith('.json'),
  )
  copy(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licencesText(libraries))
  const manifest = manifestOf(root)
  const said = Object.fromEntries(SAID.map((field) => [field, manifest[field]]))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(said, null, 2)}\n`)
  return libraries
}

/**
 * What is installed is called by its name. Messages of a checkout say `npx antenne`, which would fetch whatever a
 * registry has under this name where npm does not find ours, and `npm start`, which there is none of.
 */
function nameCommand(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (name.endsWith('.js'))
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .replaceAll('npx antenne', 'antenne')
          .replaceAll('npm start', 'antenne demarrer'),
      )
  }
}

/** Lays out the typed client's package: the files that its own package.json names. */
export function layOutClient(root: string, target: string): void {
  const client = join(root, 'client')
  for (const part of [...manifestOf(client).files, 'package.json', 'README.md', 'LICENSE'])
    copy(join(client, part), join(target, part))
}

function copy(from: string, to: string, filter: (path: string) => boolean = () => true): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, filter })
}

/** Packs a folder; returns the file's name. The bytes follow from the contents alone, whatever modes they have here. */
export function pack(folder: string, destination: string): string {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(
      join(entry.parentPath, entry.name),
      entry.isDirectory() || entry.parentPath.endsWith('/bin') ? 0o755 : 0o644,
    )
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination]
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }).trim()
}
