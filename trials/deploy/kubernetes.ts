import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, manifests } from '../../harness/deploy/manifests.ts'
import type { Check } from './check.ts'

/**
 * The schemas of Kubernetes, from npm's registry: those of kubernetes-models say what must be there and in which form,
 * the types of kubernetes-types what must not be there.
 */
const packages = ['kubernetes-models@5.1.0', 'kubernetes-types@1.30.0', 'typescript@5.9.3']

/** The path of a kind in both packages: `apps/v1`, `v1`, `policy/v1`. */
const typesOf = ({ apiVersion }: Manifest): string =>
  apiVersion === 'v1' ? 'core/v1' : apiVersion.replace(/^([^./]+)[^/]*\//, '$1/')

const typed = (all: readonly Manifest[]): string =>
  all
    .map((one, index) => {
      const type = `import('kubernetes-types/${typesOf(one)}').${one.kind}`
      return `export const object${index}: ${type} = ${JSON.stringify(one, null, 1)}`
    })
    .join('\n')

const COMPILE = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler']

const VALIDATE = `
import { readFileSync } from 'node:fs'
for (const object of JSON.parse(readFileSync('objects.json', 'utf8'))) {
  const { [object.kind]: Kind } = await import('kubernetes-models/' + object.apiVersion + '/' + object.kind)
  new Kind(object).validate()
}
`

export const kubernetes: Check[] = [
  {
    files: 'kubernetes/',
    by: packages.join(' '),
    needs: ['npm', 'npm'],
    run(folder) {
      const call = (command: string, ...given: string[]) =>
        execFileSync(command, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      const all = manifests()
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'objects.json'), JSON.stringify(all))
      writeFileSync(join(folder, 'objects.ts'), typed(all))
      writeFileSync(join(folder, 'validate.js'), VALIDATE)
      call('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages)
      call(process.execPath, 'validate.js')
      call('npx', '--no-install', 'tsc', ...COMPILE, 'objects.ts')
      return `${all.length} objects`
    },
  },
]
