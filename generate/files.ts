import { readFileSync } from 'node:fs'
import { openapi } from '../src/http/description/openapi.ts'
import { openapiExtension } from '../src/http/description/openapi-extension.ts'
import { packageRoot } from '../src/package.ts'
import { clientContract } from './client.ts'
import { collection } from './collection.ts'
import { listsFile } from './lists/file.ts'

const lists = listsFile((path) => readFileSync(new URL(path, packageRoot), 'utf8'))

/** The generated, committed files: each path with its generator. */
export const files: Readonly<Record<string, () => string>> = {
  'openapi.json': openapi,
  'openapi-extension.json': openapiExtension,
  'client/src/contract.ts': clientContract,
  'docs/antenne.http': collection,
  [lists.path]: () => lists.text,
}
