import { readFileSync } from 'node:fs'
import { openapi } from '../src/http/description/openapi.ts'
import { openapiExtension } from '../src/http/description/openapi-extension.ts'
import { packageRoot, version } from '../src/package.ts'
import { clientContract } from './client.ts'
import { collection } from './collection.ts'
import { configuration } from './configuration.ts'
import { listsFile } from './lists/file.ts'

/** The client has the version of the service. */
const clientManifest = (): string => {
  const manifest = JSON.parse(readFileSync(new URL('client/package.json', packageRoot), 'utf8'))
  return `${JSON.stringify({ ...manifest, version }, null, 2)}\n`
}

const lists = listsFile((path) => readFileSync(new URL(path, packageRoot), 'utf8'))

/** The generated, committed files: each path with its generator. */
export const files: Readonly<Record<string, () => string>> = {
  'openapi.json': openapi,
  'openapi-extension.json': openapiExtension,
  'client/package.json': clientManifest,
  'client/src/contract.ts': clientContract,
  'docs/antenne.http': collection,
  'docs/configuration.md': configuration,
  [lists.path]: () => lists.text,
}
