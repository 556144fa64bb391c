import { openapi } from '../src/http/description/openapi.ts'
import { clientContract } from './client.ts'
import { collection } from './collection.ts'

/** The committed files that come from the contract: each by its path, with what makes it. */
export const files: Readonly<Record<string, () => string>> = {
  'openapi.json': openapi,
  'client/src/contract.ts': clientContract,
  'docs/antenne.http': collection,
}
